import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { newId } from '@postrider/contracts';
import { databaseModule } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { DailyCountsConsumer, DailyCountsRepository } from './daily-counts.consumer.js';

let database: TestDatabase;
let tracking: TestingModule;

beforeAll(async () => {
  database = await createTestDatabase(trackingDatabase);
  tracking = await Test.createTestingModule({
    imports: [databaseModule(trackingDatabase, database.url, 2)],
    providers: [DailyCountsConsumer, DailyCountsRepository],
  }).compile();
});
afterAll(async () => {
  await tracking?.close();
  await database?.drop();
});

it('counts outcomes by account, day (UTC) and template, and leaves test messages out', async () => {
  const [consumer, dataSource] = [tracking.get(DailyCountsConsumer), tracking.get(DataSource)];
  const [one, other] = [newId('account'), newId('account')];
  const about = (at: string, test = false) => ({
    log_id: newId('log'),
    template_id: 'tem_1',
    recipient_address: 'ada@example.com',
    test,
    at: Math.floor(Date.parse(at) / 1000),
  });
  const event = <Payload>(accountId: string, payload: Payload) => ({
    eventId: newId('event'),
    requestId: newId('request'),
    accountId,
    payload,
  });
  const [late, early] = ['2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z'];
  const opened = { type: 'opened' as const, at_ms: Date.parse(early), message: 'Opened', detail: {}, tags: [] };
  await dataSource.transaction(async (tx) => {
    await consumer.accepted(
      [
        event(one, { ...about(late), source: 'send' }),
        event(one, { ...about(late), source: 'send' }),
        event(one, { ...about(early), source: 'send' }),
      ],
      tx,
    );
    await consumer.accepted(
      [
        event(one, { ...about(late), source: 'resend' }),
        event(other, { ...about(late), source: 'send' }),
        event(one, { ...about(late, true), source: 'send' }),
      ],
      tx,
    );
    await consumer.sent([event(one, { ...about(early), esp_account_id: 'esp_1' })], tx);
    await consumer.ended([event(one, { ...about(early), status: 'bounced', reason: '550' })], tx);
    await consumer.recorded([event(one, { ...about(early), ...opened, moves_status: true })], tx);
  });
  const rows: unknown[] = await dataSource.query(
    'select day::text, outcome, count::int from daily_counts where account_id = $1 order by day, outcome',
    [one],
  );
  expect(rows).toEqual([
    { day: '2026-11-20', outcome: 'accepted', count: 3 },
    { day: '2026-11-21', outcome: 'accepted', count: 1 },
    { day: '2026-11-21', outcome: 'bounced', count: 1 },
    { day: '2026-11-21', outcome: 'opened', count: 1 },
    { day: '2026-11-21', outcome: 'sent', count: 1 },
  ]);
});
