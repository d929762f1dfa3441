import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { createTemplate, id, putPo, searchTemplates } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { zipOf } from '../client-libraries/po-archive.js';
import type { ReadyTemplate } from './ready-templates.js';
import { loadTemplate, loadTranslations, readyTemplates, tagOf } from './ready-templates.js';

export const installedTemplate = z
  .object({
    key: z.enum(readyTemplates).describe('Which ready template it is.'),
    template: id('template').describe('The id of the template.'),
    created: z.boolean().describe('Whether this call created it.'),
  })
  .meta({ id: 'InstalledTemplate', description: 'A ready template of the account.' });
type InstalledTemplate = z.output<typeof installedTemplate>;

/** Installs the ready templates into an account. Those that it has already are left as they are. */
@Injectable()
export class ReadyTemplatesService {
  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError `quota_exceeded`, `rate_limited` */
  async install(context: RequestContext): Promise<InstalledTemplate[]> {
    const translations = zipOf(await loadTranslations()).toString('base64');
    const installed: InstalledTemplate[] = [];
    for (const key of readyTemplates) installed.push(await this.installOne(context, key, translations));
    return installed;
  }

  private async installOne(context: RequestContext, key: ReadyTemplate, zip: string): Promise<InstalledTemplate> {
    const tag = tagOf(key);
    const { data } = await this.services.call(searchTemplates, context, { tag, count: 1 });
    const existing = data[0];
    const template = existing?.id ?? (await this.services.call(createTemplate, context, await loadTemplate(key))).id;
    // An installation that was interrupted goes on here.
    if ((existing?.locales.length ?? 1) === 1) await this.services.call(putPo, context, { tag, zip });
    return { key, template, created: existing === undefined };
  }
}
