import { Injectable } from '@nestjs/common';
import type {
  RequestContext,
  createVersion,
  getVersion,
  listVersions,
  RequestOf,
  updateVersion,
  VersionResource,
} from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { Compiler } from '../artifacts/compiler.js';
import { Edits } from '../edits/edits.js';
import { TemplatesService } from '../templates/templates.service.js';
import { contentOf, replaceContent } from './content.js';
import { publishedAfterSave } from './publication.js';
import { toVersionResource } from './version.mapper.js';
import { VersionsRepository } from './versions.repository.js';

@Injectable()
export class VersionsService {
  constructor(
    private readonly edits: Edits,
    private readonly compiler: Compiler,
    private readonly templates: TemplatesService,
    private readonly versions: VersionsRepository,
  ) {}

  async list(
    context: RequestContext,
    { template_id, locale }: RequestOf<typeof listVersions>,
  ): Promise<VersionResource[]> {
    const versions = await this.versions.list(context.accountId, template_id, locale);
    if (versions.length === 0) throw new ServiceError('not_found', 'Template not found');
    return versions.map(toVersionResource);
  }

  async get(
    context: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof getVersion>,
  ): Promise<VersionResource> {
    const version = await this.versions.find(context.accountId, template_id, locale, version_id);
    return toVersionResource(version ?? notFound());
  }

  create(
    context: RequestContext,
    { template_id, locale, ...body }: RequestOf<typeof createVersion>,
  ): Promise<VersionResource> {
    return this.edits.run(context, 'using', async (tx) => {
      const { place } = await this.templates.lockWithPlace(tx, context, template_id, locale);
      const content = contentOf(body);
      const compiled = await this.compiler.compile(tx, context.accountId, content, place.catalogue);
      const id = await this.versions.insert(tx, place, content, compiled, null);
      return toVersionResource(await this.versions.read(tx, place, id));
    });
  }

  /** New content, published at once (API.md section 4). */
  update(
    context: RequestContext,
    { template_id, locale, version_id, ...body }: RequestOf<typeof updateVersion>,
  ): Promise<VersionResource> {
    return this.edits.run(context, 'using', async (tx) => {
      const { place } = await this.templates.lockWithPlace(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, place, version_id)) ?? notFound();
      const content = replaceContent(version, contentOf(body));
      const compiled = await this.compiler.compile(tx, context.accountId, content, place.catalogue);
      await this.versions.setContent(tx, version, content);
      await this.versions.setCompiled(tx, version, compiled);
      await this.versions.publishOnly(
        tx,
        place,
        publishedAfterSave(version.id, await this.versions.published(tx, place)),
      );
      return toVersionResource(await this.versions.read(tx, place, version.id));
    });
  }
}

function notFound(): never {
  throw new ServiceError('not_found', 'Version not found');
}
