import { Body, Controller, Param, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  abTestBody,
  approveVersion,
  compareVersion,
  createVersion,
  deleteVersion,
  endAbTest,
  getVersion,
  getVersionSchema,
  listVersionsByPage,
  ok,
  okResponse,
  publishVersion,
  savedVersion,
  ServiceError,
  setAbTest,
  updateVersion,
  updateVersionBody,
  versionBody,
  versionComparisonBody,
  versionResource,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import type { Expectation } from '../http/revisions.js';
import { IfMatch, tagged } from '../http/revisions.js';
import { AuthorsRepository } from './authors.repository.js';
import type { TemplatePath } from './templates.controller.js';
import { templatePath, withOrWithoutLocale } from './templates.controller.js';

export const versionPath = templatePath.extend({ version_id: z.string() });
export type VersionPath = z.output<typeof versionPath>;

/** Versions of templates, and A/B tests between them. See docs/reference/versions.md. */
@Controller('templates')
export class VersionsController {
  /** Keeps the operation ids that clients use. */
  static readonly resource = 'Templates';

  constructor(
    private readonly services: ContractClient,
    private readonly authors: AuthorsRepository,
  ) {}

  @Endpoint('GET', withOrWithoutLocale('/versions'), 'read', z.array(versionResource), {
    summary: 'List versions',
    description: 'Oldest first, at most 1000.',
    calls: listVersionsByPage,
    examples: { response: listVersionsByPage.examples[0]!.response.items },
  })
  listVersions(@CurrentContext() context: RequestContext, @Param({ schema: templatePath }) path: TemplatePath) {
    return listing(context, async (after) => {
      const { items, next } = await this.services.call(listVersionsByPage, context, { ...path, after });
      return { items: await this.authors.named(context, items), next };
    });
  }

  @Endpoint('POST', withOrWithoutLocale('/versions'), 'manage', savedVersion, {
    summary: 'Create a version',
    description: 'A draft, or published with `"publish": true`.',
    calls: createVersion,
    revised: true,
    body: largeBody,
  })
  async createVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @Body({ schema: versionBody }) body: z.output<typeof versionBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const version = await this.services.call(createVersion, context, { ...body, ...path });
    return tagged(response, await this.authors.namedOne(context, version));
  }

  @Endpoint('GET', withOrWithoutLocale('/versions/:version_id'), 'read', versionResource, {
    summary: 'Show a version',
    calls: getVersion,
    revised: true,
  })
  async getVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @Res({ passthrough: true }) response: Response,
  ) {
    const version = await this.services.call(getVersion, context, path);
    return tagged(response, await this.authors.namedOne(context, version));
  }

  @Endpoint('GET', withOrWithoutLocale('/versions/:version_id/schema'), 'read', getVersionSchema.response, {
    summary: 'Show the data of a version',
    description: 'A JSON Schema, inferred from what the template does with its data.',
    calls: getVersionSchema,
  })
  versionSchema(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    return this.services.call(getVersionSchema, context, path);
  }

  @Endpoint('PUT', withOrWithoutLocale('/versions/:version_id'), 'manage', savedVersion, {
    summary: 'Change a version',
    description: 'Publishes it too, unless `publish` is `false`.',
    calls: updateVersion,
    revised: true,
    conditional: true,
    body: largeBody,
  })
  async updateVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @Body({ schema: updateVersionBody }) body: z.output<typeof updateVersionBody>,
    @IfMatch() expectation: Expectation,
    @Res({ passthrough: true }) response: Response,
  ) {
    const version = await this.services.call(updateVersion, context, { ...body, ...path, ...expectation });
    return tagged(response, await this.authors.namedOne(context, version));
  }

  @Endpoint('DELETE', withOrWithoutLocale('/versions/:version_id'), 'manage', ok, {
    summary: 'Delete a version',
    description: 'A published version cannot be deleted, nor the last one of a locale.',
    calls: deleteVersion,
    conditional: true,
  })
  async deleteVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @IfMatch() expectation: Expectation,
  ) {
    await this.services.call(deleteVersion, context, { ...path, ...expectation });
    return okResponse;
  }

  @Endpoint('PUT', withOrWithoutLocale('/versions/:version_id/publish'), 'manage', versionResource, {
    summary: 'Publish a version',
    description: 'It becomes the only published version of its locale; an A/B test ends.',
    calls: publishVersion,
    revised: true,
    conditional: true,
  })
  async publishVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @IfMatch() expectation: Expectation,
    @Res({ passthrough: true }) response: Response,
  ) {
    const version = await this.services.call(publishVersion, context, { ...path, ...expectation });
    return tagged(response, await this.authors.namedOne(context, version));
  }

  @Endpoint('PUT', withOrWithoutLocale('/versions/:version_id/approve'), 'manage', versionResource, {
    summary: 'Approve a version',
    description: 'As another user than the author of its last change. A change of the content removes the approval.',
    calls: approveVersion,
    revised: true,
    conditional: true,
  })
  async approveVersion(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() { user }: Caller,
    @Param({ schema: versionPath }) path: VersionPath,
    @IfMatch() expectation: Expectation,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!user) throw new ServiceError('forbidden', 'Only users approve versions, not API keys');
    const version = await this.services.call(approveVersion, context, { ...path, ...expectation });
    return tagged(response, await this.authors.namedOne(context, version));
  }

  @Endpoint('POST', withOrWithoutLocale('/versions/:version_id/shadow'), 'read', compareVersion.response, {
    summary: 'Compare a version with the published one',
    description: 'Renders the latest emails of the template with both. Nothing is sent.',
    calls: compareVersion,
    renders: true,
  })
  compareVersion(
    @CurrentContext() context: RequestContext,
    @Param({ schema: versionPath }) path: VersionPath,
    @Body({ schema: versionComparisonBody }) body: z.output<typeof versionComparisonBody>,
  ) {
    return this.services.call(compareVersion, context, { ...body, ...path });
  }

  @Endpoint('PUT', withOrWithoutLocale('/ab_test'), 'manage', setAbTest.response, {
    summary: 'Start or change an A/B test',
    description: 'A recipient always gets the same version, chosen by address.',
    calls: setAbTest,
    conditional: true,
  })
  setAbTest(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @IfMatch() expectation: Expectation,
    @Body({ schema: abTestBody }) body: z.output<typeof abTestBody>,
  ) {
    return this.services.call(setAbTest, context, { ...body, ...path, ...expectation });
  }

  @Endpoint('DELETE', withOrWithoutLocale('/ab_test'), 'manage', endAbTest.response, {
    summary: 'End an A/B test',
    description: 'The version with the largest weight stays published.',
    calls: endAbTest,
    conditional: true,
  })
  endAbTest(
    @CurrentContext() context: RequestContext,
    @Param({ schema: templatePath }) path: TemplatePath,
    @IfMatch() expectation: Expectation,
  ) {
    return this.services.call(endAbTest, context, { ...path, ...expectation });
  }
}
