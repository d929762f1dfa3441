import type { ServiceName } from '@postrider/contracts';
import { events } from '@postrider/contracts';
import type { DeadLetter, DeadLetters } from '@postrider/messaging';
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';

type Ids = ReadonlySet<string> | undefined;

/**
 * Without a broker, dead letters stay in the outbox of the service that published the event, one schema per publisher.
 * A replayed event is delivered only to the consumers that have not processed it.
 */
export class OutboxDeadLetters implements DeadLetters {
  constructor(
    /** Returns a client that is not connected yet. */
    private readonly newClient: () => Client,
    private readonly service: ServiceName,
  ) {}

  async list(limit: number): Promise<DeadLetter[]> {
    const letters = await this.queryOutboxes<DeadLetter>(
      (outbox) =>
        `select event_id as "eventId", topic, account_id as "accountId", dead_at as "diedAt", coalesce(error, '') as reason from ${outbox} where ${isDeadLetter} order by id limit $3`,
      undefined,
      [limit],
    );
    return letters.slice(0, limit);
  }

  async replay(eventIds?: Ids): Promise<number> {
    const replayed = await this.queryOutboxes(
      (outbox) =>
        `update ${outbox} set dead_at = null, attempts = 0, next_at = now() where ${isDeadLetter} returning 1`,
      eventIds,
    );
    return replayed.length;
  }

  async drop(eventIds?: Ids): Promise<number> {
    const dropped = await this.queryOutboxes(
      (outbox) => `delete from ${outbox} where ${isDeadLetter} returning 1`,
      eventIds,
    );
    return dropped.length;
  }

  private async queryOutboxes<Row>(
    statement: (outbox: string) => string,
    eventIds: Ids,
    more: readonly unknown[] = [],
  ): Promise<Row[]> {
    const consumed = events.filter(({ consumers }) => consumers.includes(this.service));
    const client = this.newClient();
    await client.connect();
    try {
      const rows: Row[] = [];
      for (const publisher of new Set(consumed.map((event) => event.publisher))) {
        const outbox = `${escapeIdentifier(publisher)}.outbox`;
        const {
          rows: [found],
        } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [outbox]);
        if (!found?.exists) continue;
        rows.push(
          ...((
            await client.query(statement(outbox), [
              consumed.map(({ topic }) => topic),
              eventIds ? [...eventIds] : null,
              ...more,
            ])
          ).rows as Row[]),
        );
      }
      return rows;
    } finally {
      await client.end();
    }
  }
}

const isDeadLetter = 'dead_at is not null and topic = any($1::text[]) and ($2::text[] is null or event_id = any($2))';
