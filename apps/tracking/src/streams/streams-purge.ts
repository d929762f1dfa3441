import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';
import { placeBatchSize, StreamEventsRepository } from './stream-events.repository.js';

/** See docs/operate/limits.md#event-streams. */
export const keptHours = 1;
const maxKept = 100_000;
const rowsPerBatch = 5_000;

interface Stream {
  readonly account_id: string;
  readonly abandoned: boolean;
}

/** What streams need no more: what is too old or too much. `trackingRetention` deletes the events of streams that ended. */
@Injectable()
export class StreamsPurge extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly events: StreamEventsRepository,
  ) {
    super({ everyMs: 30_000, failure: 'what streams need no more could not be cleared away' });
  }

  protected async batch(): Promise<boolean> {
    const streams: Stream[] = await this.database.query(
      `select account_id, read_at < now() - make_interval(hours => $1) as abandoned from event_streams order by account_id`,
      [keptHours],
    );
    let left = false;
    for (const { account_id, abandoned } of streams) {
      if (abandoned) await this.end(account_id);
      else left = (await this.dropOld(account_id)) || left;
    }
    return left;
  }

  private async end(accountId: string): Promise<void> {
    await this.database.query(
      'delete from event_streams where account_id = $1 and read_at < now() - make_interval(hours => $2)',
      [accountId, keptHours],
    );
  }

  /** With the account's row held, so that who reads knows of every event whether it is gone. True: there is more. */
  private async dropOld(accountId: string): Promise<boolean> {
    // What nobody reads has no position yet, and counts all the same.
    while ((await this.events.place(accountId)) === placeBatchSize);
    return this.database.transaction(async (tx) => {
      await tx.query('select from event_streams where account_id = $1 for update', [accountId]);
      const rows: { gone: string | null; count: number }[] = await tx.query(
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
         select max(position)::text as gone, count(*)::int as count from dropped`,
        [accountId, keptHours, maxKept, rowsPerBatch],
      );
      return rows[0]!.count === rowsPerBatch;
    });
  }
}
