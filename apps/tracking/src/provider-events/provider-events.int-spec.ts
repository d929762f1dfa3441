import { randomBytes, randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EspWebhookAccount, PayloadOf, RequestContext, ReportingEspType } from '@postrider/contracts';
import { espTypes, isReporting, logEventReported, newId, takeReport } from '@postrider/contracts';
import type { EventConsumer, EventEnvelope } from '@postrider/messaging';
import { ContractClient, EVENT_CONSUMER, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, outboxEvents, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import { deliveredBy, posted, webhookSettings } from '../testing/provider-posts.js';
import { trackingService } from '../tracking.service-definition.js';
import type { Report } from './kinds/report.js';

/** Amazon would have to be asked for its certificate. */
const types = espTypes.filter(isReporting).filter((type) => type !== 'esp_kind_5');

describe('reports of providers', () => {
  let database: TestDatabase;
  let tracking: RunningApp;
  let client: ContractClient;
  let closeClient: () => Promise<void>;
  let delivery: INestApplicationContext;
  /** What delivery got. */
  let taken: EventEnvelope[];
  let sql: Pool;
  let context: RequestContext;
  let account: EspWebhookAccount;

  beforeAll(async () => {
    const amqp = `memory:${randomUUID()}`;
    database = await createTestDatabase(trackingService.database);
    tracking = await startService(trackingService, {
      AMQP_URL: amqp,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: randomBytes(32).toString('base64'),
    });
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('gateway', amqp), {
      logger: false,
    });
    client = caller.get(ContractClient);
    closeClient = () => caller.close();
    delivery = await NestFactory.createApplicationContext(MessagingModule.forService('delivery', amqp), {
      logger: false,
    });
    await takeEvents();
    sql = new Pool({ connectionString: database.url, options: '-c search_path=tracking' });
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await delivery?.close();
    await closeClient?.();
    await tracking?.stop();
    await database?.drop();
  }, 30_000);
  beforeEach(() => {
    taken = [];
    newAccount('esp_kind_4');
  });

  const takeEvents = () =>
    delivery.get<EventConsumer>(EVENT_CONSUMER).start(async (events) => void taken.push(...events));

  function newAccount(type: ReportingEspType): void {
    context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
    account = { esp_id: newId('espAccount'), esp_type: type, settings: webhookSettings[type] };
  }
  const post = ({ url, headers, body }: Report) =>
    client.call(
      takeReport,
      { ...context, deadline: Date.now() + 20_000 },
      { account, url, headers, body: body.toString('base64') },
    );
  const waiting = async (): Promise<number> =>
    (await sql.query(`select from ${outboxEvents} where account_id = $1`, [context.accountId])).rowCount!;
  /** As delivery takes them: each id once. */
  const published = (accountId = context.accountId) =>
    [...new Map(taken.map((event) => [event.eventId, event])).values()]
      .filter((event) => event.accountId === accountId)
      .map(({ payload }) => payload as PayloadOf<typeof logEventReported>);

  it.each(types)(
    'of a %s account is published before the response, and counts once when it is repeated',
    async (type) => {
      newAccount(type);
      const log = newId('log');
      const report = deliveredBy(type, log);
      await post(report);
      expect(published()).toHaveLength(1);
      await Promise.all([post(report), post(report)]);
      await post(report);
      expect(published()).toEqual([
        expect.objectContaining({
          log_id: log,
          type: 'delivered',
          at_ms: expect.any(Number),
          message: 'Accepted by the mail server of the recipient: 250 2.0.0 OK',
          moves_status: true,
          esp_account_id: account.esp_id,
          address: 'ada@example.com',
        }),
      ]);
      expect(await waiting()).toBe(0);
    },
  );

  it('a report can have many events, each of which counts once, also next to new ones', async () => {
    newAccount('esp_kind_1');
    const event = (id: string, log = newId('log')) => ({
      event: 'bounce',
      sg_event_id: id,
      email: 'ada@example.com',
      reason: `550 "no" such\\user\u001e {${id}}, ä€😀`,
      timestamp: Math.floor(Date.now() / 1000),
      postrider_log_id: log,
    });
    const logs = Array.from({ length: 250 }, () => newId('log'));
    const all = logs.map((log, n) => event(`of ${n}`, log));
    await post(posted.esp_kind_1([...all, all[0]]));
    expect(published().map(({ log_id }) => log_id)).toEqual(logs);
    expect(published()[7]).toMatchObject({
      message: 'Rejected by the mail server of the recipient: 550 "no" such\\user {of 7}, ä€😀',
    });
    await post(posted.esp_kind_1([all[1], event('another')]));
    expect(published()).toHaveLength(251);
  });

  it('a report is stored when it cannot be published, and published once later', async () => {
    const report = deliveredBy('esp_kind_4', newId('log'));
    await delivery.get<EventConsumer>(EVENT_CONSUMER).stop();
    try {
      await post(report);
      await post(report);
      expect(await waiting()).toBe(1);
    } finally {
      await takeEvents();
    }
    await waitFor(async () => (await waiting()) === 0);
    expect(published()).toHaveLength(1);
  });

  it('a report is not published when it is unverified, unknown or for no email of the installation', async () => {
    const report = deliveredBy('esp_kind_4', newId('log'));
    await expect(post({ ...report, headers: {} })).rejects.toMatchObject({ code: 'unauthenticated' });
    await post(posted.esp_kind_4({ RecordType: 'Telepathy', Metadata: { log_id: newId('log') } }));
    await post(posted.esp_kind_4({ RecordType: 'Inbound', Metadata: { log_id: newId('log') } }));
    await post(posted.esp_kind_4({ RecordType: 'Open', Metadata: { log_id: 'log_of_another_system' } }));
    await post(posted.esp_kind_4({ RecordType: 'Open' }));
    expect(taken).toEqual([]);
  });

  it('the same key in another account is another event', async () => {
    const log = newId('log');
    const report = deliveredBy('esp_kind_4', log);
    await post(report);
    const { accountId } = context;
    newAccount('esp_kind_4');
    await post(report);
    expect([published(accountId), published()]).toMatchObject([[{ log_id: log }], [{ log_id: log }]]);
    expect(new Set(taken.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('a report of a provider that does not sign the body is accepted once per signature, and may be repeated', async () => {
    newAccount('esp_kind_2');
    const event = { event: 'complained', timestamp: Date.now() / 1000, 'user-variables': { log_id: newId('log') } };
    const time = String(Math.floor(Date.now() / 1000));
    const one = posted.esp_kind_2({ ...event, id: 'one' }, time, 'token-1');
    const forged = posted.esp_kind_2({ ...event, id: 'two' }, time, 'token-1');
    for (const report of [one, one, forged, forged]) await post(report);
    expect(taken).toHaveLength(2);
    expect(published()).toHaveLength(1);
    await post(posted.esp_kind_2({ ...event, id: 'two' }, time, 'token-2'));
    expect(published()).toHaveLength(2);
  });

  it('a report may have 5 MB with thousands of events; other reports are processed meanwhile', async () => {
    newAccount('esp_kind_1');
    const one = (index: number) => ({
      event: index === 0 ? 'dropped' : 'delivered',
      sg_event_id: `event-${index}`,
      email: 'ada@example.com',
      timestamp: Math.floor(Date.now() / 1000),
      postrider_log_id: newId('log'),
      response: `250 \u0000\ud800 ${'x'.repeat(900)}`,
    });
    const large = posted.esp_kind_1(Array.from({ length: 4_500 }, (_, index) => one(index)));
    expect(large.body.length).toBeGreaterThan(4.5 * 1024 * 1024);
    const small = posted.esp_kind_1([{ ...one(0), sg_event_id: 'small' }]);
    const responded: string[] = [];
    await Promise.all([
      post(large).then(() => responded.push('large')),
      post(small).then(() => responded.push('small')),
    ]);
    expect(responded).toEqual(['small', 'large']);
    expect(published()).toHaveLength(4_501);
  }, 90_000);
});
