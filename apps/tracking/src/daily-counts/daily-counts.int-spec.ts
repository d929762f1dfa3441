import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import type { DomainEvent } from '@postrider/contracts';
import { logEventRecorded, messageAccepted, messageEnded, messageSent, newId } from '@postrider/contracts';
import { EventBatch } from '@postrider/messaging';
import { databaseModule } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { DailyCountsRepository } from './daily-counts.repository.js';

let database: TestDatabase;
let tracking: TestingModule;

beforeAll(async () => {
  database = await createTestDatabase(trackingDatabase);
  tracking = await Test.createTestingModule({
    imports: [databaseModule(trackingDatabase, database.url, 2)],
    providers: [DailyCountsRepository],
  }).compile();
});
afterAll(async () => {
  await tracking?.close();
  await database?.drop();
});

it('counts outcomes by account, day (UTC) and template, without test messages', async () => {
  const [counts, dataSource] = [tracking.get(DailyCountsRepository), tracking.get(DataSource)];
  const [one, other] = [newId('account'), newId('account')];
  const about = (at: string, test = false) => ({
    log_id: newId('log'),
    template_id: 'tem_1',
    recipient_address: 'ada@example.com',
    test,
    at: Math.floor(Date.parse(at) / 1000),
  });
  const event = ({ topic }: DomainEvent, accountId: string, payload: object) => ({
    topic,
    received: { eventId: newId('event'), requestId: newId('request'), accountId, payload },
  });
  const [late, early] = ['2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z'];
  const opened = { type: 'opened' as const, at_ms: Date.parse(early), message: 'Opened', detail: {}, tags: [] };
  const send = { source: 'send' };
  await dataSource.transaction(async (tx) => {
    await counts.add(
      tx,
      new EventBatch([
        event(messageAccepted, one, { ...about(late), ...send }),
        event(messageAccepted, one, { ...about(late), ...send }),
        event(messageAccepted, one, { ...about(early), ...send }),
      ]),
    );
    await counts.add(
      tx,
      new EventBatch([
        event(messageAccepted, one, { ...about(late), source: 'resend' }),
        event(messageAccepted, other, { ...about(late), ...send }),
        event(messageAccepted, one, { ...about(late, true), ...send }),
        event(messageSent, one, { ...about(early), esp_account_id: 'esp_1' }),
        event(messageEnded, one, { ...about(early), status: 'bounced', reason: '550' }),
        event(logEventRecorded, one, { ...about(early), ...opened, moves_status: true }),
      ]),
    );
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
