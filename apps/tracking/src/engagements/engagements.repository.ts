import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { SeenEngagement } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Arrival, Click, StoredCounts } from './bot-rules.js';
import { burstMs, getMailKey } from './bot-rules.js';

/** Longer than a burst (1 s) plus the delay in the gateways (up to 1 s). */
const classifyAfterMs = 2_500;
const limits = { batch: 20, concurrent: 2 };

interface Seen {
  readonly accountId: string;
  readonly engagements: readonly SeenEngagement[];
}

type Mail = Pick<Arrival, 'accountId' | 'logId'>;

const columns = `id, account_id as "accountId", log_id as "logId", kind, (extract(epoch from at) * 1000)::float8 as "atMs", count, bot, link, url, user_agent as "userAgent"`;

@Injectable()
export class EngagementsRepository {
  /** Concurrent calls share a statement. */
  private readonly calls = new Batcher<Seen, void>((seen) => this.store(seen), limits);

  constructor(private readonly systemPool: SystemPool) {}

  /** Idempotent: stored once per id. */
  record(accountId: string, engagements: readonly SeenEngagement[]): Promise<void> {
    return this.calls.add({ accountId, engagements });
  }

  /** False while another process holds the lock. */
  async tryLock(tx: EntityManager): Promise<boolean> {
    const [row]: { locked: boolean }[] = await tx.query(
      `select pg_try_advisory_xact_lock(hashtext('postrider:tracking:arrivals')) as locked`,
    );
    return row!.locked;
  }

  /** Deletes and returns the arrivals that are due for classification. */
  async claimDue(tx: EntityManager, limit: number): Promise<Arrival[]> {
    const [rows]: [Arrival[], number] = await tx.query(
      `delete from arrivals where id in (select id from arrivals where judged_at <= now() order by judged_at limit $1) returning ${columns}`,
      [limit],
    );
    return rows;
  }

  /** The clicks on these emails around the same time, classified or not. */
  async clicksAround(tx: EntityManager, arrivals: readonly Arrival[]): Promise<Click[]> {
    const [accounts, logs] = toColumns(arrivals);
    const times = arrivals.map(({ atMs }) => atMs);
    const from = (Math.min(...times) - burstMs) / 1000;
    const found: Click[] = await tx.query(
      `select account_id as "accountId", log_id as "logId", link, (extract(epoch from at) * 1000)::float8 as "atMs" from (
         select account_id, log_id, link, at from arrivals
         where kind = 'click' and (account_id, log_id) in (select * from unnest($1::text[], $2::text[]))
         union all
         select account_id, log_id, link, at from engagements
         where kind = 'click' and (account_id, log_id) in (select * from unnest($1::text[], $2::text[])) and at > to_timestamp($3)
       ) as clicks`,
      [accounts, logs, from],
    );
    return [...found, ...arrivals.filter(({ kind }) => kind === 'click')];
  }

  /** The number of stored engagements by email. */
  async countStored(tx: EntityManager, mails: readonly Mail[]): Promise<ReadonlyMap<string, StoredCounts>> {
    const rows: (Mail & StoredCounts)[] = await tx.query(
      `select account_id as "accountId", log_id as "logId", kept as people, kept_machines as bots from engagement_counts
       where (account_id, log_id) in (select * from unnest($1::text[], $2::text[]))`,
      toColumns(mails),
    );
    return new Map(rows.map((row) => [getMailKey(row), row]));
  }

