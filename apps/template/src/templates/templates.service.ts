import { Injectable } from '@nestjs/common';
import type {
  addLocale,
  ResponseInputOf,
  RequestContext,
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplatesByPage,
  RequestOf,
  TrackingChoice,
  updateTemplate,
  findTemplates,
} from '@postrider/contracts';
import { defaultLocale, ServiceError, notFound } from '@postrider/contracts';
import { enforceQuota } from '@postrider/limits';
import type { EntityManager } from 'typeorm';
import { Compiler, shownWarnings } from '../artifacts/compiler.js';
import { StoredContent } from '../limits/usage.repository.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import { rejectChanged } from '../revision.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { countBytes, toContent, toSource } from '../versions/content.js';
import { soleWeight } from '../versions/ab-test.js';
import { requireApproval } from '../versions/review.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { TemplateCopiesRepository } from './template-copies.repository.js';
import type { TemplateEntity } from './template.entity.js';
import type { RevisedTemplate } from './templates.repository.js';
import { TemplatesRepository } from './templates.repository.js';

@Injectable()
export class TemplatesService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly templates: TemplatesRepository,
    private readonly locales: LocalesRepository,
    private readonly versions: VersionsRepository,
    private readonly stored: StoredContent,
    private readonly copies: TemplateCopiesRepository,
  ) {}

  async page(
    context: RequestContext,
    { after }: RequestOf<typeof listTemplatesByPage>,
  ): Promise<ResponseInputOf<typeof listTemplatesByPage>> {
    const page = await this.templates.page(context.accountId, after);
    // A template deleted between two pages must not look like the end of the list.
    if (after !== undefined && page.items.length === 0) notFound('Template');
    return page;
  }

  named({ accountId }: RequestContext, ids: readonly string[]): Promise<ResponseInputOf<typeof findTemplates>> {
    return this.templates.named(accountId, ids);
  }

  async get(context: RequestContext, { template_id, locale }: RequestOf<typeof getTemplate>): Promise<RevisedTemplate> {
    return (await this.templates.find(context.accountId, template_id, locale)) ?? notFound('Template');
  }

  /** Creates the template, its default locale and a first version with the same name. */
  create(
    context: RequestContext,
    { locale = defaultLocale, tags = [], publish = true, ...body }: RequestOf<typeof createTemplate>,
  ): Promise<ResponseInputOf<typeof createTemplate>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const { accountId } = context;
      if (publish) requireApproval(context);
      const content = toContent(body);
      await this.stored.admit(tx, context, countBytes(content));
      const compiled = await this.compiler.compile(tx, context, toSource(content), { locale, catalogue: null });
      const templateId = await this.templates.insert(tx, accountId, body.name, distinct(tags));
      const localeKey = { accountId, templateId, locale };
      await this.locales.insert(tx, localeKey, { isDefault: true });
      await this.versions.insert(tx, localeKey, content, compiled, publish ? soleWeight : null, {
        createdBy: context.callerId ?? null,
      });
      await enforceQuota(tx, context, 'templates');
      await enforceQuota(tx, context, 'versions');
      return { id: templateId, locale, name: body.name, ...shownWarnings(compiled) };
    });
  }

  addLocale(
    context: RequestContext,
    { template_id, locale, publish = true, ...body }: RequestOf<typeof addLocale>,
  ): Promise<ResponseInputOf<typeof addLocale>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const { accountId } = context;
      const template = await this.lock(tx, context, template_id);
      const localeKey = { accountId, templateId: template.id, locale };
      if (await this.locales.find(tx, localeKey, locale))
        throw ServiceError.invalidField('locale', 'exists already in this template');
      if (publish) requireApproval(context);
      const content = toContent(body);
      await this.stored.admit(tx, context, countBytes(content));
      const inDefault = await this.locales.find(tx, localeKey, undefined);
      const defaultEngine = inDefault ? await this.versions.findEngine(tx, inDefault) : undefined;
      const source = { ...toSource(content), defaultEngine };
      const compiled = await this.compiler.compile(tx, context, source, { locale, catalogue: null });
      await this.locales.insert(tx, localeKey, { isDefault: false });
      const versionId = await this.versions.insert(tx, localeKey, content, compiled, publish ? soleWeight : null, {
        createdBy: context.callerId ?? null,
      });
      await enforceQuota(tx, context, 'versions');
      return { id: template.id, locale, name: template.name, version_id: versionId, ...shownWarnings(compiled) };
    });
  }

  /** The copy has no tags: it would be found, and translated, in place of the original. */
  duplicate(
    context: RequestContext,
    { template_id, name }: RequestOf<typeof duplicateTemplate>,
  ): Promise<ResponseInputOf<typeof duplicateTemplate>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const original = await this.lock(tx, context, template_id);
      const versions = await this.copies.originals(tx, original);
      await this.stored.admit(
        tx,
        context,
        versions.reduce((sum, { bytes }) => sum + bytes, 0),
      );
      const id = await this.copies.insert(tx, original, { name, createdBy: context.callerId ?? null }, versions);
      await enforceQuota(tx, context, 'templates');
      await enforceQuota(tx, context, 'versions');
      const copy = { accountId: context.accountId, templateId: id };
      return { id, locale: (await this.locales.find(tx, copy, undefined))!.locale, name };
    });
  }

  async update(
    context: RequestContext,
    { template_id, locale, expected, name, tags, tracking }: RequestOf<typeof updateTemplate>,
  ): Promise<void> {
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const template = await this.lock(tx, context, template_id);
      if (!(await this.locales.find(tx, toLocaleFilter(template), locale))) notFound('Template');
      await this.assertRevision(tx, template, locale, expected);
      await this.templates.update(tx, template, {
        ...(name !== undefined && { name }),
        ...(tags !== undefined && { tags: distinct(tags) }),
        ...(tracking !== undefined && { tracking: isUnset(tracking) ? null : tracking }),
      });
    });
  }

  /**
   * Without a locale, deletes the template. Deleting the last locale deletes it, too; the oldest other locale becomes
   * the default.
   */
  async delete(
    context: RequestContext,
    { template_id, locale, expected }: RequestOf<typeof deleteTemplate>,
  ): Promise<void> {
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const template = await this.lock(tx, context, template_id);
      const locales = await this.locales.list(tx, toLocaleFilter(template));
      const deleted = locales.find((one) => one.locale === locale);
      if (locale !== undefined && !deleted) notFound('Template');
      await this.assertRevision(tx, template, locale, expected);
      const [nextDefault] = locales.filter((one) => one !== deleted);
      if (!deleted || !nextDefault) return this.templates.delete(tx, template);
      await this.locales.delete(tx, deleted);
      if (deleted.isDefault) await this.locales.makeDefault(tx, nextDefault);
    });
  }

  /** Checks If-Match for a locked template, or one of its locales. */
  async assertRevision(
    tx: EntityManager,
    { accountId, id }: Pick<TemplateEntity, 'accountId' | 'id'>,
    locale: string | undefined,
    expected: readonly string[] | undefined,
  ): Promise<void> {
    if (expected === undefined) return;
    const template = (await this.templates.find(accountId, id, locale, tx)) ?? notFound('Template');
    await rejectChanged(expected, `Template "${template.name}"`, () => template.revision);
  }

  private async lock(tx: EntityManager, context: RequestContext, templateId: string): Promise<TemplateEntity> {
    return (await this.templates.lock(tx, context.accountId, templateId)) ?? notFound('Template');
  }
}

const toLocaleFilter = ({ accountId, id }: TemplateEntity) => ({ accountId, templateId: id });

const isUnset = ({ opens, clicks }: TrackingChoice): boolean => opens === undefined && clicks === undefined;

const distinct = (tags: readonly string[]): string[] => [...new Set(tags)];
