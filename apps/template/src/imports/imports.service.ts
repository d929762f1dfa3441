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
} from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { Compiler } from '../artifacts/compiler.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import { SnippetsService } from '../snippets/snippets.service.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { sourceOf, versionContentOf } from '../versions/content.js';
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
  name: content.name,
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

/** One locale of a template, as lists of templates have them: the default locale of each first. */
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

/** For a template with all its locales: MJML may have to be compiled for each version. */
const templateMs = 120_000;

/** Takes templates and snippets of another installation or service in, under the ids that they had there. */
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

  /** All locales of one template, the default one first; all of it or nothing. A draft that does not compile is left out. */
  template(accountId: string, locales: readonly ExportedTemplateLocale[]): Promise<Imported> {
    const context = contextOf(accountId);
    const notes: string[] = [];
    const work = async (tx: EntityManager): Promise<Imported> => {
      const [{ id, name, tags = [], created }] = locales as [ExportedTemplateLocale];
      if (await this.templates.lock(tx, accountId, id)) return { outcome: 'is here already', notes };
      await this.templates.insert(tx, accountId, name, [...new Set(tags)], { id, ...createdAt(created) });
      for (const [position, { locale, versions, created }] of locales.entries()) {
        const place = { accountId, templateId: id, locale };
        await this.locales.insert(tx, place, { isDefault: position === 0, ...createdAt(created) });
        for (const version of versions) {
          const content = versionContentOf(version);
          const audience = { locale, catalogue: null };
          const compiled = await this.compiler
            .compile(tx, context, sourceOf(content), audience)
            .catch((error: unknown) => {
              if (version.published || !isInvalidTemplate(error)) throw named(error, locale, version);
              notes.push(`the draft "${version.name}" (${locale}) is left out: ${error.message}`);
              return undefined;
            });
          const weight = version.published ? soleWeight : null;
          const modified = version.modified ?? version.created;
          const times = {
            ...createdAt(version.created),
            ...(modified === undefined ? {} : { modifiedAt: new Date(modified * 1000) }),
          };
          if (compiled) await this.versions.insert(tx, place, content, compiled, weight, { id: version.id, ...times });
        }
      }
      return { outcome: 'imported', notes };
    };
    return this.transactions.run(context, { snippets: 'shared' }, work).catch(refused);
  }

  /** The names of those of these templates that there are, by id. */
  async names(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.templates.named(accountId, ids)).map(({ id, name }) => [id, name]));
  }

  async snippet(accountId: string, { id, name, body, created }: ExportedSnippet): Promise<Imported> {
    const context = contextOf(accountId);
    try {
      await this.snippets.get(context, { snippet_id: id });
      return { outcome: 'is here already', notes: [] };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    }
    return this.snippets
      .create(context, { name, body }, { id, ...createdAt(created) })
      .then(() => ({ outcome: 'imported', notes: [] }), refused);
  }
}

const createdAt = (created: number | undefined): { readonly createdAt?: Date } =>
  created === undefined ? {} : { createdAt: new Date(created * 1000) };

/** The operator imports, so no time that the account may spend compiling MJML is counted. */
const limits = { mjml_seconds_per_second: Number.MAX_SAFE_INTEGER };

const contextOf = (accountId: string): RequestContext => ({
  accountId,
  requestId: newId('request'),
  deadline: Date.now() + templateMs,
  limits,
  // What is imported was written for the service that client libraries are for.
  clientLibrary: true,
});

const isInvalidTemplate = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'invalid_template';

/** An error that says which version it is about. */
const named = (error: unknown, locale: string, { name }: ExportedVersion): unknown =>
  isInvalidTemplate(error) ? new ServiceError(error.code, `"${name}" (${locale}): ${error.message}`) : error;

function refused(error: unknown): Imported {
  if (error instanceof ServiceError) return { outcome: 'refused', notes: [error.message] };
  const taken =
    error instanceof QueryFailedError && takenBy[(error.driverError as { constraint?: string }).constraint ?? ''];
  if (taken) return { outcome: 'refused', notes: [taken] };
  throw error;
}

/** What a unique index says of a file that holds something twice, or of an account that has it. */
const takenBy: Readonly<Record<string, string>> = {
  locales_pkey: 'a locale of it is in the file twice',
  versions_pkey: 'the id of one of its versions is that of another version, here or in the file',
};
