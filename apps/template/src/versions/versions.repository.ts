import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ServiceError, newId } from '@postrider/contracts';
import type { Catalogue } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { In, Repository } from 'typeorm';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import type { Compiled } from '../artifacts/compiler.js';
import type { LocaleEntity, LocaleKey } from '../locales/locale.entity.js';
import type { SizedRow } from '../page.js';
import { firstPage, rowsForPage } from '../page.js';
import type { WeightedVersion } from './ab-test.js';
import type { Content } from './content.js';
import type { ReviewColumns } from './review.js';
import { VersionEntity } from './version.entity.js';

/** What an insert may set besides content and state; the database sets the number and the times that are omitted. */
type Origin = Partial<Pick<VersionEntity, 'number' | 'note' | 'createdAt' | 'createdBy' | 'modifiedAt'>>;

/** Per locale: the template resource lists all of them. */
const maxVersions = 1000;

@Injectable()
export class VersionsRepository {
  constructor(
    @InjectRepository(VersionEntity) private readonly versions: Repository<VersionEntity>,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  /** Oldest first; of the default locale when none is given. Empty when the template or locale does not exist. */
  list(accountId: string, templateId: string, locale: string | undefined): Promise<VersionEntity[]> {
    return this.inLocale(accountId, templateId, locale).orderBy('version.createdAt').addOrderBy('version.id').getMany();
  }

  /** One page of the list; `next` is the id to continue after. */
  async page(
    accountId: string,
    templateId: string,
    locale: string | undefined,
    after: string | undefined,
  ): Promise<{ versions: VersionEntity[]; next?: string }> {
    const rows: SizedRow[] = await this.versions.query(
      `with following as materialized (
         select id, created_at from versions
         where account_id = $1 and template_id = $2
           and locale = coalesce($3, (select locale from locales where account_id = $1 and template_id = $2 and is_default))
           and ($4::text is null or (created_at, id) > (select created_at, id from versions where account_id = $1 and id = $4))
         order by created_at, id limit $5
       )
       select v.id as key, coalesce(octet_length(v.html), 0) + coalesce(octet_length(v.text), 0) + coalesce(octet_length(v.preheader), 0)
         + coalesce(octet_length(v.amp_html), 0) + coalesce(octet_length(v.template_data::text), 0)
         + coalesce(octet_length(v.number_texts::text), 0) as bytes
       from following join versions as v on v.account_id = $1 and v.id = following.id
       order by following.created_at, following.id`,
      [accountId, templateId, locale ?? null, after ?? null, rowsForPage],
    );
    const { keys, ...rest } = firstPage(rows);
    const versions = await this.versions.find({
      where: { accountId, id: In(keys) },
      order: { createdAt: 'asc', id: 'asc' },
    });
    return { versions, ...rest };
  }

  find(
    accountId: string,
    templateId: string,
    locale: string | undefined,
    versionId: string,
  ): Promise<VersionEntity | null> {
    return this.inLocale(accountId, templateId, locale).andWhere('version.id = :versionId', { versionId }).getOne();
  }

  private inLocale(accountId: string, templateId: string, locale: string | undefined) {
    const query = this.versions
      .createQueryBuilder('version')
      .where('version.accountId = :accountId and version.templateId = :templateId', { accountId, templateId });
    if (locale !== undefined) return query.andWhere('version.locale = :locale', { locale });
    return query.andWhere(
      'version.locale = (select locale from locales where account_id = :accountId and template_id = :templateId and is_default)',
    );
  }

  /** Versions of several locales, by locale, oldest first. */
  async listInAll(
    tx: EntityManager,
    { accountId, templateId }: Pick<LocaleKey, 'accountId' | 'templateId'>,
    locales: readonly string[],
  ): Promise<ReadonlyMap<string, VersionEntity[]>> {
    const versions = await tx.find(VersionEntity, {
      where: { accountId, templateId, locale: In(locales) },
      order: { createdAt: 'asc', id: 'asc' },
    });
    const byLocale = new Map<string, VersionEntity[]>(locales.map((locale) => [locale, []]));
    for (const version of versions) byLocale.get(version.locale)?.push(version);
    return byLocale;
  }

  /** Oldest first. */
  listIn(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<VersionEntity[]> {
    return tx.find(VersionEntity, { where: { accountId, templateId, locale }, order: { createdAt: 'asc', id: 'asc' } });
  }

  findIn(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    versionId: string,
  ): Promise<VersionEntity | null> {
    return tx.findOneBy(VersionEntity, { accountId, templateId, locale, id: versionId });
  }

  read(tx: EntityManager, { accountId }: LocaleKey, id: string): Promise<VersionEntity> {
    return tx.findOneByOrFail(VersionEntity, { accountId, id });
  }

  /** In the order of `ids`, with the translations of their locales. */
  async readWithCatalogues(
    tx: EntityManager,
    accountId: string,
    ids: readonly string[],
  ): Promise<{ version: VersionEntity; catalogue: Catalogue | null }[]> {
    const versions = await tx.findBy(VersionEntity, { accountId, id: In(ids) });
    const locales: Pick<LocaleEntity, 'templateId' | 'locale' | 'catalogue'>[] = await tx.query(
      `select template_id as "templateId", locale, catalogue from locales
       where account_id = $1 and (template_id, locale) in (
         select template_id, locale from versions where account_id = $1 and id = any($2::text[])
       )`,
      [accountId, ids],
    );
    const byId = new Map(versions.map((version) => [version.id, version]));
    return ids.flatMap((id) => {
      const version = byId.get(id);
      if (!version) return [];
      const own = locales.find(
        ({ templateId, locale }) => templateId === version.templateId && locale === version.locale,
      );
      return [{ version, catalogue: own?.catalogue ?? null }];
    });
  }

  /**
   * @param weight null creates a draft
   * @throws ServiceError `invalid_request` when the locale has the maximum number of versions
   */
  async insert(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    content: Content,
    compiled: Compiled,
    weight: number | null,
    { id = newId('version'), ...origin }: Origin & Partial<Pick<VersionEntity, 'id'>>,
  ): Promise<string> {
    await this.insertInto(tx, { accountId, templateId }, [{ locale, compiled, id, ...origin }], content, weight);
    return id;
  }

  /**
   * Inserts one content into several locales of a template, each with its own compilation.
   * @throws ServiceError `invalid_request` when a locale has the maximum number of versions
   */
  async insertInto(
    tx: EntityManager,
    { accountId, templateId }: Pick<LocaleKey, 'accountId' | 'templateId'>,
    added: readonly (Pick<VersionEntity, 'locale' | 'id'> & Origin & { readonly compiled: Compiled })[],
    content: Content,
    weight: number | null,
  ): Promise<void> {
    const full: unknown[] = await tx.query(
      `select locale from versions where account_id = $1 and template_id = $2 and locale = any($3::text[])
       group by locale having count(*) >= $4`,
      [accountId, templateId, added.map(({ locale }) => locale), maxVersions],
    );
    if (full.length > 0)
      throw new ServiceError(
        'invalid_request',
        `Invalid request: a locale has at most ${maxVersions} versions; update an existing one instead`,
      );
    const artifactIds = await this.artifacts.insert(
      tx,
      accountId,
      added.map(({ compiled }) => compiled.artifact),
    );
    await tx.insert(
      VersionEntity,
      added.map(({ locale, compiled, id, ...origin }, index) => ({
        ...{ accountId, templateId, locale, id, ...content, weight, ...origin },
        engine: compiled.artifact.engine,
        artifactId: artifactIds[index] as string,
      })),
    );
    await this.setUses(tx, accountId, added);
  }

  async setContent(
    tx: EntityManager,
    accountId: string,
    ids: readonly string[],
    content: Content & Partial<Pick<VersionEntity, 'note' | ReviewColumns>>,
  ): Promise<void> {
    await tx.update(VersionEntity, { accountId, id: In(ids) }, { ...content, modifiedAt: () => 'now()' });
  }

  async setApproval(tx: EntityManager, { accountId, id }: VersionEntity, approvedBy: string | null): Promise<void> {
    await tx.update(VersionEntity, { accountId, id }, { approvedAt: () => 'now()', approvedBy });
  }

  /**
   * Sets the artifacts of a new compilation, unless they are unchanged. Returns the ids of the versions whose artifact
   * has changed.
   */
  async setCompiled(
    tx: EntityManager,
    accountId: string,
    compiled: readonly { readonly version: VersionEntity; readonly compiled: Compiled }[],
  ): Promise<ReadonlySet<string>> {
    const unchanged = await this.artifacts.findUnchanged(
      tx,
      accountId,
      compiled.map(({ version: { artifactId }, compiled: { artifact } }) => ({ artifactId, artifact })),
    );
    const changed = compiled.filter(({ version }) => !unchanged.has(version.artifactId));
    if (changed.length > 0) {
      const artifacts = changed.map(({ compiled: { artifact } }) => artifact);
      const artifactIds = await this.artifacts.insert(tx, accountId, artifacts);
      await tx.query(
        `update versions set artifact_id = changed.artifact_id, engine = changed.engine
         from unnest($2::text[], $3::text[], $4::text[]) as changed (id, artifact_id, engine)
         where account_id = $1 and versions.id = changed.id`,
        [accountId, changed.map(({ version }) => version.id), artifactIds, artifacts.map(({ engine }) => engine)],
      );
    }
    const uses = compiled.map(({ version, compiled: one }) => ({ id: version.id, compiled: one }));
    await this.setUses(tx, accountId, uses);
    return new Set(changed.map(({ version }) => version.id));
  }

  /** Publishes exactly these versions of the locale, with their weights. */
  async publishOnly(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    weights: readonly WeightedVersion[],
  ): Promise<void> {
    await tx.query(
      `update versions set weight = (select weight from unnest($4::text[], $5::int[]) as chosen (id, weight) where chosen.id = versions.id)
       where account_id = $1 and template_id = $2 and locale = $3 and (weight is not null or id = any($4::text[]))`,
      [accountId, templateId, locale, weights.map(({ id }) => id), weights.map(({ weight }) => weight)],
    );
  }

  async delete(tx: EntityManager, { accountId, id }: VersionEntity): Promise<void> {
    await tx.delete(VersionEntity, { accountId, id });
  }

  published(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<WeightedVersion[]> {
    return tx.query(
      'select id, weight from versions where account_id = $1 and template_id = $2 and locale = $3 and weight is not null order by id',
      [accountId, templateId, locale],
    );
  }

  /** The template language of the published versions; undefined when they use several. */
  async findEngine(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
  ): Promise<VersionEntity['engine'] | undefined> {
    const found: Pick<VersionEntity, 'engine'>[] = await tx.query(
      'select distinct engine from versions where account_id = $1 and template_id = $2 and locale = $3 and weight is not null',
      [accountId, templateId, locale],
    );
    return found.length === 1 ? found[0]!.engine : undefined;
  }

  /** All versions of the locale by id, without their content. */
  async statesIn(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
  ): Promise<ReadonlyMap<string, Pick<VersionEntity, 'id' | 'name' | 'weight' | 'approvedAt'>>> {
    const versions = await tx.find(VersionEntity, {
      where: { accountId, templateId, locale },
      select: { id: true, name: true, weight: true, approvedAt: true },
    });
    return new Map(versions.map((version) => [version.id, version]));
  }

  private async setUses(
    tx: EntityManager,
    accountId: string,
    versions: readonly { readonly id: string; readonly compiled: Compiled }[],
  ): Promise<void> {
    const uses = versions.flatMap(({ id, compiled }) => compiled.snippetIds.map((snippetId) => ({ id, snippetId })));
    await tx.query(
      `with used as (select * from unnest($3::text[], $4::text[]) as used (version_id, snippet_id)),
       removed as (
         delete from snippet_uses where account_id = $1 and version_id = any($2::text[])
           and (version_id, snippet_id) not in (select version_id, snippet_id from used)
       )
       insert into snippet_uses (account_id, version_id, snippet_id)
       select $1, version_id, snippet_id from used on conflict do nothing`,
      [accountId, versions.map(({ id }) => id), uses.map(({ id }) => id), uses.map(({ snippetId }) => snippetId)],
    );
  }
}
