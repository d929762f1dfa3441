import { newId } from '@postrider/contracts';
import { databaseOptions } from '@postrider/service';
import { waitFor } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../../database.js';
import { TrackingHarness } from '../../testing/tracking-harness.js';
import type { CompletedAttempt } from './settlement.repository.js';
import { SettlementRepository } from './settlement.repository.js';

let tracking: TrackingHarness;
let database: DataSource;

beforeAll(async () => {
  tracking = await TrackingHarness.start();
  database = await new DataSource(databaseOptions(trackingDatabase, tracking.databaseUrl)).initialize();
}, 60_000);
afterAll(async () => {
  await database?.destroy();
  await tracking?.stop();
});

const failedAt = (webhookId: string): CompletedAttempt => ({
  delivery: {
    accountId: tracking.context.accountId,
    webhookId,
    eventId: newId('event'),
    lease: '00000000-0000-0000-0000-000000000000',
    attempt: 1,
    url: 'https://shop.example/',
    format: 'postrider',
    secrets: '',
    oldSecretUntil: null,
    type: 'email.sent',
    body: '{}',
  },
  outcome: { kind: 'failed', wait: 5 },
  status: 500,
  message: 'The endpoint returned 500',
  answer: '',
  milliseconds: 3,
});

it('locks several webhooks by their ids, whatever the order of the attempts', async () => {
  const ids: string[] = [];
  for (const path of ['a', 'b']) {
    const { webhook } = await tracking.webhook(`http://127.0.0.1:9999/${path}`);
    ids.push(webhook.id);
  }
  const [first, second] = ids.toSorted() as [string, string];
  // Moved behind the second row, so that a scan does not find them in id order by chance.
  await tracking.sql.query(`update webhooks set description = 'moved' where id = $1`, [first]);
  const replica = await tracking.sql.connect();
  try {
    await replica.query('begin');
    await replica.query('select from webhooks where id = $1 for update', [first]);
    const settled = new SettlementRepository(database).settle([failedAt(second), failedAt(first)]);
    await waitFor(async () => {
      const { rowCount } = await tracking.sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await replica.query('select from webhooks where id = $1 for update nowait', [second]);
    await replica.query('commit');
    await settled;
  } finally {
    replica.release();
  }
  const { rows } = await tracking.sql.query('select id from webhooks where failing_since is not null order by id');
  expect(rows).toEqual([{ id: first }, { id: second }]);
});
