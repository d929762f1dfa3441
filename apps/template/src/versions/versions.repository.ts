import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { newId, ServiceError } from '@postrider/contracts';
import type { Catalogue } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { In, Repository } from 'typeorm';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import type { Compiled } from '../artifacts/compiler.js';
import type { LocaleKey } from '../locales/locale.entity.js';
import { LocaleEntity } from '../locales/locale.entity.js';
import type { SizedRow } from '../pages/page.js';
import { firstPage, rowsForPage } from '../pages/page.js';
import type { WeightedVersion } from './ab-test.js';
import type { Content } from './content.js';
import { VersionEntity } from './version.entity.js';

/** Of one locale. A template shows them all. */
const maxVersions = 1000;

@Injectable()
export class VersionsRepository {
  constructor(
    @InjectRepository(VersionEntity) private readonly versions: Repository<VersionEntity>,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  /** Oldest first; of the default locale when none is given; empty when there is no such template or locale. */
  list(accountId: string, templateId: string, locale: string | undefined): Promise<VersionEntity[]> {
    return this.inLocale(accountId, templateId, locale).orderBy('version.createdAt').addOrderBy('version.id').getMany();
  }

  /** That list from after a version on, as much as is read at a time, and after which version it goes on, if it does. */
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
         + coalesce(octet_length(v.amp_html), 0) + coalesce(octet_length(v.template_data::text), 0) as bytes
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

  /** With the translations of its locale. */
  async readWithCatalogue(
    tx: EntityManager,
    { accountId, id }: Pick<VersionEntity, 'accountId' | 'id'>,
  ): Promise<{ version: VersionEntity; catalogue: Catalogue | null }> {
    const version = await tx.findOneByOrFail(VersionEntity, { accountId, id });
    const { catalogue } = await tx.findOneByOrFail(LocaleEntity, {
      accountId,
      templateId: version.templateId,
      locale: version.locale,
    });
    return { version, catalogue };
  }

  /**
   * @param weight null makes a draft.
   * @throws ServiceError `invalid_request` where the locale is full
   */
  async insert(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    content: Content,
    compiled: Compiled,
    weight: number | null,
    id = newId('version'),
  ): Promise<string> {
    if ((await tx.countBy(VersionEntity, { accountId, templateId, locale })) >= maxVersions)
      throw new ServiceError(
        'invalid_request',
        `Invalid request: a locale has at most ${maxVersions} versions; save one that it has anew instead`,
      );
    const artifactId = await this.artifacts.insert(tx, accountId, compiled.artifact);
    const { engine } = compiled.artifact;
    await tx.insert(VersionEntity, { accountId, templateId, locale, id, ...content, engine, weight, artifactId });
    await this.setUses(tx, accountId, id, compiled.snippetIds);
    return id;
  }

  async setContent(tx: EntityManager, { accountId, id }: VersionEntity, content: Content): Promise<void> {
    await tx.update(VersionEntity, { accountId, id }, { ...content, modifiedAt: () => 'now()' });
  }

  /** Gives a version the artifact of a new compile, or leaves the one it has if nothing changed in it; answers whether something did. */
  async setCompiled(
    tx: EntityManager,
    { accountId, id, artifactId }: VersionEntity,
    compiled: Compiled,
  ): Promise<boolean> {
    const changed = !(await this.artifacts.holds(tx, accountId, artifactId, compiled.artifact));
    if (changed) {
      const newArtifact = await this.artifacts.insert(tx, accountId, compiled.artifact);
      const changes = { artifactId: newArtifact, engine: compiled.artifact.engine };
      await tx.update(VersionEntity, { accountId, id }, changes);
    }
    await this.setUses(tx, accountId, id, compiled.snippetIds);
    return changed;
  }

  /** Publishes exactly these versions of the locale, each with its weight. */
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

  async idsIn(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<ReadonlySet<string>> {
    const versions = await tx.find(VersionEntity, { where: { accountId, templateId, locale }, select: { id: true } });
    return new Set(versions.map(({ id }) => id));
  }

  private async setUses(
    tx: EntityManager,
    accountId: string,
    versionId: string,
    snippetIds: readonly string[],
  ): Promise<void> {
    await tx.query(
      `with gone as (delete from snippet_uses where account_id = $1 and version_id = $2 and snippet_id <> all($3::text[]))
       insert into snippet_uses (account_id, version_id, snippet_id) select $1, $2, unnest($3::text[]) on conflict do nothing`,
      [accountId, versionId, snippetIds],
    );
  }
}
