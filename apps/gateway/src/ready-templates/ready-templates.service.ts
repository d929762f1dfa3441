import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { createTemplate, id, putPo, searchTemplates } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { createZip } from '../client-libraries/po-archive.js';
import type { IdentityTemplate, ReadyTemplate } from './ready-templates.js';
import { identityTemplates, loadReadyTemplates, loadTranslations } from './ready-templates.js';

export const installedTemplate = z
  .object({
    key: z.enum(identityTemplates).describe('Which ready template it is.'),
    template: id('template').describe('The id of the template.'),
    created: z.boolean().describe('Whether this call created it.'),
  })
  .meta({ id: 'InstalledTemplate', description: 'A ready template of the account.' });
type InstalledTemplate = z.output<typeof installedTemplate>;

/** The tag of all templates for identity providers, and that of a single one, by which it is found again. */
const commonTag = 'identity';
const toTag = (key: IdentityTemplate): string => `${commonTag}-${key}`;

@Injectable()
export class ReadyTemplatesService {
  private loaded: Promise<readonly ReadyTemplate[]> | undefined;

  constructor(private readonly services: ContractClient) {}

  list(): Promise<readonly ReadyTemplate[]> {
    return (this.loaded ??= loadReadyTemplates());
  }

  /**
   * Installs those for identity providers. Those that the account has already are left as they are.
   * They are published without a review.
   * @throws ServiceError `quota_exceeded`, `rate_limited`
   */
  async install(caller: RequestContext): Promise<InstalledTemplate[]> {
    const context = { ...caller, requiresReview: false };
    const translations = createZip(await loadTranslations()).toString('base64');
    const installed: InstalledTemplate[] = [];
    for (const key of identityTemplates) installed.push(await this.installOne(context, key, translations));
    return installed;
  }

  private async installOne(context: RequestContext, key: IdentityTemplate, zip: string): Promise<InstalledTemplate> {
    const tag = toTag(key);
    const { data } = await this.services.call(searchTemplates, context, { tag, count: 1 });
    const existing = data[0];
    const template = existing?.id ?? (await this.create(context, key));
    // An installation that was interrupted goes on here.
    if ((existing?.locales.length ?? 1) === 1) await this.services.call(putPo, context, { tag, zip });
    return { key, template, created: existing === undefined };
  }

  private async create(context: RequestContext, key: IdentityTemplate): Promise<string> {
    const { key: _key, ...content } = (await this.list()).find((each) => each.key === key)!;
    const created = await this.services.call(createTemplate, context, { ...content, tags: [commonTag, toTag(key)] });
    return created.id;
  }
}
