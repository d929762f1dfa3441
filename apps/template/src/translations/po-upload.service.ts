import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, isLocale, newId } from '@postrider/contracts';
import { enforceQuota } from '@postrider/limits';
import { unavailable } from '@postrider/messaging';
import type { Catalogue } from '@postrider/rendering';
import { PoArchiveError, PoolUnavailable, Renderer, RenderingRejected } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import type { Compiled } from '../artifacts/compiler.js';
import { Compiler } from '../artifacts/compiler.js';
import { StoredContent } from '../limits/usage.repository.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import type { TemplateEntity } from '../templates/template.entity.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { countBytes, contentIn, isSameContent, toSource } from '../versions/content.js';
import { changedBy, requireApproval } from '../versions/review.js';
import type { VersionEntity } from '../versions/version.entity.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { unknownTag } from './pot.service.js';
import type { LocaleKey } from '../locales/locale.entity.js';
import type { WeightedVersion } from '../versions/ab-test.js';

/** A locale of a template during an upload. */
class LocaleUpload {
  /** The versions to publish when all are translated. */
  readonly published: WeightedVersion[] = [];
  private readonly untranslated: VersionEntity[];

  /** @param versions of the locale, oldest first */
  constructor(
    readonly localeKey: LocaleKey,
    readonly catalogue: Catalogue,
    versions: readonly VersionEntity[],
  ) {
    this.untranslated = [...versions];
  }

  get locale(): string {
    return this.localeKey.locale;
  }

  /** The version that receives an original: the first remaining one with the same name. */
  takeCounterpart({ name }: VersionEntity): VersionEntity | undefined {
    const index = this.untranslated.findIndex((version) => version.name === name);
    return index < 0 ? undefined : this.untranslated.splice(index, 1)[0];
  }

  /** Versions of the locale that have no original. */
  get others(): readonly VersionEntity[] {
    return this.untranslated;
  }
}

const maxConcurrentCompilations = 4;
/** Versions are compiled and written in batches of at most this many characters. */
const writeBatchSize = 524_288;
const maxBatch = 20;

