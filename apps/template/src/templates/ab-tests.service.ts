import { Injectable } from '@nestjs/common';
import type { RequestContext, RequestOf, TemplateResource, endAbTest, setAbTest } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { LocaleKey } from '../locales/locale.entity.js';
import { LocalesService } from '../locales/locales.service.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { heaviestVersion, soleWeight } from '../versions/ab-test.js';
import { requireApproval } from '../versions/review.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { TemplatesService } from './templates.service.js';

/** A/B tests: several published versions of a locale, each with its share of the recipients. */
@Injectable()
export class AbTestsService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly templates: TemplatesService,
    private readonly locales: LocalesService,
    private readonly versions: VersionsRepository,
  ) {}

  async set(
    context: RequestContext,
    { template_id, locale, expected, versions }: RequestOf<typeof setAbTest>,
  ): Promise<TemplateResource> {
    const ids = new Set(versions.map(({ id }) => id));
    if (ids.size < versions.length) throw ServiceError.invalidField('versions', 'must contain each version id once');
    return this.change(context, { template_id, locale, expected }, async (tx, localeKey) => {
      const known = await this.versions.statesIn(tx, localeKey);
      for (const id of ids) {
        const version = known.get(id);
        if (!version) throw new ServiceError('version_not_found', `Version ${id} not found in ${localeKey.locale}`);
        requireApproval(context, version);
      }
      await this.versions.publishOnly(tx, localeKey, versions);
    });
  }

  /** Without a running test nothing changes. */
  end(context: RequestContext, request: RequestOf<typeof endAbTest>): Promise<TemplateResource> {
    return this.change(context, request, async (tx, key) => {
      const [first, ...others] = await this.versions.published(tx, key);
      if (first)
        await this.versions.publishOnly(tx, key, [{ id: heaviestVersion([first, ...others]).id, weight: soleWeight }]);
    });
  }

  private async change(
    context: RequestContext,
    { template_id, locale, expected }: RequestOf<typeof endAbTest>,
    publish: (tx: EntityManager, key: LocaleKey) => Promise<void>,
  ): Promise<TemplateResource> {
    const changed = await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const key = await this.locales.lock(tx, context, template_id, locale);
      await this.templates.assertRevision(tx, { accountId: context.accountId, id: template_id }, locale, expected);
      await publish(tx, key);
      return key.locale;
    });
    return this.templates.get(context, { template_id, locale: changed });
  }
}
