import { randomBytes, randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestContext, ReportingEspType } from '@postrider/contracts';
import {
  admitReport,
  espTypes,
  isReporting,
  logEventReported,
  newId,
  resolveEspWebhook,
  ServiceError,
  takeReport,
  webhookTokenOf,
} from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, FakeServices, saidEvents, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import { deliveredBy, posted, webhookSettings } from '../testing/provider-posts.js';
import { trackingService } from '../tracking.service-definition.js';
import type { Report } from './kinds/report.js';

/** Amazon would have to be asked for its certificate. */
const types = espTypes.filter(isReporting).filter((type) => type !== 'esp_kind_5');

describe('what providers report', () => {
  let database: TestDatabase;
  let services: FakeServices;
  let tracking: RunningApp;
  let client: ContractClient;
  let closeClient: () => Promise<void>;
  let sql: Pool;
  let context: RequestContext;
  let token: string;

  beforeAll(async () => {
    const amqp = `memory:${randomUUID()}`;
    [database, services] = await Promise.all([createTestDatabase(trackingService.database), FakeServices.start(amqp)]);
    await services.takeDown('tracking');
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
    sql = new Pool({ connectionString: database.url, options: '-c search_path=tracking' });
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await closeClient?.();
    await tracking?.stop();
    await services?.stop();
    await database?.drop();
  }, 30_000);
  beforeEach(() => {
    services.reset();
    newAccount('esp_kind_4');
  });

  const newToken = (): string => webhookTokenOf(context.accountId, newId('espAccount'), 'x'.repeat(43));
  function newAccount(type: ReportingEspType): void {
    context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
    token = newToken();
    services.answer(resolveEspWebhook, () => ({
      esp_id: token.slice(0, 44),
      esp_type: type,
      settings: webhookSettings[type],
    }));
  }
  const post = ({ url, headers, body }: Report, to = token) =>
    client.call(
      takeReport,
      { ...context, deadline: Date.now() + 20_000 },
      {
        token: to,
        url,
        headers,
        body: body.toString('base64'),
      },
    );
  const stored = async (): Promise<number> =>
    (await sql.query('select from provider_events where account_id = $1 and type <> $2', [context.accountId, 'nonce']))
      .rowCount!;
  /** What is said to delivery; nobody takes it here, so it stays in the outbox. */
  const published = async () => {
    const { rows } = await sql.query<{ payload: { log_id: string; type: string } }>(
      `select payload from ${saidEvents} where account_id = $1 and topic = $2 order by id, place`,
      [context.accountId, logEventReported.topic],
    );
    return rows.map(({ payload }) => payload);
  };
  const untilPublished = (count: number, timeoutMs = 20_000): Promise<unknown> =>
    waitFor(async () => (await published()).length === count, { timeoutMs, what: `${count} events` });

  it.each(types)('to an account of type %s is stored, and passed on once however often it comes', async (type) => {
    newAccount(type);
    const log = newId('log');
    const report = deliveredBy(type, log);
    await post(report);
    await Promise.all([post(report), post(report)]);
    await untilPublished(1);
    await post(report);
    expect(await stored()).toBe(1);
    expect(await published()).toEqual([
      expect.objectContaining({
        log_id: log,
        type: 'delivered',
        at_ms: expect.any(Number),
        message: 'The mail server of the recipient has taken the mail: 250 2.0.0 OK',
        moves_status: true,
        esp_account_id: token.slice(0, 44),
        address: 'ada@example.com',
      }),
    ]);
    const { rows } = await sql.query('select from provider_events where account_id = $1 and event is not null', [
      context.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is said in the statement that stores it, as long as an account is told little; each event once', async () => {
    newAccount('esp_kind_1');
    const event = (id: string, log = newId('log')) => ({
      event: 'delivered',
      sg_event_id: id,
      email: 'ada@example.com',
      timestamp: Math.floor(Date.now() / 1000),
      postrider_log_id: log,
    });
    const logs = [newId('log'), newId('log')];
    await post(posted.esp_kind_1([event('one', logs[0]), event('two', logs[1]), event('one', logs[0])]));
    expect((await published()).map(({ log_id }) => log_id)).toEqual(logs);
    const { rows } = await sql.query('select event from provider_events where account_id = $1', [context.accountId]);
    expect(rows).toEqual([{ event: null }, { event: null }]);
    await post(posted.esp_kind_1([event('two'), event('three')]));
    expect(await published()).toHaveLength(3);
    await post(posted.esp_kind_1([event('two'), event('three')]));
    expect(await published()).toHaveLength(3);
  });

  it('leaves for delivery in a row for a hundred events, in order, each with an id of its own', async () => {
    newAccount('esp_kind_1');
    const logs = Array.from({ length: 250 }, () => newId('log'));
    const rowsSaid = async () =>
      (
        await sql.query<{ events: { eventId: string; requestId: string; accountId: string }[] }>(
          `select (payload #>> '{}')::json as events from outbox where account_id = $1 order by id`,
          [context.accountId],
        )
      ).rows.map(({ events }) => events);
    await post(
      posted.esp_kind_1(
        logs.map((log, n) => ({
          event: 'bounce',
          sg_event_id: `of ${n}`,
          email: 'ada@example.com',
          reason: `550 "no" such\\user\u001e {${n}}, ä€😀`,
          timestamp: Math.floor(Date.now() / 1000),
          postrider_log_id: log,
        })),
      ),
    );
    const said = await rowsSaid();
    expect(said.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect((await published()).map(({ log_id }) => log_id)).toEqual(logs);
    expect(new Set(said.flat().map(({ eventId }) => eventId)).size).toBe(250);
    for (const { accountId } of said.flat()) expect(accountId).toBe(context.accountId);
    expect((await published())[7]).toMatchObject({
      message: 'The mail server of the recipient refuses the mail: 550 "no" such\\user {7}, ä€😀',
    });
  });

  it('is passed on in its turn where an account is told more', async () => {
    newAccount('esp_kind_4');
    const log = newId('log');
    await sql.query(
      `insert into provider_events (account_id, key, esp_account_id, esp_type, type, event)
       values ($1, '\\x01', $2, 'esp_kind_4', 'Delivery', $3)`,
      [context.accountId, token.slice(0, 44), { logId: log, atMs: Date.now() }],
    );
    await untilPublished(1);
    expect(await published()).toEqual([expect.objectContaining({ log_id: log, type: 'delivered' })]);
  });

  it('is not stored where it is not verified, is nothing we know, or is of no mail of ours', async () => {
    const report = deliveredBy('esp_kind_4', newId('log'));
    await expect(post({ ...report, headers: {} })).rejects.toMatchObject({ code: 'unauthenticated' });
    await post(posted.esp_kind_4({ RecordType: 'Telepathy', Metadata: { log_id: newId('log') } }));
    await post(posted.esp_kind_4({ RecordType: 'Inbound', Metadata: { log_id: newId('log') } }));
    await post(posted.esp_kind_4({ RecordType: 'Open', Metadata: { log_id: 'log_of_another_system' } }));
    await post(posted.esp_kind_4({ RecordType: 'Open' }));
    expect(await stored()).toBe(0);
  });

  it('is that of the account that the address names, and of the same key in another account another', async () => {
    const log = newId('log');
    const report = deliveredBy('esp_kind_4', log);
    await post(report);
    await untilPublished(1);
    newAccount('esp_kind_4');
    await post(report);
    await untilPublished(1);
    services.answer(resolveEspWebhook, () => {
      throw new ServiceError('not_found', 'ESP account not found');
    });
    const unknown = newToken();
    await expect(post(report, unknown)).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.call(admitReport, context, { token: unknown })).rejects.toMatchObject({ code: 'not_found' });
    expect(services.callsOf(resolveEspWebhook).filter(({ request }) => request.token === unknown)).toHaveLength(1);
  });

  it('of a provider that signs nothing of it is taken once for a signature', async () => {
    newAccount('esp_kind_2');
    const event = { event: 'complained', timestamp: Date.now() / 1000, 'user-variables': { log_id: newId('log') } };
    const time = String(Math.floor(Date.now() / 1000));
    await post(posted.esp_kind_2({ ...event, id: 'one' }, time, 'token-1'));
    await post(posted.esp_kind_2({ ...event, id: 'two' }, time, 'token-1'));
    expect(await stored()).toBe(1);
    await post(posted.esp_kind_2({ ...event, id: 'two' }, time, 'token-2'));
    expect(await stored()).toBe(2);
  });

  it('may be 5 MB of thousands of events; others are answered meanwhile', async () => {
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
    const answered: string[] = [];
    await Promise.all([post(large).then(() => answered.push('large')), post(small).then(() => answered.push('small'))]);
    expect(answered).toEqual(['small', 'large']);
    expect(await stored()).toBe(4_501);
    await untilPublished(4_501, 60_000);
  }, 90_000);
});
