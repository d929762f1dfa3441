import { Injectable } from '@nestjs/common';
import type { MailOutcome } from '@postrider/contracts';
import { idFloor, timeOfId } from '@postrider/contracts';
import { preparedQuery } from '@postrider/outbox';
import type { QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { getDay, deliverySeconds, deliveryTimes, parts, repeatable } from './measures.js';
import { maxTagsOfDay } from './figure-tags.repository.js';

export interface Day {
  readonly accountId: string;
  readonly day: string;
}
interface OfLog {
  readonly accountId: string;
  readonly logId: string;
}
/** An email with events since its log was read. `version` is the transaction of the last mark: a later event changes it. */
export interface Marked extends OfLog {
  readonly version: string;
}

const reportedMeasures = repeatable.filter((each) => each !== 'conversions');
const secondsOfDay = 86_400;
const getStart = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The ids of a day's logs: from inclusive, before exclusive. */
export const getLogRange = (day: string): { readonly from: string; readonly before: string } => ({
  from: idFloor('log', getStart(day)),
  before: idFloor('log', getStart(day) + secondsOfDay * 1000),
});

/** The hour and the day of an email, as `begins`. */
const periods = `cross join lateral (values ('hour', date_trunc('hour', source.at, 'UTC')), ('day', date_trunc('day', source.at, 'UTC'))) as bucket (period, begins_at)`;
/** All email, and each counted tag. */
const under = `cross join lateral (
  select '' as tag union all select tag from figure_tags where account_id = $1 and day = $2 and source.tags ? tag
) as tags`;
const dimensions = 'template_id, version_id, esp_account_id';

const selectTags = (table: string): string =>
  `select distinct jsonb_array_elements_text(tags) as tag from ${table} where account_id = $1 and log_id >= $3 and log_id < $4`;

/** Admits tags up to the limit; tags counted before stay. */
const admitTags = `
insert into figure_tags (account_id, day, tag)
select $1, $2, tag from (${selectTags('figure_mails')} union ${selectTags('figure_conversions')}) as requested
where tag not in (select tag from figure_tags where account_id = $1 and day = $2) order by tag
limit greatest(0, ${maxTagsOfDay} - (select count(*) from figure_tags where account_id = $1 and day = $2))
on conflict do nothing`;

const clearDay = (table: 'figures' | 'figure_sums'): string => `
delete from ${table} where account_id = $1
  and ((period = 'day' and begins_at = to_timestamp($2)) or (period = 'hour' and begins_at >= to_timestamp($2) and begins_at < to_timestamp($2 + ${secondsOfDay})))`;

const deliveryBucket = `width_bucket(delivered_after_ms, array[${deliverySeconds.map((seconds) => seconds * 1000).join(', ')}]::bigint[])`;

const countMails = `
insert into figures (account_id, period, tag, begins_at, ${dimensions}, part, sent, refused, ${reportedMeasures.map((each) => `${each}, ${each}_total`).join(', ')}, ${deliveryTimes.join(', ')})
select $1, period, tag, begins_at, ${dimensions}, ${parts.reported}, sum(sent),
  coalesce(sum(least(bounced, 1)) filter (where sent = 0), 0), ${reportedMeasures.map((each) => `sum(least(${each}, 1)), sum(${each})`).join(', ')},
  ${deliveryTimes.map((_time, index) => `count(*) filter (where ${deliveryBucket} = ${index})`).join(', ')}
from (select * from figure_mails where account_id = $1 and log_id >= $3 and log_id < $4) as source ${periods} ${under}
group by period, tag, begins_at, ${dimensions}`;

const countConversions = `
insert into figures (account_id, period, tag, begins_at, ${dimensions}, part, conversions, conversions_total, revenue)
select $1, period, tag, begins_at, ${dimensions}, ${parts.converted}, count(distinct log_id), count(*), sum(revenue)
from (select * from figure_conversions where account_id = $1 and log_id >= $3 and log_id < $4) as source ${periods} ${under}
group by period, tag, begins_at, ${dimensions}`;

/**
 * Days whose email is counted from the log, after a rebuild was requested (docs/statistics.md#rebuilding). New events
 * only mark their email, and it is recounted from its log, so the order of events and recounts does not matter.
 */
@Injectable()
export class RecountsRepository {
  constructor(private readonly database: DataSource) {}

  /** Only one process counts at a time: returns false while another does. */
  async tryLock(tx: EntityManager): Promise<boolean> {
    const [row]: { locked: boolean }[] = await tx.query(
      `select pg_try_advisory_xact_lock(hashtext('postrider:tracking:recounts')) as locked`,
    );
    return row!.locked;
  }

  /** Returns a test for email of such days. Locks these days until the transaction ends. */
  async countedFromLog(tx: EntityManager, mails: readonly OfLog[]): Promise<(mail: OfLog) => boolean> {
    const days = new Map<string, Day>();
    for (const { accountId, logId } of mails) {
      const day = { accountId, day: getDay(logId) };
      days.set(getKey(day), day);
    }
    const rows = await preparedQuery<Day & QueryResultRow>(tx, {
      name: 'days-counted-from-log',
      text: `select account_id as "accountId", day::text from figure_days
             where (account_id, day) in (select * from unnest($1::text[], $2::date[])) order by account_id, day for share`,
      values: [[...days.values()].map(({ accountId }) => accountId), [...days.values()].map(({ day }) => day)],
    });
    if (rows.length === 0) return () => false;
    const counted = new Set(rows.map(getKey));
    return ({ accountId, logId }) => counted.has(getKey({ accountId, day: getDay(logId) }));
  }

  async mark(tx: EntityManager, mails: readonly OfLog[]): Promise<void> {
    if (mails.length === 0) return;
    await tx.query(
      `insert into figure_recounts (account_id, log_id, day)
       select distinct account_id, log_id, day from unnest($1::text[], $2::text[], $3::date[]) as mail (account_id, log_id, day)
       order by account_id, log_id
       on conflict (account_id, log_id) do update set marks = figure_recounts.marks + 1`,
      [
        mails.map(({ accountId }) => accountId),
        mails.map(({ logId }) => logId),
        mails.map(({ logId }) => getDay(logId)),
      ],
    );
  }

  /** Locks these days against rebuilds until the transaction ends. */
  async holdDays(tx: EntityManager, days: readonly Day[]): Promise<void> {
    await tx.query(
      `select from figure_days where (account_id, day) in (select * from unnest($1::text[], $2::date[]))
       order by account_id, day for share`,
      [days.map(({ accountId }) => accountId), days.map(({ day }) => day)],
    );
  }

  /** Once this is committed, new events mark the email of the day instead of counting. */
  async start(tx: EntityManager, { accountId, day }: Day): Promise<void> {
    await tx.query(
      `insert into figure_days (account_id, day, counted_at) values ($1, $2, null)
       on conflict (account_id, day) do update set counted_at = null`,
      [accountId, day],
    );
    const { from, before } = getLogRange(day);
    await tx.query('delete from figure_mails where account_id = $1 and log_id >= $2 and log_id < $3', [
      accountId,
      from,
      before,
    ]);
  }

  /**
   * Waits for all transactions that may not have seen the committed row of `begin`: they hold a table lock until they
   * end. New ones are blocked only for a very short time.
   */
  async untilKnown(tx: EntityManager): Promise<void> {
    await tx.query(`set local lock_timeout = '1s'`);
    await tx.query('lock table figure_days in exclusive mode');
  }

  /** Replaces the counts read from these logs. */
  async write(tx: EntityManager, accountId: string, mails: readonly MailOutcome[]): Promise<void> {
    const column = <Value>(value: (mail: MailOutcome) => Value): Value[] => mails.map(value);
    await tx.query(
      `insert into figure_mails (account_id, log_id, at, ${dimensions}, tags, delivered_after_ms, sent, ${reportedMeasures.join(', ')})
       select $1, log_id, to_timestamp(at_ms / 1000), ${dimensions}, tags, delivered_after_ms, sent, ${reportedMeasures.join(', ')}
       from unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[], $9::int[],
                   ${reportedMeasures.map((_each, index) => `$${index + 10}::int[]`).join(', ')})
         as mail (log_id, at_ms, ${dimensions}, tags, delivered_after_ms, sent, ${reportedMeasures.join(', ')})
       on conflict (account_id, log_id) do update set
         ${[...dimensions.split(', '), 'tags', 'delivered_after_ms', 'sent', ...reportedMeasures].map((each) => `${each} = excluded.${each}`).join(', ')}`,
      [
        accountId,
        column(({ log_id }) => log_id),
        column(({ log_id }) => timeOfId(log_id)),
        column(({ template_id }) => template_id),
        column(({ version_id }) => version_id ?? ''),
        column(({ esp_account_id }) => esp_account_id),
        column(({ tags }) => JSON.stringify(tags)),
        column(({ delivered_after_ms }) => delivered_after_ms ?? null),
        column(({ sent }) => sent),
        ...reportedMeasures.map((each) => column((mail) => mail[each])),
      ],
    );
  }

  /** The counts last read from these logs. */
  async read(tx: EntityManager, accountId: string, logIds: readonly string[]): Promise<MailOutcome[]> {
    const rows: (Omit<MailOutcome, 'delivered_after_ms'> & { delivered_after_ms: number | null })[] = await tx.query(
      `select log_id, template_id, version_id, esp_account_id, tags, delivered_after_ms::float8, sent, ${reportedMeasures.join(', ')}
       from figure_mails where account_id = $1 and log_id = any($2) order by log_id for update`,
      [accountId, logIds],
    );
    return rows.map(({ delivered_after_ms, ...mail }) => ({
      ...mail,
      ...(delivered_after_ms !== null && { delivered_after_ms }),
    }));
  }

  /** Replaces the statistics of the day by those counted from the stored emails and the attributed conversions. */
  async replaceDay(tx: EntityManager, { accountId, day }: Day): Promise<void> {
    await tx.query('select from figure_days where account_id = $1 and day = $2 for update', [accountId, day]);
    const { from, before } = getLogRange(day);
    const params = [accountId, day, from, before];
    await tx.query(`set local statement_timeout = '10min'`);
    await tx.query(admitTags, params);
    for (const table of ['figures', 'figure_sums'] as const)
      await tx.query(clearDay(table), [accountId, getStart(day) / 1000]);
    await tx.query(countMails, params);
    await tx.query(countConversions, params);
    await tx.query('update figure_days set counted_at = now() where account_id = $1 and day = $2', [accountId, day]);
  }

  /** Marked emails of finished days, of one account. */
  async marked(limit: number): Promise<Marked[]> {
    return this.database.query(
      `with first as (
         select account_id from figure_recounts join figure_days using (account_id, day) where counted_at is not null limit 1
       )
       select account_id as "accountId", log_id as "logId", figure_recounts.xmin::text as version
       from figure_recounts join figure_days using (account_id, day)
       where account_id in (select account_id from first) and counted_at is not null order by log_id limit $1`,
      [limit],
    );
  }

  /** The logs without newer events that no other process has recounted. */
  async unchanged(tx: EntityManager, marked: readonly Marked[]): Promise<string[]> {
    const rows: { logId: string }[] = await tx.query(
      `select log_id as "logId" from figure_recounts join figure_days using (account_id, day)
       where (account_id, log_id, figure_recounts.xmin::text) in (select * from unnest($1::text[], $2::text[], $3::text[]))
         and counted_at is not null`,
      toColumns(marked),
    );
    return rows.map(({ logId }) => logId);
  }

  /** An email with newer events keeps its mark. */
  async unmark(tx: EntityManager, marked: readonly Marked[]): Promise<void> {
    await tx.query(
      `delete from figure_recounts
       where (account_id, log_id, xmin::text) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
      toColumns(marked),
    );
  }

  /** Ends counting from the log for days counted more than `retentionDays` ago, unless they have marked emails. */
  async settleDays(tx: EntityManager, retentionDays: number, limit: number): Promise<void> {
    const days: { account_id: string; day: string }[] = await tx.query(
      `select account_id, day::text from figure_days where counted_at < now() - make_interval(days => $1)
       order by account_id, day limit $2 for update skip locked`,
      [retentionDays, limit],
    );
    // The row locks keep others from marking email of these days, so the check for marks is reliable.
    await tx.query(
      `delete from figure_days using unnest($1::text[], $2::date[]) as settled (account_id, day)
       where figure_days.account_id = settled.account_id and figure_days.day = settled.day
         and not exists (select from figure_recounts as marked where marked.account_id = settled.account_id and marked.day = settled.day)`,
      [days.map(({ account_id }) => account_id), days.map(({ day }) => day)],
    );
  }
}

const toColumns = (marked: readonly Marked[]): string[][] => [
  marked.map(({ accountId }) => accountId),
  marked.map(({ logId }) => logId),
  marked.map(({ version }) => version),
];
const getKey = ({ accountId, day }: Day): string => `${accountId} ${day}`;
