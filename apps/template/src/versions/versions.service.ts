import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  ResponseOf,
  VersionResource,
  approveVersion,
  createVersion,
  deleteVersion,
  getVersion,
  listVersionsByPage,
  publishVersion,
  updateVersion,
} from '@postrider/contracts';
import { ServiceError, toTimestamp, notFound } from '@postrider/contracts';
import { enforceQuota } from '@postrider/limits';
import type { EntityManager } from 'typeorm';
import { Compiler, shownWarnings } from '../artifacts/compiler.js';
import { StoredContent } from '../limits/usage.repository.js';
import type { LocaleKey } from '../locales/locale.entity.js';
import { LocalesService } from '../locales/locales.service.js';
import { rejectChanged, hashRevision } from '../revision.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import type { WeightedVersion } from './ab-test.js';
import { publishedAfterSave, soleWeight } from './ab-test.js';
import { countBytes, isSameContent, replaceContent, toSource, toContent } from './content.js';
import { changedBy, rejectOwnApproval, requireApproval } from './review.js';
import type { VersionEntity } from './version.entity.js';
import { VersionsRepository } from './versions.repository.js';
import { exactJson, withLosslessNumbers } from '@postrider/numbers';

const toVersionResource = (version: VersionEntity): VersionResource => ({
  id: version.id,
  number: version.number,
  created: toTimestamp(version.createdAt),
  ...(version.createdBy !== null && { created_by: version.createdBy }),
  modified: toTimestamp(version.modifiedAt),
  published: version.weight !== null,
  ...(version.approvedAt !== null && { approved: toTimestamp(version.approvedAt) }),
  ...(version.approvedBy !== null && { approved_by: version.approvedBy }),
  name: version.name,
  ...(version.note !== null && { note: version.note }),
  subject: version.subject,
  html: version.html ?? '',
  text: version.text ?? '',
  ...(version.preheader !== null && { preheader: version.preheader }),
  ...(version.ampHtml !== null && { amp_html: version.ampHtml }),
  engine: version.engine,
  ...(version.autoescape !== null && { autoescape: version.autoescape }),
  ...(version.templateData !== null && {
    template_data: withLosslessNumbers(version.templateData as Record<string, unknown>, version.numberTexts),
  }),
});

/** Covers all fields of the resource that can change; the time of the last change in milliseconds. */
function versionRevision(version: VersionEntity): string {
  const { id, name, note, subject, html, text, preheader, amp_html, engine, autoescape, published, template_data } =
    toVersionResource(version);
  const data = template_data && exactJson(template_data);
  const times = [version.createdAt.getTime(), version.modifiedAt.getTime()];
  const approval = version.approvedAt === null ? [] : [version.approvedAt.getTime()];
  return hashRevision(
    id,
    name,
    note,
    subject,
    html,
    text,
    preheader,
    amp_html,
    engine,
    autoescape,
    published,
    data,
    ...times,
    ...approval,
  );
}

const toRevisedVersion = (version: VersionEntity): VersionResource & { revision: string } => ({
  ...toVersionResource(version),
  revision: versionRevision(version),
});

