import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { isLocale, ServiceError } from '@postrider/contracts';
import type { Catalogue } from '@postrider/rendering';
import { parsePoArchive, PoArchiveError } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import type { Compiled } from '../artifacts/compiler.js';
import { Compiler } from '../artifacts/compiler.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import type { TemplateEntity } from '../templates/template.entity.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { contentIn, isSameContent, sourceOf } from '../versions/content.js';
import type { VersionEntity } from '../versions/version.entity.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { LocaleUpload } from './locale-upload.js';
import { unknownTag } from './unknown-tag.js';

const compiledAtOnce = 4;

@Injectable()
export class PoUploadService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly templates: TemplatesRepository,
    private readonly locales: LocalesRepository,
    private readonly versions: VersionsRepository,
  ) {}

  /**
   * Makes every template with the tag speak the languages of the archive: each version of its default locale gets a counterpart of the same name
   * in the other, published as the original is. All of it or, where one file or template is at fault, nothing; again, and nothing changes.
   */
  async upload(context: RequestContext, tag: string, zip: Buffer): Promise<void> {
    const catalogues = await read(zip);
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const templates = await this.templates.lockTagged(tx, context.accountId, tag);
      if (templates.length === 0) unknownTag(tag);
      for (const template of templates) await this.translate(tx, context, template, catalogues);
    });
  }

  private async translate(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    catalogues: ReadonlyMap<string, Catalogue>,
  ): Promise<void> {
    const { accountId, id: templateId } = template;
    const original = await this.locales.find(tx, { accountId, templateId }, undefined);
    if (!original) return;
    const uploads: LocaleUpload[] = [];
    for (const [locale, catalogue] of catalogues) {
      // A file for the template's own language has nothing to say to it.
      if (locale !== original.locale) uploads.push(await this.begin(tx, template, locale, catalogue));
    }
    for (const version of uploads.length > 0 ? await this.versions.listIn(tx, original) : [])
      await this.translateVersion(tx, context, template, version, uploads);
    for (const upload of uploads) await this.finish(tx, context, template, upload);
  }

  private async begin(
    tx: EntityManager,
    template: TemplateEntity,
    locale: string,
    catalogue: Catalogue,
  ): Promise<LocaleUpload> {
    const place = { accountId: template.accountId, templateId: template.id, locale };
    if (!(await this.locales.find(tx, place, locale))) await this.locales.insert(tx, place, { isDefault: false });
    await this.locales.setCatalogue(tx, place, catalogue);
    return new LocaleUpload(place, catalogue, await this.versions.listIn(tx, place));
  }

  private async translateVersion(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    original: VersionEntity,
    uploads: readonly LocaleUpload[],
  ): Promise<void> {
    const compile = await this.compiler.prepare(tx, context, sourceOf(original));
    for (let from = 0; from < uploads.length; from += compiledAtOnce) {
      const batch = uploads.slice(from, from + compiledAtOnce);
      const compiled = await Promise.all(
        batch.map(async (upload) => ({
          upload,
          compiled: await compile(upload.catalogue).catch(naming(template, original, upload)),
        })),
      );
      for (const { upload, compiled: translated } of compiled) {
        const id = await this.put(tx, upload, original, translated);
        if (original.weight !== null) upload.published.push({ id, weight: original.weight });
      }
    }
  }

  /** Into the version of that name, or a new one; nothing is written where nothing changes. */
  private async put(
    tx: EntityManager,
    upload: LocaleUpload,
    original: VersionEntity,
    compiled: Compiled,
  ): Promise<string> {
    const counterpart = upload.takeCounterpart(original);
    if (!counterpart) return this.versions.insert(tx, upload.place, contentIn(original), compiled, null);
    const recompiled = await this.versions.setCompiled(tx, counterpart, compiled);
    if (recompiled || !isSameContent(counterpart, original))
      await this.versions.setContent(tx, counterpart, contentIn(original));
    return counterpart.id;
  }

  /** What the locale has of its own takes the translations too. Where that is what is published, it stays; else the originals decide. */
  private async finish(
    tx: EntityManager,
    context: RequestContext,
    template: TemplateEntity,
    upload: LocaleUpload,
  ): Promise<void> {
    for (const version of upload.others) {
      const compile = await this.compiler.prepare(tx, context, sourceOf(version));
      await this.versions.setCompiled(
        tx,
        version,
        await compile(upload.catalogue).catch(naming(template, version, upload)),
      );
    }
    if (upload.others.every(({ weight }) => weight === null))
      await this.versions.publishOnly(tx, upload.place, upload.published);
  }
}

async function read(zip: Buffer): Promise<ReadonlyMap<string, Catalogue>> {
  try {
    return await parsePoArchive(zip, { isLocale });
  } catch (error) {
    if (error instanceof PoArchiveError) throw ServiceError.invalidFields([{ field: 'file', message: error.message }]);
    throw error;
  }
}

const naming =
  (template: TemplateEntity, version: VersionEntity, { place }: LocaleUpload) =>
  (error: unknown): never => {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(
      error.code,
      `Template "${template.name}" (${place.locale}, version "${version.name}"): ${error.message}`,
    );
  };
