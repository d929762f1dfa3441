import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * Tags counted separately per day: an account may use a new tag for every email (docs/operate/limits.md#statistics).
 */
export const maxTagsOfDay = 100;

export interface TagOfDay {
  readonly accountId: string;
  readonly day: string;
  readonly tag: string;
}

/** Returns the tags counted already, and adds new ones up to the limit. */
const admitStatement = `
with requested as (
  select distinct account_id, day, tag from unnest($1::text[], $2::date[], $3::text[]) as requested (account_id, day, tag)
), known as (
  select account_id, day, tag from requested join figure_tags using (account_id, day, tag)
), free as (
  select account_id, day, ${maxTagsOfDay} - (select count(*) from figure_tags as tags where tags.account_id = days.account_id and tags.day = days.day) as places
  from (select distinct account_id, day from requested) as days
), numbered as (
  select account_id, day, tag, row_number() over (partition by account_id, day order by tag) as place from (select * from requested except select * from known) as fresh
), admitted as (
  insert into figure_tags (account_id, day, tag)
  select account_id, day, tag from numbered join free using (account_id, day) where place <= places order by account_id, day, tag
  on conflict (account_id, day, tag) do update set tag = excluded.tag
  returning account_id, day, tag
)
select account_id as "accountId", day::text, tag from (select * from known union all select * from admitted) as counted`;

/** Decides which tags of a day are counted separately: the first ones used. */
@Injectable()
export class FigureTagsRepository {
  async counted(tx: EntityManager, tags: readonly TagOfDay[]): Promise<ReadonlySet<string>> {
    if (tags.length === 0) return new Set();
    const rows: TagOfDay[] = await tx.query(admitStatement, [
      tags.map(({ accountId }) => accountId),
      tags.map(({ day }) => day),
      tags.map(({ tag }) => tag),
    ]);
    return new Set(rows.map(keyOfTag));
  }
}

export const keyOfTag = ({ accountId, day, tag }: TagOfDay): string => `${accountId} ${day} ${tag}`;
