import { Injectable } from '@nestjs/common';
import type {
  RequestContext,
  endAbTest,
  publishVersion,
  RequestOf,
  setAbTest,
  TemplateResource,
  VersionResource,
} from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { Edits } from '../edits/edits.js';
import { TemplatesService } from '../templates/templates.service.js';
import { heaviest } from './ab-test.js';
import { soleWeight } from './publication.js';
import { toVersionResource } from './version.mapper.js';
import { VersionsRepository } from './versions.repository.js';

/** Which versions of a locale are sent (API.md section 4). */
@Injectable()
export class PublicationService {
  constructor(
    private readonly edits: Edits,
    private readonly templates: TemplatesService,
    private readonly versions: VersionsRepository,
  ) {}

  /** Makes it the one published version, which ends an A/B test. */
  publish(
    context: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof publishVersion>,
  ): Promise<VersionResource> {
    return this.edits.run(context, 'using', async (tx) => {
      const { place } = await this.templates.lockWithPlace(tx, context, template_id, locale);
      const version = await this.versions.findIn(tx, place, version_id);
      if (!version) throw new ServiceError('not_found', 'Version not found');
      await this.versions.publishOnly(tx, place, [{ id: version.id, weight: soleWeight }]);
      return toVersionResource({ ...version, weight: soleWeight });
    });
  }

  async setAbTest(
    context: RequestContext,
    { template_id, locale, versions }: RequestOf<typeof setAbTest>,
  ): Promise<TemplateResource> {
    const ids = new Set(versions.map(({ id }) => id));
    if (ids.size < versions.length)
      throw ServiceError.invalidFields([{ field: 'versions', message: 'must name each version once' }]);
    const place = await this.edits.run(context, 'using', async (tx) => {
      const { place } = await this.templates.lockWithPlace(tx, context, template_id, locale);
      const known = await this.versions.idsIn(tx, place);
      const unknown = [...ids].find((id) => !known.has(id));
      if (unknown !== undefined)
        throw new ServiceError('version_not_found', `Version ${unknown} not found in ${place.locale}`);
      await this.versions.publishOnly(tx, place, versions);
      return place;
    });
    return this.templates.get(context, { template_id, locale: place.locale });
  }

  /** Where no test runs there is nothing to end, and nothing changes. */
  async endAbTest(
    context: RequestContext,
    { template_id, locale }: RequestOf<typeof endAbTest>,
  ): Promise<TemplateResource> {
    const place = await this.edits.run(context, 'using', async (tx) => {
      const { place } = await this.templates.lockWithPlace(tx, context, template_id, locale);
      const [first, ...others] = await this.versions.published(tx, place);
      if (first)
        await this.versions.publishOnly(tx, place, [{ id: heaviest([first, ...others]).id, weight: soleWeight }]);
      return place;
    });
    return this.templates.get(context, { template_id, locale: place.locale });
  }
}
