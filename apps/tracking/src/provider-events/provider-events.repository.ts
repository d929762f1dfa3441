import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { bundledText, bundleNumbers, bundleTopic, textSeparator } from '@postrider/outbox';
import { TenantPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { StoredEvent } from './provider-event.entity.js';
import type { EventSource } from './report-readers.js';

/** Whose events these are. */
export interface Reporter {
  readonly accountId: string;
  /** Empty where that is not known. */
  readonly espAccountId: string;
  readonly espType: EventSource;
}

export interface NewEvent {
  readonly key: string;
  readonly type: string;
  readonly event: StoredEvent;
}

/** One of them with whose it is. */
export type ReporterEvent = Reporter & Pick<NewEvent, 'type' | 'event'>;

export interface PendingEvent extends ReporterEvent {
  readonly key: Buffer;
}

/** Rows of one statement. */
const maxRows = 1_000;
/** An account's in a batch, and those of all together. */
const maxPerAccount = 100;
const maxOverall = 1_000;

/** What comes again is left out. Under a nonce that was seen before nothing is stored. */
const storeStatement = `
with nonce as (
  insert into provider_events (account_id, key, esp_account_id, esp_type, type)
  select $1, $4::bytea, $2, $3, 'nonce' where $4::bytea is not null
  on conflict do nothing returning key
)
insert into provider_events (account_id, key, esp_account_id, esp_type, type, event)
select $1, key, $2, $3, type, event from unnest($5::bytea[], $6::text[], $7::jsonb[]) as input (key, type, event)
where $4::bytea is null or exists (select from nonce)
order by key
on conflict do nothing`;

/** The same, said to delivery in one go: of what comes again nothing is said, and nothing is left to be passed on. */
const sayStatement = `
with nonce as (
  insert into provider_events (account_id, key, esp_account_id, esp_type, type)
  select $1, $4::bytea, $2, $3, 'nonce' where $4::bytea is not null
  on conflict do nothing returning key
), input as (
  select distinct on (key) * from unnest($5::bytea[], $6::text[], string_to_array($7, chr(30)), $8::int[]) with ordinality
    as input (key, type, said, bundle, place)
  order by key, place
), stored as (
  insert into provider_events (account_id, key, esp_account_id, esp_type, type)
  select $1, key, $2, $3, type from input where $4::bytea is null or exists (select from nonce) order by key
  on conflict do nothing returning key
), bundles as (
  insert into outbox (event_id, topic, account_id, request_id, payload)
  select ($9::text[])[bundle + 1], '${bundleTopic}', $1, $10, to_jsonb('[' || string_agg(said, ',' order by place) || ']')
  from input where key in (select key from stored) group by bundle order by bundle
)
select count(*)::int as stored from stored`;

/** The earliest of each account, and of all of them in turn: one that is told a lot keeps nobody else waiting. */
const pendingStatement = `
with recursive accounts as (
  (select account_id from provider_events where event is not null order by account_id limit 1)
  union all
  (select next.account_id from accounts cross join lateral (
     select account_id from provider_events where event is not null and account_id > accounts.account_id order by account_id limit 1
   ) as next)
), first as (
  select earliest.*, row_number() over (partition by earliest.account_id order by received_at) as place
  from accounts cross join lateral (
    select * from provider_events where event is not null and account_id = accounts.account_id
    order by received_at limit ${maxPerAccount} for update skip locked
  ) as earliest
)
select account_id as "accountId", key, esp_account_id as "espAccountId", esp_type as "espType", type, event
from first order by place, account_id limit ${maxOverall}`;

/** They are remembered, so that they are not passed on again. */
const passedOnStatement = `
with passed_on as (
  update provider_events set event = null
  from unnest($1::text[], $2::bytea[]) as taken (account_id, key)
  where provider_events.account_id = taken.account_id and provider_events.key = taken.key
)
insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[])`;

@Injectable()
export class ProviderEventsRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /** How many of them are new. What was stored when it fails half way is left out when it is stored again. */
  async store(reporter: Reporter, events: readonly NewEvent[], nonce?: string): Promise<number> {
    let stored = 0;
    for (let from = 0; from < events.length; from += maxRows) {
      const rows = events.slice(from, from + maxRows);
      const { rowCount } = await this.tenantPool.query(reporter.accountId, {
        name: 'store-provider-events',
        text: storeStatement,
        values: [
          reporter.accountId,
          reporter.espAccountId,
          reporter.espType,
          nonce === undefined ? null : hashOf(reporter, 'nonce', nonce),
          rows.map(({ key }) => hashOf(reporter, 'event', key)),
          rows.map(({ type }) => type),
          rows.map(({ event }) => JSON.stringify(event)),
        ],
      });
      stored += rowCount ?? 0;
    }
    return stored;
  }

  /** Stores them and says them in one statement: `said` is what is said of each. How many of them are new. */
  async storeAndSay(
    reporter: Reporter,
    events: readonly NewEvent[],
    said: readonly OutboxRow[],
    nonce?: string,
  ): Promise<number> {
    const texts = said.map(bundledText);
    const bundles = bundleNumbers(texts);
    const { rows } = await this.tenantPool.query<{ stored: number }>(reporter.accountId, {
      name: 'say-provider-events',
      text: sayStatement,
      values: [
        reporter.accountId,
        reporter.espAccountId,
        reporter.espType,
        nonce === undefined ? null : hashOf(reporter, 'nonce', nonce),
        events.map(({ key }) => hashOf(reporter, 'event', key)),
        events.map(({ type }) => type),
        texts.join(textSeparator),
        bundles,
        Array.from({ length: bundles.at(-1)! + 1 }, () => newId('event')),
        said[0]!.request_id,
      ],
    });
    return rows[0]!.stored;
  }

  /** Locked until the transaction ends; those that another process has are left out. */
  pending(tx: EntityManager): Promise<PendingEvent[]> {
    return tx.query(pendingStatement);
  }

  async passOn(tx: EntityManager, events: readonly PendingEvent[], outbox: readonly OutboxRow[]): Promise<void> {
    await tx.query(passedOnStatement, [
      events.map(({ accountId }) => accountId),
      events.map(({ key }) => key),
      outbox.map(({ event_id }) => event_id),
      outbox.map(({ topic }) => topic),
      outbox.map(({ account_id }) => account_id),
      outbox.map(({ request_id }) => request_id),
      outbox.map(({ traceparent }) => traceparent),
      outbox.map(({ payload }) => payload),
    ]);
  }
}

const keyBytes = 16;

const hashOf = ({ espAccountId }: Reporter, what: 'event' | 'nonce', key: string): Buffer =>
  createHash('sha256').update(`${espAccountId} ${what} ${key}`).digest().subarray(0, keyBytes);
