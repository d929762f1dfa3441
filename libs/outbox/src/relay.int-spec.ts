import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { messageAccepted, newId } from '@postrider/contracts';
import type { EventEnvelope, EventFailures, EventPublisher } from '@postrider/messaging';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { toBundles, bundleTopic } from './bundles.js';
import { outboxRow } from './outbox.js';
import { OutboxRelay } from './relay.js';
import { outboxTables } from './tables.js';

/** A transport that confirms each call after the same time. */
class SlowPublisher implements EventPublisher {
  readonly sideBySide = 8;
  readonly published: string[] = [];

  constructor(private readonly confirmMs: number) {}

  async publish(events: readonly EventEnvelope[]): Promise<EventFailures> {
    this.published.push(...events.map(({ eventId }) => eventId));
    await pause(this.confirmMs);
    return new Map();
  }

  async close(): Promise<void> {}
}

describe('OutboxRelay over a slow broker', () => {
  const context = { accountId: newId('account'), requestId: newId('request') };
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    const created = await createTestDatabase();
    ({ drop } = created);
    database = await new DataSource({
      type: 'postgres',
      url: created.url,
      extra: { options: '-c idle_in_transaction_session_timeout=1000' },
    }).initialize();
    for (const statement of outboxTables) await database.query(statement);
  });
  afterEach(() => database.query('truncate outbox'));
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  /** Rows of a hundred events each. */
  const backlog = async (count: number): Promise<void> => {
    const event = (): ReturnType<typeof outboxRow> => outboxRow(messageAccepted, context, messageAccepted.examples[0]!);
    const rows = Array.from({ length: count }, () => toBundles(Array.from({ length: 100 }, event))).flat();
    expect(rows).toHaveLength(count);
    await database.query(
      `insert into outbox (event_id, topic, account_id, request_id, payload)
       select event_id, $2, account_id, request_id, to_jsonb(events)
       from jsonb_to_recordset($1::jsonb) as row (event_id text, account_id text, request_id text, events text)`,
      [JSON.stringify(rows), bundleTopic],
    );
  };
  const pendingRows = async (): Promise<number> => {
    const [row] = (await database.query('select count(*)::int as left from outbox')) as [{ left: number }];
    return row.left;
  };
  const relaying = async (publisher: EventPublisher, until: () => Promise<boolean>): Promise<void> => {
    const relay = new OutboxRelay(database, publisher, 'delivery');
    relay.onApplicationBootstrap();
    await waitFor(until).finally(() => relay.beforeApplicationShutdown());
  };

  it('publishes each event of a full backlog once, beyond the timeout for idle transactions', async () => {
    await backlog(200);
    const publisher = new SlowPublisher(160);
    await relaying(publisher, async () => (await pendingRows()) === 0);
    expect(publisher.published).toHaveLength(20_000);
    expect(new Set(publisher.published).size).toBe(20_000);
  });

  it('commits confirmed events before it publishes more', async () => {
    await backlog(40);
    await relaying(new SlowPublisher(2_100), async () => (await pendingRows()) === 24);
  });
});
