import { Injectable } from '@nestjs/common';
import type { Imported, RequestContext } from '@postrider/contracts';
import {
  ServiceError,
  addLocaleBody,
  id,
  importedId,
  locale,
  newId,
  snippetBody,
  text,
  timestamp,
  versionBody,
} from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { Compiler } from '../artifacts/compiler.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import { SnippetsService } from '../snippets/snippets.service.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { toSource, toContent } from '../versions/content.js';
import { soleWeight } from '../versions/ab-test.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { z } from 'zod';

const content = addLocaleBody.shape;
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const version = z.object({
  id: id('version'),
  created: optional(timestamp),
  modified: optional(timestamp),
  number: optional(z.int().min(1)),
  name: content.name,
  note: optional(versionBody.shape.note),
  published: z.boolean().default(false),
  subject: content.subject,
  html: content.html,
  text: content.text,
  preheader: content.preheader,
  amp_html: content.amp_html,
  template_data: content.template_data,
  engine: content.engine,
  autoescape: content.autoescape,
});
type ExportedVersion = z.output<typeof version>;

/** One locale of a template, as in the list of templates: the default locale comes first. */
export const exportedTemplateLocale = z.object({
  id: importedId('template'),
  name: text(255),
  locale: locale.default('en-US'),
  created: optional(timestamp),
  tags: optional(z.array(z.string())),
  versions: z.array(version, 'must be an array').min(1, 'must hold at least one version'),
});
type ExportedTemplateLocale = z.output<typeof exportedTemplateLocale>;

export const exportedSnippet = snippetBody.extend({ id: importedId('snippet'), created: optional(timestamp) });
type ExportedSnippet = z.output<typeof exportedSnippet>;

/** Time limit per template with all its locales: each version may contain MJML. */
const templateMs = 120_000;

/** Imports templates and snippets of another installation or service, keeping their ids. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly templates: TemplatesRepository,
    private readonly locales: LocalesRepository,
    private readonly versions: VersionsRepository,
    private readonly snippets: SnippetsService,
  ) {}

  /**
   * Imports a template with all its locales, the default one first, or nothing. Drafts that do not compile are skipped.
   */
  template(accountId: string, locales: readonly ExportedTemplateLocale[]): Promise<Imported> {
    const context = createContext(accountId);
    const notes: string[] = [];
    const work = async (tx: EntityManager): Promise<Imported> => {
      const [{ id, name, tags = [], created }] = locales as [ExportedTemplateLocale];
      if (await this.templates.lock(tx, accountId, id)) return { outcome: 'already exists', notes };
      await this.templates.insert(tx, accountId, name, [...new Set(tags)], { id, ...createdAt(created) });
      for (const [position, { locale, versions, created }] of locales.entries()) {
        const localeKey = { accountId, templateId: id, locale };
        await this.locales.insert(tx, localeKey, { isDefault: position === 0, ...createdAt(created) });
        for (const version of versions) {
          const content = toContent(version);
          const audience = { locale, catalogue: null };
          const compiled = await this.compiler
            .compile(tx, context, toSource(content), audience)
            .catch((error: unknown) => {
              if (version.published || !isInvalidTemplate(error)) throw withVersionName(error, locale, version);
              notes.push(`the draft "${version.name}" (${locale}) was skipped: ${error.message}`);
              return undefined;
            });
          const weight = version.published ? soleWeight : null;
          const modified = version.modified ?? version.created;
          const times = {
            ...createdAt(version.created),
            ...(modified === undefined ? {} : { modifiedAt: new Date(modified * 1000) }),
          };
          if (compiled)
            await this.versions.insert(tx, localeKey, content, compiled, weight, {
              id: version.id,
              ...(version.number !== undefined && { number: version.number }),
              note: version.note || null,
              ...times,
            });
        }
      }
      return { outcome: 'imported', notes };
    };
    return this.transactions.run(context, { snippets: 'shared' }, work).catch(rejected);
  }

  /** Names of those of the given templates that exist, by id. */
  async names(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.templates.named(accountId, ids)).map(({ id, name }) => [id, name]));
  }

  async snippet(accountId: string, { id, name, body, created }: ExportedSnippet): Promise<Imported> {
    const context = createContext(accountId);
    try {
      await this.snippets.get(context, { snippet_id: id });
      return { outcome: 'already exists', notes: [] };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    }
    return this.snippets
      .create(context, { name, body }, { id, ...createdAt(created) })
      .then(() => ({ outcome: 'imported', notes: [] }), rejected);
  }
}

const createdAt = (created: number | undefined): { readonly createdAt?: Date } =>
  created === undefined ? {} : { createdAt: new Date(created * 1000) };

/** Imports are run by the operator and do not use the account's MJML time. */
const limits = { mjml_seconds_per_second: Number.MAX_SAFE_INTEGER };

const createContext = (accountId: string): RequestContext => ({
  accountId,
  requestId: newId('request'),
  deadline: Date.now() + templateMs,
  limits,
  // Imported templates were written for the service that the client libraries come from.
  clientLibrary: true,
});

const isInvalidTemplate = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'invalid_template';

/** Adds the version to the error message. */
const withVersionName = (error: unknown, locale: string, { name }: ExportedVersion): unknown =>
  isInvalidTemplate(error) ? new ServiceError(error.code, `"${name}" (${locale}): ${error.message}`) : error;

function rejected(error: unknown): Imported {
  if (error instanceof ServiceError) return { outcome: 'refused', notes: [error.message] };
  const conflict =
    error instanceof QueryFailedError &&
    conflictMessages[(error.driverError as { constraint?: string }).constraint ?? ''];
  if (conflict) return { outcome: 'refused', notes: [conflict] };
  throw error;
}

/** Messages for violated unique indexes: duplicates in the file or in the account. */
const conflictMessages: Readonly<Record<string, string>> = {
  locales_pkey: 'the file contains one of its locales twice',
  versions_number: 'the file contains the number of one of its versions twice',
  versions_pkey: 'the id of one of its versions is used by another version, here or in the file',
};