  /** Counts all arrivals and stores those whose ids are in `kept`. */
  async add(tx: EntityManager, arrivals: readonly Arrival[], storedIds: ReadonlySet<string>): Promise<void> {
    const column = <Value>(value: (arrival: Arrival) => Value): Value[] => arrivals.map(value);
    await tx.query(
      `with input as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::int[], $7::text[], $8::int[], $9::text[], $10::text[], $11::boolean[])
           as input (id, account_id, log_id, kind, at_ms, count, bot, link, url, user_agent, kept)
       ), counted as (
         insert into engagement_counts as counts (account_id, log_id, opens, clicks, machine_opens, machine_clicks, kept, kept_machines)
         select account_id, log_id,
           coalesce(sum(count) filter (where kind = 'open' and bot is null), 0), coalesce(sum(count) filter (where kind = 'click' and bot is null), 0),
           coalesce(sum(count) filter (where kind = 'open' and bot is not null), 0), coalesce(sum(count) filter (where kind = 'click' and bot is not null), 0),
           count(*) filter (where kept and bot is null), count(*) filter (where kept and bot is not null)
         from input group by account_id, log_id order by account_id, log_id
         on conflict (log_id, account_id) do update set
           opens = counts.opens + excluded.opens, clicks = counts.clicks + excluded.clicks,
           machine_opens = counts.machine_opens + excluded.machine_opens, machine_clicks = counts.machine_clicks + excluded.machine_clicks,
           kept = counts.kept + excluded.kept, kept_machines = counts.kept_machines + excluded.kept_machines
       )
       insert into engagements (account_id, log_id, id, kind, at, count, bot, link, url, user_agent)
       select account_id, log_id, id, kind, to_timestamp(at_ms / 1000), count, bot, link, url, user_agent from input where kept`,
      [
        column(({ id }) => id),
        column(({ accountId }) => accountId),
        column(({ logId }) => logId),
        column(({ kind }) => kind),
        column(({ atMs }) => atMs),
        column(({ count }) => count),
        column(({ bot }) => bot),
        column(({ link }) => link),
        column(({ url }) => url),
        column(({ userAgent }) => userAgent),
        column(({ id }) => storedIds.has(id)),
      ],
    );
  }

  /**
   * Returns false for a repetition within an hour. Later ones count again, because the suppression may have been
   * removed.
   */
  async addUnsubscribe(
    tx: EntityManager,
    { accountId, logId }: Mail,
    id: string,
    userAgent: string | undefined,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `with first as (
         insert into engagement_counts as counts (account_id, log_id, unsubscribed_at) values ($1, $2, now())
         on conflict (log_id, account_id) do update set unsubscribed_at = excluded.unsubscribed_at
           where counts.unsubscribed_at is null or counts.unsubscribed_at < now() - interval '1 hour'
         returning account_id, log_id, unsubscribed_at
       )
       insert into engagements (account_id, log_id, id, kind, at, user_agent)
       select account_id, log_id, $3, 'unsubscribe', unsubscribed_at, $4 from first returning id`,
      [accountId, logId, id, userAgent ?? null],
    );
    return rows.length > 0;
  }

  private async store(seen: readonly Seen[]): Promise<void[]> {
    const all = seen.flatMap(({ accountId, engagements }) => engagements.map((each) => ({ ...each, accountId })));
    const column = <Value>(value: (each: (typeof all)[number]) => Value): Value[] => all.map(value);
    await this.systemPool.query({
      name: 'store-arrivals',
      text: `with input as (
               select distinct on (id) * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::int[], $7::text[], $8::int[], $9::text[], $10::text[])
                 as input (id, account_id, log_id, kind, at_ms, count, bot, link, url, user_agent)
             ), fresh as (
               insert into inbox (event_id) select id from input order by id on conflict do nothing returning event_id
             )
             insert into arrivals (id, account_id, log_id, kind, at, count, bot, link, url, user_agent, judged_at)
             select id, account_id, log_id, kind, to_timestamp(at_ms / 1000), count, bot, link, url, user_agent,
               now() + make_interval(secs => case when kind = 'click' and bot is null then ${classifyAfterMs / 1000} else 0 end)
             from input where id in (select event_id from fresh)`,
      values: [
        column(({ id }) => id),
        column(({ accountId }) => accountId),
        column(({ log_id }) => log_id),
        column(({ kind }) => kind),
        column(({ at_ms }) => at_ms),
        column(({ count }) => count),
        column(({ bot }) => bot ?? null),
        column(({ link }) => link ?? null),
        column(({ url }) => url ?? null),
        column(({ user_agent }) => user_agent ?? null),
      ],
    });
    return seen.map(() => undefined);
  }
}

const toColumns = (mails: readonly Mail[]): [string[], string[]] => [
  mails.map(({ accountId }) => accountId),
  mails.map(({ logId }) => logId),
];
