import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  abTestBody,
  addLocale,
  addLocaleBody,
  checkTemplate,
  createTemplate,
  createTemplateBody,
  createVersion,
  deleteTemplate,
  deleteVersion,
  endAbTest,
  getTemplate,
  getVersion,
  getVersionSchema,
  listTemplates,
  listTemplatesByPage,
  listVersions,
  listVersionsByPage,
  locale,
  ok,
  okAnswer,
  publishVersion,
  setAbTest,
  templateCheckBody,
  updateTemplate,
  updateTemplateBody,
  updateVersion,
  versionBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import { success } from '../http/success.js';

const templatePath = z.object({ template_id: z.string(), locale: locale.optional() });
const versionPath = templatePath.extend({ version_id: z.string() });
type TemplatePath = z.output<typeof templatePath>;
type VersionPath = z.output<typeof versionPath>;

/** Without a locale in the path the default one is meant (docs/api.md#templates). */
const withOrWithoutLocale = (rest = ''): string[] => [`:template_id${rest}`, `:template_id/locales/:locale${rest}`];

/** See docs/api.md#templates. */
@Controller('templates')
export class TemplatesController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listTemplates.response, {
    summary: 'List templates',
    description: 'One element for each locale of each template, the default locale first.',
    asks: listTemplates,
  })
  list(@CurrentContext() context: RequestContext) {
    return listing(context, (after) => this.services.call(listTemplatesByPage, context, { after }));
  }

  @Endpoint('POST', '', 'manage', createTemplate.response, {
    summary: 'Make a template',
    description: 'With its default locale and its first version, published.',
    asks: createTemplate,
    body: largeBody,
  })
  create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: createTemplateBody }) body: z.output<typeof createTemplateBody>,
  ) {
    return this.services.call(createTemplate, context, body);
  }

  @Endpoint('POST', 'check', 'read', ok.extend(checkTemplate.response.shape), {
    summary: 'Check a template without saving it',
    description: 'All problems of all parts, and what the template reads, includes, links to and weighs.',
    asks: checkTemplate,
    body: largeBody,
    renders: true,
  })
  async check(
    @CurrentContext() context: RequestContext,
    @Body({ schema: templateCheckBody }) body: z.output<typeof templateCheckBody>,
  ) {
    return success(await this.services.call(checkTemplate, context, body));
  }

  @Endpoint('GET', withOrWithoutLocale(), 'read', getTemplate.response, {
    summary: 'Show a template',
    asks: getTemplate,
  })
  get(@CurrentContext() context: RequestContext, @Param({ schema: templatePath }) path: TemplatePath) {
    return this.services.call(getTemplate, context, path);
  }

  @Endpoint('PUT', withOrWithoutLocale(), 'manage', ok, {
    summary: 'Rename or tag a template',
    description: 'The template is changed, whatever locale the path has.',
    asks: updateTemplate,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @Body({ schema: updateTemplateBody }) body: z.output<typeof updateTemplateBody>,
  ) {
    await this.services.call(updateTemplate, context, { ...body, ...path });
    return okAnswer;
  }

  @Endpoint('DELETE', withOrWithoutLocale(), 'manage', ok, {
    summary: 'Delete a template',
    description: 'With a locale in the path, that locale alone.',
    asks: deleteTemplate,
  })
  async delete(@CurrentContext() context: RequestContext, @Param({ schema: templatePath }) path: TemplatePath) {
    await this.services.call(deleteTemplate, context, path);
    return okAnswer;
  }

  @Endpoint('POST', ':template_id/locales', 'manage', addLocale.response, {
    summary: 'Add a locale to a template',
    description: 'With its first version, published.',
    asks: addLocale,
    body: largeBody,
  })
  addLocale(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) { template_id }: TemplatePath,
    @Body({ schema: addLocaleBody }) body: z.output<typeof addLocaleBody>,
  ) {
    return this.services.call(addLocale, context, { ...body, template_id });
  }

  @Endpoint('GET', withOrWithoutLocale('/versions'), 'read', listVersions.response, {
    summary: 'List versions',
    description: 'Oldest first, at most 1000.',
    asks: listVersions,
  })
  listVersions(@CurrentContext() context: RequestContext, @Param({ schema: templatePath }) path: TemplatePath) {
    return listing(context, (after) => this.services.call(listVersionsByPage, context, { ...path, after }));
  }

  @Endpoint('POST', withOrWithoutLocale('/versions'), 'manage', createVersion.response, {
    summary: 'Make a version',
    description: 'A draft: it is sent once it is published.',
    asks: createVersion,
    body: largeBody,
  })
  createVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @Body({ schema: versionBody }) body: z.output<typeof versionBody>,
  ) {
    return this.services.call(createVersion, context, { ...body, ...path });
  }

  @Endpoint('GET', withOrWithoutLocale('/versions/:version_id'), 'read', getVersion.response, {
    summary: 'Show a version',
    asks: getVersion,
  })
  getVersion(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    return this.services.call(getVersion, context, path);
  }

  @Endpoint('GET', withOrWithoutLocale('/versions/:version_id/schema'), 'read', getVersionSchema.response, {
    summary: 'Show what data a version reads',
    description: 'A JSON Schema, inferred from what the template does with its data.',
    asks: getVersionSchema,
  })
  versionSchema(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    return this.services.call(getVersionSchema, context, path);
  }

  @Endpoint('PUT', withOrWithoutLocale('/versions/:version_id'), 'manage', updateVersion.response, {
    summary: 'Change a version and publish it',
    description: '`preheader`, `amp_html` and `template_data` stay where they are left out.',
    asks: updateVersion,
    body: largeBody,
  })
  updateVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @Body({ schema: versionBody }) body: z.output<typeof versionBody>,
  ) {
    return this.services.call(updateVersion, context, { ...body, ...path });
  }

  @Endpoint('DELETE', withOrWithoutLocale('/versions/:version_id'), 'manage', ok, {
    summary: 'Delete a version',
    description: 'Not one that is published, alone or in an A/B test.',
    asks: deleteVersion,
  })
  async deleteVersion(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    await this.services.call(deleteVersion, context, path);
    return okAnswer;
  }

  @Endpoint('PUT', withOrWithoutLocale('/versions/:version_id/publish'), 'manage', publishVersion.response, {
    summary: 'Publish a version',
    description: 'It becomes the one published version of its locale; an A/B test ends.',
    asks: publishVersion,
  })
  publishVersion(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    return this.services.call(publishVersion, context, path);
  }

  @Endpoint('PUT', withOrWithoutLocale('/ab_test'), 'manage', setAbTest.response, {
    summary: 'Start or change an A/B test',
    description: 'The address of a recipient decides which version it gets, always the same.',
    asks: setAbTest,
  })
  setAbTest(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @Body({ schema: abTestBody }) body: z.output<typeof abTestBody>,
  ) {
    return this.services.call(setAbTest, context, { ...body, ...path });
  }

  @Endpoint('DELETE', withOrWithoutLocale('/ab_test'), 'manage', endAbTest.response, {
    summary: 'End an A/B test',
    description: 'The version with the largest weight stays published.',
    asks: endAbTest,
  })
  endAbTest(@CurrentContext() context: RequestContext, @Param({ schema: templatePath }) path: TemplatePath) {
    return this.services.call(endAbTest, context, path);
  }
}
