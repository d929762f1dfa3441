import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  addLocale,
  addLocaleBody,
  checkLinks,
  checkTemplate,
  createTemplate,
  createTemplateBody,
  deleteTemplate,
  duplicateTemplate,
  duplicateTemplateBody,
  getTemplate,
  listTemplateTags,
  listTemplatesByPage,
  locale,
  ok,
  okResponse,
  previewTemplate,
  searchTemplates,
  templateCheckBody,
  templatePreviewBody,
  templateResource,
  templateSearchQuery,
  updateTemplate,
  updateTemplateBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import type { Expectation } from '../http/revisions.js';
import { IfMatch, tagged } from '../http/revisions.js';
import { IdentityHooksService } from '../identity-hooks/identity-hooks.service.js';
import { LastSent, exampleOfSearch, foundTemplates } from './last-sent.js';

export const templatePath = z.object({ template_id: z.string(), locale: locale.optional() });
export type TemplatePath = z.output<typeof templatePath>;

/** A path without a locale means the default locale (docs/reference/templates.md). */
export const withOrWithoutLocale = (rest = ''): string[] => [
  `:template_id${rest}`,
  `:template_id/locales/:locale${rest}`,
];

const linksBody = checkLinks.request.meta({ id: 'LinkCheckBody' });

/** See docs/reference/templates.md. */
@Controller('templates')
export class TemplatesController {
  constructor(
    private readonly services: ContractClient,
    private readonly lastSent: LastSent,
    private readonly identityHooks: IdentityHooksService,
  ) {}

  @Endpoint('GET', '', 'read', z.array(templateResource), {
    summary: 'List templates',
    description: 'One element for each locale of each template, the default locale first.',
    examples: { response: listTemplatesByPage.examples[0]!.response.items },
  })
  list(@CurrentContext() context: RequestContext) {
    return listing(context, (after) => this.services.call(listTemplatesByPage, context, { after }));
  }

  @Endpoint('POST', '', 'manage', createTemplate.response, {
    summary: 'Create a template',
    description: 'With its default locale and a first version, which is published unless `publish` is `false`.',
    calls: createTemplate,
    body: largeBody,
  })
  create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: createTemplateBody }) body: z.output<typeof createTemplateBody>,
  ) {
    return this.services.call(createTemplate, context, body);
  }

  @Endpoint('POST', 'check', 'read', ok.extend(checkTemplate.response.shape), {
    summary: 'Check a draft',
    description: 'All problems of all parts, and the variables, snippets, links and sizes of the template.',
    calls: checkTemplate,
    body: largeBody,
    renders: true,
  })
  async check(
    @CurrentContext() context: RequestContext,
    @Body({ schema: templateCheckBody }) body: z.output<typeof templateCheckBody>,
  ) {
    return success(await this.services.call(checkTemplate, context, body));
  }

  @Endpoint('POST', 'check_links', 'read', ok.extend(checkLinks.response.shape), {
    summary: 'Check links',
    description: 'Requests each link once, without following redirects. Responds within 15 seconds.',
    calls: checkLinks,
  })
  async checkLinks(
    @CurrentContext() context: RequestContext,
    @Body({ schema: linksBody }) body: z.output<typeof linksBody>,
  ) {
    return success(await this.services.call(checkLinks, context, body));
  }

  @Endpoint('POST', 'preview', 'read', ok.extend(previewTemplate.response.shape), {
    summary: 'Preview a draft',
    description: 'Renders the parts that it can, and lists the problems of the others. Snippets may be drafts too.',
    calls: previewTemplate,
    body: largeBody,
    renders: true,
  })
  async preview(
    @CurrentContext() context: RequestContext,
    @Body({ schema: templatePreviewBody }) body: z.output<typeof templatePreviewBody>,
  ) {
    return success(await this.services.call(previewTemplate, context, body));
  }

  @Endpoint('GET', 'search', 'read', foundTemplates, {
    summary: 'Find templates',
    description: 'By name, id, tag or subject, page by page, each with its locales and its last send.',
    calls: searchTemplates,
    examples: { response: exampleOfSearch },
  })
  async search(
    @CurrentContext() context: RequestContext,
    @Query({ schema: templateSearchQuery }) query: z.output<typeof templateSearchQuery>,
  ) {
    return this.lastSent.addTo(context, await this.services.call(searchTemplates, context, query));
  }

  @Endpoint('GET', 'tags', 'read', listTemplateTags.response, {
    summary: 'List tags',
    calls: listTemplateTags,
  })
  tags(@CurrentContext() context: RequestContext) {
    return this.services.call(listTemplateTags, context, {});
  }

  @Endpoint('GET', withOrWithoutLocale(), 'read', templateResource, {
    summary: 'Show a template',
    calls: getTemplate,
    revised: true,
  })
  async get(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @Res({ passthrough: true }) response: Response,
  ) {
    return tagged(response, await this.services.call(getTemplate, context, path));
  }

  @Endpoint('PUT', withOrWithoutLocale(), 'manage', ok, {
    summary: 'Change a template',
    description: 'Changes name, tags and tracking, in all locales.',
    calls: updateTemplate,
    conditional: true,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @IfMatch() expectation: Expectation,
    @Body({ schema: updateTemplateBody }) body: z.output<typeof updateTemplateBody>,
  ) {
    await this.services.call(updateTemplate, context, { ...body, ...path, ...expectation });
    return okResponse;
  }

  @Endpoint('POST', ':template_id/duplicate', 'manage', duplicateTemplate.response, {
    summary: 'Duplicate a template',
    description: 'With all its locales, the published version of each as a draft.',
    calls: duplicateTemplate,
  })
  duplicate(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) { template_id }: TemplatePath,
    @Body({ schema: duplicateTemplateBody }) body: z.output<typeof duplicateTemplateBody>,
  ) {
    return this.services.call(duplicateTemplate, context, { ...body, template_id });
  }

  @Endpoint('DELETE', withOrWithoutLocale(), 'manage', ok, {
    summary: 'Delete a template',
    description: 'With a locale in the path, only that locale.',
    calls: deleteTemplate,
    errors: ['in_use'],
    conditional: true,
  })
  async delete(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @IfMatch() expectation: Expectation,
  ) {
    if (path.locale === undefined) await this.identityHooks.rejectUsed(context, path.template_id);
    await this.services.call(deleteTemplate, context, { ...path, ...expectation });
    return okResponse;
  }

  @Endpoint('POST', ':template_id/locales', 'manage', addLocale.response, {
    summary: 'Add a locale to a template',
    description: 'With a first version, which is published unless `publish` is `false`.',
    calls: addLocale,
    body: largeBody,
  })
  addLocale(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) { template_id }: TemplatePath,
    @Body({ schema: addLocaleBody }) body: z.output<typeof addLocaleBody>,
  ) {
    return this.services.call(addLocale, context, { ...body, template_id });
  }
}