@Injectable()
export class PoUploadService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly renderer: Renderer,
    private readonly templates: TemplatesRepository,
    private readonly locales: LocalesRepository,
    private readonly versions: VersionsRepository,
    private readonly stored: StoredContent,
  ) {}

  /**
   * Translates all templates with the tag into the locales of the archive: each version of the default locale gets a
   * counterpart of the same name, published like the original. Idempotent; one invalid file or template fails the
   * upload.
   */
  async upload(context: RequestContext, tag: string, zip: Buffer): Promise<void> {
    // Checked first, to avoid reading an archive in vain.
    if (!(await this.templates.isTagged(context.accountId, tag))) unknownTag(tag);
    const catalogues = await this.read(context, zip);
    const translations = new Map<string, Translation>();
    for (const [locale, catalogue] of catalogues) {
      await setImmediate();
      translations.set(locale, { catalogue, json: JSON.stringify(catalogue) });
    }
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const templates = await this.templates.lockTagged(tx, context.accountId, tag);
      if (templates.length === 0) unknownTag(tag);
      for (const template of templates) await this.translate(tx, context, template, translations);
      await enforceQuota(tx, context, 'versions');
    });
  }

  /** Runs in a worker, with the caller's deadline and the account's share of the workers. */
  private async read({ accountId, deadline }: RequestContext, zip: Buffer): Promise<ReadonlyMap<string, Catalogue>> {
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      return await this.renderer.readTranslations(zip, isLocale, { account: accountId, signal });
    } catch (error) {
      if (error instanceof PoArchiveError || error instanceof RenderingRejected)
        throw ServiceError.invalidField('file', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }

  private async translate(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    translations: ReadonlyMap<string, Translation>,
  ): Promise<void> {
    const { accountId, id: templateId } = template;
    const original = await this.locales.find(tx, { accountId, templateId }, undefined);
    if (!original) return;
    // A file for the template's own language is ignored.
    const uploads = await this.insertLocales(
      tx,
      template,
      new Map([...translations].filter(([locale]) => locale !== original.locale)),
    );
    for (const version of uploads.length > 0 ? await this.versions.listIn(tx, original) : [])
      await this.translateVersion(tx, context, template, version, uploads);
    for (const upload of uploads) await this.finish(tx, context, template, upload);
  }

  private async insertLocales(
    tx: EntityManager,
    template: TemplateEntity,
    translations: ReadonlyMap<string, Translation>,
  ): Promise<LocaleUpload[]> {
    const templateKey = { accountId: template.accountId, templateId: template.id };
    const locales = [...translations.keys()];
    await this.locales.addMissing(tx, templateKey, locales);
    for (const [locale, { json }] of translations)
      await this.locales.setCatalogue(tx, { ...templateKey, locale }, json);
    const versions = await this.versions.listInAll(tx, templateKey, locales);
    return [...translations].map(
      ([locale, { catalogue }]) => new LocaleUpload({ ...templateKey, locale }, catalogue, versions.get(locale) ?? []),
    );
  }

  private async translateVersion(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    original: VersionEntity,
    uploads: readonly LocaleUpload[],
  ): Promise<void> {
    const compile = await this.compiler.prepare(tx, context, toSource(original));
    const batchSize = Math.max(1, Math.min(maxBatch, Math.floor(writeBatchSize / Math.max(1, countBytes(original)))));
    for (let from = 0; from < uploads.length; from += batchSize) {
      const batch = [];
      for (let next = from; next < Math.min(from + batchSize, uploads.length); next += maxConcurrentCompilations) {
        const compiling = uploads
          .slice(next, Math.min(next + maxConcurrentCompilations, from + batchSize))
          .map(async (upload) => ({
            upload,
            compiled: await compile(upload).catch(rethrowWithVersion(template, original, upload)),
          }));
        batch.push(...(await Promise.all(compiling)));
      }
      await this.put(tx, context, template, original, batch);
    }
  }

  /** Writes into the versions of that name, or new ones. Unchanged ones are not written. */
  private async put(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    original: VersionEntity,
    translated: readonly { readonly upload: LocaleUpload; readonly compiled: Compiled }[],
  ): Promise<void> {
    const { accountId } = template;
    const existing = [];
    const added = [];
    let growth = 0;
    for (const { upload, compiled } of translated) {
      const version = upload.takeCounterpart(original);
      const id = version?.id ?? newId('version');
      if (version) existing.push({ version, compiled });
      else added.push({ locale: upload.localeKey.locale, compiled, id, createdBy: context.callerId ?? null });
      growth += Math.max(0, countBytes(original) - (version ? countBytes(version) : 0));
      if (original.weight !== null) upload.published.push({ id, weight: original.weight });
    }
    await this.stored.admit(tx, context, growth);
    const content = contentIn(original);
    if (added.length > 0)
      await this.versions.insertInto(tx, { accountId, templateId: template.id }, added, content, null);
    if (existing.length === 0) return;
    const recompiled = await this.versions.setCompiled(tx, accountId, existing);
    const changed = existing.filter(({ version }) => recompiled.has(version.id) || !isSameContent(version, original));
    if (changed.some(({ version }) => version.weight !== null)) requireApproval(context, original);
    const ids = changed.map(({ version }) => version.id);
    if (ids.length > 0) await this.versions.setContent(tx, accountId, ids, { ...content, ...changedBy(context) });
  }

  /**
   * Recompiles the locale's own versions. If one of them is published, it stays published; otherwise the translated
   * ones are.
   */
  private async finish(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    upload: LocaleUpload,
  ): Promise<void> {
    for (const version of upload.others) {
      const compile = await this.compiler.prepare(tx, context, toSource(version));
      const compiled = await compile(upload).catch(rethrowWithVersion(template, version, upload));
      await this.versions.setCompiled(tx, context.accountId, [{ version, compiled }]);
    }
    if (upload.others.every(({ weight }) => weight === null))
      await this.versions.publishOnly(tx, upload.localeKey, upload.published);
  }
}

/** The translation of a locale; written to every template. */
interface Translation {
  readonly catalogue: Catalogue;
  readonly json: string;
}

const rethrowWithVersion =
  (template: TemplateEntity, version: VersionEntity, { localeKey }: LocaleUpload) =>
  (error: unknown): never => {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_template') throw error;
    throw new ServiceError(
      error.code,
      `Template "${template.name}" (${localeKey.locale}, version "${version.name}"): ${error.message}`,
    );
  };
