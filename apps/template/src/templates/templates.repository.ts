import { Injectable } from '@nestjs/common';
import type { TemplateResource } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { SizedRow } from '../page.js';
import { firstPage, rowsForPage } from '../page.js';
import { hashRevision } from '../revision.js';
import { TemplateEntity } from './template.entity.js';

/** Rows in the shape of the API resource, with optional extra columns; versions oldest first. */
const resources = (more = ''): string => `
  select t.id, t.name, l.locale, floor(extract(epoch from t.created_at))::int as created, t.tags, t.tracking,
    (select coalesce(json_agg(json_build_object(
              'name', v.name, 'id', v.id, 'number', v.number, 'published', v.weight is not null, 'weight', v.weight,
              'created', floor(extract(epoch from v.created_at))::int, 'modified', floor(extract(epoch from v.modified_at))::int
            ) order by v.created_at, v.id), '[]')
     from versions as v where v.account_id = l.account_id and v.template_id = l.template_id and v.locale = l.locale) as versions${more}
  from templates as t
  join locales as l on l.account_id = t.account_id and l.template_id = t.id
  where t.account_id = $1`;

/** The state of a template and its locales as text, for the revision: all locales, or only $3. */
const state = `,
    jsonb_build_array(t.id, t.name, t.tags, t.tracking, extract(epoch from t.created_at), (
      select jsonb_agg(jsonb_build_array(o.locale, o.is_default, (
        select jsonb_agg(jsonb_build_array(v.id, v.name, v.weight, extract(epoch from v.modified_at)) order by v.id)
        from versions as v where v.account_id = o.account_id and v.template_id = o.template_id and v.locale = o.locale
      )) order by o.locale)
      from locales as o where o.account_id = t.account_id and o.template_id = t.id and ($3::text is null or o.locale = $3)
    ))::text as state`;

/** Newest template first; within a template the default locale, then the others in the order of creation. */
const listOrder = 't.created_at desc, t.id desc, l.is_default desc, l.created_at, l.locale';

type ResourceRow = Omit<TemplateResource, 'tracking'> & Pick<TemplateEntity, 'tracking'>;
export type RevisedTemplate = TemplateResource & { readonly revision: string };

/** Shows weights only when several versions are published. */
function toResource({ tracking, versions: all, ...row }: ResourceRow): TemplateResource {
  const tests = all.filter(({ published }) => published).length > 1;
  const versions = all.map(({ weight, ...version }) => (tests && weight ? { ...version, weight } : version));
  return { ...row, versions, ...(tracking && { tracking }) };
}

@Injectable()
export class TemplatesRepository {
  constructor(private readonly database: DataSource) {}

  /** One page of the list; `next` is the `<template>/<locale>` to continue after. */
  async page(accountId: string, after: string | undefined): Promise<{ items: TemplateResource[]; next?: string }> {
    const rows: SizedRow[] = await this.database.query(
      `select t.id || '/' || l.locale as key,
         (select coalesce(sum(octet_length(v.name) + 150), 0)::int from versions as v
          where v.account_id = l.account_id and v.template_id = l.template_id and v.locale = l.locale) as bytes
       from templates as t
       join locales as l on l.account_id = t.account_id and l.template_id = t.id
       left join (templates as last_t join locales as last_l on last_l.account_id = last_t.account_id and last_l.template_id = last_t.id)
         on last_t.account_id = $1 and last_t.id || '/' || last_l.locale = $2
       where t.account_id = $1 and ($2::text is null or (t.created_at, t.id) < (last_t.created_at, last_t.id)
         or (t.id = last_t.id and (not l.is_default, l.created_at, l.locale) > (not last_l.is_default, last_l.created_at, last_l.locale)))
       order by ${listOrder} limit $3`,
      [accountId, after ?? null, rowsForPage],
    );
    const { keys, ...rest } = firstPage(rows);
    const items = await this.resources(
      `and (t.id, l.locale) in (select split_part(key, '/', 1), split_part(key, '/', 2) from unnest($2::text[]) as key)
       order by ${listOrder}`,
      [accountId, keys],
    );
    return { items, ...rest };
  }

  /** Ids and names of those of the given templates that exist. */
  named(accountId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    return this.database.query('select id, name from templates where account_id = $1 and id = any($2)', [
      accountId,
      ids,
    ]);
  }

  /**
   * One locale of a template, the default when none is given. The revision covers the template and the requested
   * locale, or all locales when none is given.
   */
  async find(
    accountId: string,
    templateId: string,
    locale: string | undefined,
    database: Pick<EntityManager, 'query'> = this.database,
  ): Promise<RevisedTemplate | undefined> {
    const rows: (ResourceRow & { state: string })[] = await database.query(
      `${resources(state)} and t.id = $2 and (l.locale = $3 or ($3::text is null and l.is_default))`,
      [accountId, templateId, locale ?? null],
    );
    return rows.map(({ state, ...row }) => ({ ...toResource(row), revision: hashRevision(state) }))[0];
  }

  private async resources(which: string, values: readonly unknown[]): Promise<TemplateResource[]> {
    const rows: ResourceRow[] = await this.database.query(`${resources()} ${which}`, [...values]);
    return rows.map(toResource);
  }

  async insert(
    tx: EntityManager,
    accountId: string,
    name: string,
    tags: readonly string[],
    { id = newId('template'), ...times }: Partial<Pick<TemplateEntity, 'id' | 'createdAt'>> = {},
  ): Promise<string> {
    await tx.insert(TemplateEntity, { accountId, id, name, tags: [...tags], ...times });
    return id;
  }

  /** Locks the template and everything in it until the transaction ends. */
  lock(tx: EntityManager, accountId: string, templateId: string): Promise<TemplateEntity | null> {
    return tx.findOne(TemplateEntity, { where: { accountId, id: templateId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks all templates with the tag, ordered by id as everywhere. */
  lockTagged(tx: EntityManager, accountId: string, tag: string): Promise<TemplateEntity[]> {
    return this.withTag(tx, accountId, tag).setLock('pessimistic_write').getMany();
  }

  /** Ordered by id, oldest first. */
  tagged(accountId: string, tag: string): Promise<TemplateEntity[]> {
    return this.withTag(this.database.manager, accountId, tag).getMany();
  }

  isTagged(accountId: string, tag: string): Promise<boolean> {
    return this.withTag(this.database.manager, accountId, tag).getExists();
  }

  private withTag(manager: EntityManager, accountId: string, tag: string) {
    return manager
      .createQueryBuilder(TemplateEntity, 'template')
      .where('template.accountId = :accountId and template.tags @> array[:tag]', { accountId, tag })
      .orderBy('template.id');
  }

  async update(
    tx: EntityManager,
    { accountId, id }: TemplateEntity,
    changes: Partial<Pick<TemplateEntity, 'name' | 'tags' | 'tracking'>>,
  ): Promise<void> {
    if (Object.keys(changes).length > 0) await tx.update(TemplateEntity, { accountId, id }, changes);
  }

  async delete(tx: EntityManager, { accountId, id }: TemplateEntity): Promise<void> {
    await tx.delete(TemplateEntity, { accountId, id });
  }
}
