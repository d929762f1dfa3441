import { Injectable } from '@nestjs/common';
import { maxStreamedEvents } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { MailEvent } from '../webhooks/webhook-event.js';

export interface StreamedEvent {
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly template: string;
  readonly tags: readonly string[];
  readonly body: string;
}

export interface StreamPage {
  readonly events: readonly StreamedEvent[];
  /** Position after which events are stored; undefined when the account has no open stream. */
  readonly keptFrom: string | undefined;
}

interface DropBounds {
  readonly retentionHours: number;
  readonly maxEvents: number;
  /** Maximum number of events per transaction. */
  readonly limit: number;
}

/** Events recorded concurrently arrive with delays up to this; positions are assigned after it, in recorded order. */
const settleMs = 500;
const placeBatchSize = 1_000;

/** Time-based, so that positions keep growing when an account stops streaming and starts again. */
const firstPosition = '(extract(epoch from clock_timestamp()) * 1000)::bigint * 1000';

const placeStatement = `
with fresh as (
  select event_id, row_number() over (order by event_id) as place from (
    select event_id from stream_events where account_id = $1 and position is null and received_at <= clock_timestamp() - make_interval(secs => $3)
    order by event_id limit ${placeBatchSize}
  ) as settled
), placed as (
  update stream_events set position = $2::bigint + place from fresh where account_id = $1 and stream_events.event_id = fresh.event_id
), moved as (
  update event_streams set last_position = $2::bigint + (select count(*) from fresh) where account_id = $1
)
select count(*)::int as count from fresh`;

/**
 * Stored events for the streams of accounts. A consumer writes events without a position; a reader locks the account's
 * row and assigns positions to committed events. So positions are sequential, and no event is committed behind one that
 * was read (docs/adr/0022-streams-of-events.md).
 */
@Injectable()
export class StreamEventsRepository {
  constructor(private readonly database: DataSource) {}

  async add(tx: EntityManager, events: readonly MailEvent[]): Promise<void> {
    if (events.length === 0) return;
    const column = <Value>(value: (event: MailEvent) => Value): Value[] => events.map(value);
    await tx.query(
      `insert into stream_events (account_id, event_id, type, template_id, tags, body)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::text[])
         as added (account_id, event_id, type, template_id, tags, body) order by account_id, event_id
       on conflict do nothing`,
      [
        column(({ accountId }) => accountId),
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ template }) => template),
        column(({ tags }) => JSON.stringify(tags)),
        column(({ body }) => body),
      ],
    );
  }

  /** Starts storing the account's events; `isNew` when none were stored before. */
  async open(accountId: string): Promise<{ readonly isNew: boolean }> {
    const rows: { isNew: boolean }[] = await this.database.query(
      `insert into event_streams (account_id, last_position, kept_from) select $1, at, at from (select ${firstPosition} as at) as start
       on conflict (account_id) do update set read_at = now()
       returning xmax = 0 as "isNew"`,
      [accountId],
    );
    const { isNew } = rows[0]!;
    // Deletes events of an earlier stream.
    if (isNew) await this.database.query('delete from stream_events where account_id = $1', [accountId]);
    return { isNew };
  }

  /** The position after all current events. */
  async end(accountId: string): Promise<string> {
    while ((await this.assignPositions(accountId, 0)) === placeBatchSize);
    const [stream] = (await this.database.query(
      'select last_position::text as position from event_streams where account_id = $1',
      [accountId],
    )) as { position: string }[];
    return stream?.position ?? '0';
  }

  async read(accountId: string, after: string): Promise<StreamPage> {
    const [stream] = (await this.database.query(
      `select kept_from::text as "keptFrom", read_at < now() - interval '1 minute' as "isReadTimeStale",
              exists (select from stream_events as event where event.account_id = $1 and position is null
                        and received_at < clock_timestamp() - make_interval(secs => ${settleMs / 1000})) as "isBehind"
       from event_streams where account_id = $1`,
      [accountId],
    )) as { keptFrom: string; isReadTimeStale: boolean; isBehind: boolean }[];
    if (!stream) return { events: [], keptFrom: undefined };
    if (stream.isBehind) await this.assignPositions(accountId);
    if (stream.isReadTimeStale)
      await this.database.query('update event_streams set read_at = now() where account_id = $1', [accountId]);
    const events: StreamedEvent[] = await this.database.query(
      `select position::text, event_id as id, type, template_id as template, tags, body from stream_events
       where account_id = $1 and position > $2 order by position limit $3`,
      [accountId, after, maxStreamedEvents],
    );
    return { events, keptFrom: stream.keptFrom };
  }

  /** Assigns positions to at most `placeBatchSize` events; returns how many. */
  assignPositions(accountId: string, settledMs = settleMs): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [stream] = (await tx.query(
        'select last_position::text as "lastPosition" from event_streams where account_id = $1 for update',
        [accountId],
      )) as { lastPosition: string }[];
      if (!stream) return 0;
      const [{ count }] = (await tx.query(placeStatement, [accountId, stream.lastPosition, settledMs / 1000])) as [
        { count: number },
      ];
      return count;
    });
  }

  /** The accounts with open streams. */
  async accounts(tx: EntityManager): Promise<string[]> {
    const rows: { account_id: string }[] = await tx.query('select account_id from event_streams');
    return rows.map(({ account_id }) => account_id);
  }

  /** All streams, and whether they were not read for `retentionHours`. */
  async streams(retentionHours: number): Promise<{ readonly accountId: string; readonly isAbandoned: boolean }[]> {
    return this.database.query(
      `select account_id as "accountId", read_at < now() - make_interval(hours => $1) as "isAbandoned" from event_streams order by account_id`,
      [retentionHours],
    );
  }

  /** Ends a stream, unless it was read meanwhile. */
  async remove(accountId: string, retentionHours: number): Promise<void> {
    await this.database.query(
      'delete from event_streams where account_id = $1 and read_at < now() - make_interval(hours => $2)',
      [accountId, retentionHours],
    );
  }

  /**
   * Deletes events beyond the limits; returns how many. Locks the account's row, so that readers see a consistent
   * `kept_from`.
   */
  async dropOld(accountId: string, { retentionHours, maxEvents, limit }: DropBounds): Promise<number> {
    // Unread events have no position yet, but count towards the limit.
    while ((await this.assignPositions(accountId)) === placeBatchSize);
    return this.database.transaction(async (tx) => {
      await tx.query('select from event_streams where account_id = $1 for update', [accountId]);
      const [row]: { count: number }[] = await tx.query(
        `with bound as (
           select coalesce((select position from stream_events where account_id = $1 and position is not null order by position desc offset $3 limit 1), 0) as position
         ), old as (
           select event_id from stream_events, bound
           where account_id = $1 and stream_events.position is not null
             and (received_at < now() - make_interval(hours => $2) or stream_events.position <= bound.position)
           order by stream_events.position limit $4
         ), dropped as (
           delete from stream_events using old where account_id = $1 and stream_events.event_id = old.event_id returning position
         ), kept as (
           update event_streams set kept_from = greatest(kept_from, (select max(position) from dropped)) where account_id = $1
         )
         select count(*)::int as count from dropped`,
        [accountId, retentionHours, maxEvents, limit],
      );
      return row!.count;
    });
  }
}