@Injectable()
export class VersionsService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly locales: LocalesService,
    private readonly versions: VersionsRepository,
    private readonly stored: StoredContent,
  ) {}

  async page(
    context: RequestContext,
    { template_id, locale, after }: RequestOf<typeof listVersionsByPage>,
  ): Promise<ResponseOf<typeof listVersionsByPage>> {
    const { versions, next } = await this.versions.page(context.accountId, template_id, locale, after);
    if (versions.length === 0) notFound('Template');
    return { items: versions.map(toVersionResource), ...(next === undefined ? {} : { next }) };
  }

  async get(
    context: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof getVersion>,
  ): Promise<ResponseInputOf<typeof getVersion>> {
    const version = await this.versions.find(context.accountId, template_id, locale, version_id);
    return toRevisedVersion(version ?? notFound('Version'));
  }

  create(
    context: RequestContext,
    { template_id, locale, note, publish, replaces, ...body }: RequestOf<typeof createVersion>,
  ): Promise<ResponseInputOf<typeof createVersion>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      if (publish) requireApproval(context);
      const published = publish ? await this.findReplaced(tx, localeKey, replaces) : [];
      const content = toContent(body);
      await this.stored.admit(tx, context, countBytes(content));
      const defaultEngine = await this.versions.findEngine(tx, localeKey);
      const compiled = await this.compiler.compile(tx, context, { ...toSource(content), defaultEngine }, localeKey);
      const id = await this.versions.insert(tx, localeKey, content, compiled, null, {
        note: note || null,
        createdBy: context.callerId ?? null,
      });
      if (publish) await this.versions.publishOnly(tx, localeKey, publishedAfterSave(id, published));
      const version = await this.versions.read(tx, localeKey, id);
      await enforceQuota(tx, context, 'versions');
      return { ...toRevisedVersion(version), ...shownWarnings(compiled) };
    });
  }

  /** Saves new content and publishes it, unless `publish` is false. */
  update(
    context: RequestContext,
    { template_id, locale, version_id, expected, note, publish, replaces, ...body }: RequestOf<typeof updateVersion>,
  ): Promise<ResponseInputOf<typeof updateVersion>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      await assertRevision(version, expected);
      if (publish === false && version.weight !== null) rejectDraftInPublished(version);
      const published = publish === false ? [] : await this.findReplaced(tx, localeKey, replaces);
      const submitted = toContent(body);
      const content = publish === undefined ? replaceContent(version, submitted) : submitted;
      await this.stored.admit(tx, context, countBytes(content) - countBytes(version));
      const source = { ...toSource(content), defaultEngine: version.engine };
      const compiled = await this.compiler.compile(tx, context, source, localeKey);
      const isChanged = !isSameContent(version, { ...content, engine: compiled.artifact.engine });
      if (publish !== false) requireApproval(context, isChanged ? undefined : version);
      await this.versions.setContent(tx, version.accountId, [version.id], {
        ...content,
        ...(isChanged && changedBy(context)),
        ...(note !== undefined && { note: note || null }),
      });
      await this.versions.setCompiled(tx, version.accountId, [{ version, compiled }]);
      if (publish !== false) await this.versions.publishOnly(tx, localeKey, publishedAfterSave(version.id, published));
      return { ...toRevisedVersion(await this.versions.read(tx, localeKey, version.id)), ...shownWarnings(compiled) };
    });
  }

  /** Makes this the only published version, which ends an A/B test. */
  publish(
    context: RequestContext,
    { template_id, locale, version_id, expected }: RequestOf<typeof publishVersion>,
  ): Promise<ResponseInputOf<typeof publishVersion>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      await assertRevision(version, expected);
      requireApproval(context, version);
      await this.versions.publishOnly(tx, localeKey, [{ id: version.id, weight: soleWeight }]);
      return toRevisedVersion({ ...version, weight: soleWeight });
    });
  }

  /** `expected` keeps a reviewer from approving content that was changed meanwhile. */
  approve(
    context: RequestContext,
    { template_id, locale, version_id, expected }: RequestOf<typeof approveVersion>,
  ): Promise<ResponseInputOf<typeof approveVersion>> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      await assertRevision(version, expected);
      rejectOwnApproval(context, version);
      await this.versions.setApproval(tx, version, context.callerId ?? null);
      return toRevisedVersion(await this.versions.read(tx, localeKey, version.id));
    });
  }

  /** Only drafts can be deleted, and not the last version of a locale. The artifact is kept for accepted email. */
  async delete(
    context: RequestContext,
    { template_id, locale, version_id, expected }: RequestOf<typeof deleteVersion>,
  ): Promise<void> {
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      await assertRevision(version, expected);
      if (version.weight !== null) rejectPublished(version, await this.versions.published(tx, localeKey));
      if ((await this.versions.statesIn(tx, localeKey)).size === 1) rejectLast(version);
      await this.versions.delete(tx, version);
    });
  }

  /**
   * Finds the published versions that a save replaces.
   * @throws ServiceError `precondition_failed` when `replaces` is not the revision of the only published version
   */
  private async findReplaced(
    tx: EntityManager,
    localeKey: LocaleKey,
    replaces: string | undefined,
  ): Promise<readonly WeightedVersion[]> {
    const published = await this.versions.published(tx, localeKey);
    if (replaces === undefined) return published;
    const sole = published.length === 1 ? await this.versions.findIn(tx, localeKey, published[0]!.id) : undefined;
    if (sole && versionRevision(sole) === replaces) return published;
    throw new ServiceError(
      'precondition_failed',
      `The published version of ${localeKey.locale} was changed since the revision in replaces; this request changed nothing. Read it again`,
    );
  }
}

const assertRevision = (version: VersionEntity, expected: readonly string[] | undefined): Promise<void> =>
  rejectChanged(expected, `Version "${version.name}"`, () => versionRevision(version));

function rejectPublished({ name, locale }: VersionEntity, published: readonly WeightedVersion[]): never {
  throw new ServiceError(
    'in_use',
    published.length > 1
      ? `Version "${name}" is part of the A/B test of ${locale}; end the test first, or continue it without this version`
      : `Version "${name}" is the only published one of ${locale}; publish another one first, or delete the locale`,
  );
}

function rejectLast({ name, locale }: VersionEntity): never {
  throw new ServiceError('in_use', `Version "${name}" is the only one of ${locale}; delete the template or the locale`);
}

function rejectDraftInPublished({ name }: VersionEntity): never {
  throw new ServiceError(
    'in_use',
    `Version "${name}" is published, so saving it changes what is sent. Create a draft, or save it with publish`,
  );
}
