import { jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { RequestContext, ResponseOf, Rpc } from '@postrider/contracts';
import {
  deleteCustomer,
  ensureCustomer,
  lookUpCustomer,
  getCustomer,
  messageAccepted,
  newId,
  recordConversion,
  upsertCustomer,
} from '@postrider/contracts';
import { exactJson, LosslessNumber, parseExactly } from '@postrider/numbers';
import type { EventConsumer, EventEnvelope, EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import type { DeleteResult, ObjectLiteral } from 'typeorm';
import { Repository } from 'typeorm';
import type { z } from 'zod';
import { customerService } from './customer.module.js';

describe('the customer service', () => {
  const url = `memory:${newId('request')}`;
  let database: TestDatabase;
  let sql: Client;
  let app: RunningApp;
  let delivery: INestApplicationContext;
  let tracking: INestApplicationContext;
  /** Receives the events that the service publishes. */
  let onEvents: (batch: readonly EventEnvelope[]) => void = () => {};
  const listen = (listener: typeof onEvents): void => {
    onEvents = listener;
  };
  let context: RequestContext;

  beforeAll(async () => {
    database = await createTestDatabase(customerService.database);
    app = await startService(customerService, {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    delivery = await NestFactory.createApplicationContext(MessagingModule.forService('delivery', url), {
      logger: false,
    });
    tracking = await NestFactory.createApplicationContext(MessagingModule.forService('tracking', url), {
      logger: false,
    });
    await tracking.get<EventConsumer>(EVENT_CONSUMER).start(async (batch) => onEvents(batch));
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    await sql.query('set search_path = customer');
  });
  afterAll(async () => {
    await sql.end();
    await delivery.close();
    await tracking.close();
    await app.stop();
    await database.drop();
  });
  beforeEach(() => {
    context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
  });

  const call = <R extends Rpc>(
    rpc: R,
    request: z.input<R['request']>,
    by: RequestContext = context,
  ): Promise<ResponseOf<R>> => delivery.get(ContractClient).call(rpc, by, request);
  const ada = 'ada@example.com';
  const notFound = { code: 'not_found', message: 'Customer not found' };

  describe('a query without its where clause', () => {
    it('does not find or delete customers of another account', async () => {
      await call(upsertCustomer, { email: ada, data: {} });
      const stranger = { ...context, accountId: newId('account') };
      const [find, remove] = [
        jest.spyOn(Repository.prototype, 'findOneBy').mockImplementation(findAny),
        jest.spyOn(Repository.prototype, 'delete').mockImplementation(deleteAny),
      ];
      try {
        expect(await call(getCustomer, { email: 'nobody@example.com' })).toMatchObject({ email: ada });
        await expect(call(getCustomer, { email: ada }, stranger)).rejects.toMatchObject(notFound);
        await call(deleteCustomer, { email: ada }, stranger);
      } finally {
        find.mockRestore();
        remove.mockRestore();
      }
      expect(await call(getCustomer, { email: ada })).toMatchObject({ email: ada });
    });

    async function findAny(this: Repository<ObjectLiteral>): Promise<ObjectLiteral | null> {
      return (await this.find({ take: 1 }))[0] ?? null;
    }
    function deleteAny(this: Repository<ObjectLiteral>): Promise<DeleteResult> {
      return this.createQueryBuilder().delete().execute();
    }
  });

  describe('stored customers', () => {
    it('identify a customer by the same address in all spellings of its domain', async () => {
      const spellings = ['a@münchen.de', 'A@MÜNCHEN.de', 'a@xn--mnchen-3ya.de', 'a@XN--MNCHEN-3YA.DE'];
      for (const [place, email] of spellings.entries())
        await call(upsertCustomer, { email, data: { [`n${place}`]: 1 } });
      for (const email of spellings)
        expect(await call(getCustomer, { email })).toMatchObject({
          email: 'a@xn--mnchen-3ya.de',
          data: { n0: 1, n1: 1, n2: 1, n3: 1 },
        });
      expect(await call(lookUpCustomer, { email: 'a@münchen.de' })).toEqual({ known: true });
      await call(recordConversion, { email: 'a@münchen.de', revenue: 1 });
      await call(deleteCustomer, { email: 'a@xn--mnchen-3ya.de' });
      await expect(call(getCustomer, { email: 'a@münchen.de' })).rejects.toMatchObject(notFound);
    });

    it('customers are updated by replacing and adding attributes, not removing any', async () => {
      await call(upsertCustomer, { email: ada, data: { plan: 'free', seats: 1, vip: true } });
      await call(upsertCustomer, { email: ada, data: { plan: 'pro', city: 'London', seats: null } });
      expect((await call(getCustomer, { email: ada })).data).toEqual({
        plan: 'pro',
        seats: null,
        vip: true,
        city: 'London',
      });
    });

    it('have nested values replaced as a whole (client libraries may send them)', async () => {
      await call(upsertCustomer, { email: ada, data: { address: { city: 'London', zip: 'N1' } } });
      await call(upsertCustomer, { email: ada, data: { address: { city: 'Paris' } } });
      expect((await call(getCustomer, { email: ada })).data).toEqual({ address: { city: 'Paris' } });
    });

    it('have lossless numbers, also when other attributes are replaced', async () => {
      const given = parseExactly('{"a":1.0,"b":1234567890123456789,"c":1e400,"d":-0,"e":10.50,"n":{"x":[0.10]},"o":7}');
      await call(upsertCustomer, { email: ada, data: given as Record<string, unknown> });
      const stored = async () => exactJson((await call(getCustomer, { email: ada })).data);
      expect(await stored()).toBe(exactJson(given));
      await call(upsertCustomer, { email: ada, data: { a: 1, b: new LosslessNumber('2.50'), e: 'text', n: null } });
      expect(await stored()).toBe('{"a":1,"b":2.50,"c":1e400,"d":-0,"e":"text","n":null,"o":7}');
    });

    it('return values that an older version has written since', async () => {
      await call(upsertCustomer, { email: ada, data: { a: new LosslessNumber('1.50'), b: new LosslessNumber('2.0') } });
      await sql.query(`update customers set data = data || '{"a": 2.5}' where account_id = $1`, [context.accountId]);
      expect(exactJson((await call(getCustomer, { email: ada })).data)).toBe('{"a":2.5,"b":2.0}');
    });

    it('have a limit for number literals, however they were added', async () => {
      const text = `1.${'0'.repeat(990)}`;
      const some = (from: number) =>
        Object.fromEntries(Array.from({ length: 60 }, (_none, n) => [`n${from + n}`, new LosslessNumber(text)]));
      await expect(call(upsertCustomer, { email: ada, data: { ...some(0), ...some(60) } })).rejects.toMatchObject({
        details: [{ field: 'data', message: 'must be at most 64 KB' }],
      });
      await call(upsertCustomer, { email: ada, data: some(0) });
      await call(upsertCustomer, { email: ada, data: some(60) });
      await expect(call(upsertCustomer, { email: ada, data: some(120) })).rejects.toMatchObject({
        details: [{ field: 'data', message: 'must be at most 64 KB including the existing data of the customer' }],
      });
      await call(upsertCustomer, { email: ada, data: { n0: 1 } });
    });

    it('keep data and locale that are omitted', async () => {
      await call(upsertCustomer, { email: ada, data: { plan: 'free' }, locale: 'en-GB' });
      await call(upsertCustomer, { email: ada });
      await call(upsertCustomer, { email: ada, data: {}, locale: '' });
      expect(await call(getCustomer, { email: ada })).toMatchObject({ data: { plan: 'free' }, locale: 'en-GB' });
      await call(upsertCustomer, { email: ada, locale: 'fr-FR' });
      expect(await call(getCustomer, { email: ada })).toMatchObject({ data: { plan: 'free' }, locale: 'fr-FR' });
    });

    it('have at most 64 KB of data, also when it is added in several requests', async () => {
      const field = (bytes: number) => 'x'.repeat(bytes - '{"a":""}'.length);
      await expect(call(upsertCustomer, { email: ada, data: { a: field(64 * 1024 + 1) } })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'data', message: 'must be at most 64 KB' }],
      });
      await call(upsertCustomer, { email: ada, data: { a: field(64 * 1024) } });
      await expect(call(upsertCustomer, { email: ada, data: { b: field(1024) } })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'data', message: 'must be at most 64 KB including the existing data of the customer' }],
      });
      await call(upsertCustomer, { email: ada, locale: 'en-GB' });
      await call(upsertCustomer, { email: ada, data: { a: 'short' } });
      await call(upsertCustomer, { email: ada, data: { b: field(1024) } });
      expect(await call(getCustomer, { email: ada })).toMatchObject({ data: { a: 'short' }, locale: 'en-GB' });
    });

    it('keep their creation time', async () => {
      await call(upsertCustomer, { email: ada });
      await sql.query("update customers set created_at = '2026-01-01T00:00:00Z' where account_id = $1", [
        context.accountId,
      ]);
      await call(upsertCustomer, { email: ada, data: { plan: 'pro' } });
      expect(await call(getCustomer, { email: ada })).toEqual({
        object: 'customer',
        email: ada,
        data: { plan: 'pro' },
        created: 1_767_225_600,
      });
    });

    it('identify a customer by the same address in all its spellings', async () => {
      await call(upsertCustomer, { email: ' Ada@Example.COM ', data: { plan: 'pro' } });
      for (const email of [ada, 'ADA@EXAMPLE.COM', ' ada@example.com'])
        expect((await call(getCustomer, { email })).email).toBe(ada);
      await call(deleteCustomer, { email: 'aDa@example.com' });
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
    });

    it('merge concurrent updates', async () => {
      await Promise.all(
        Array.from({ length: 12 }, (_, n) => call(upsertCustomer, { email: ada, data: { [`attribute${n}`]: n } })),
      );
      expect(Object.keys((await call(getCustomer, { email: ada })).data)).toHaveLength(12);
    });

    it.each<[string, object]>([
      ['email', { email: 'nobody' }],
      ['data', { email: ada, data: [1] }],
      ['locale', { email: ada, locale: 'xx-XX' }],
    ])('customers are rejected with an invalid %s, which the error names', async (field, request) => {
      await expect(call(upsertCustomer, request as never)).rejects.toMatchObject({
        code: 'invalid_request',
        details: [expect.objectContaining({ field })],
      });
    });

    it('customers are rejected with text that PostgreSQL cannot store', async () => {
      const rejected = { code: 'invalid_request', message: expect.stringContaining('U+0000') as string };
      await expect(call(upsertCustomer, { email: ada, data: { plan: 'pro\u0000' } })).rejects.toMatchObject(rejected);
      await expect(call(upsertCustomer, { email: ada, data: { plan: '\ud800' } })).rejects.toMatchObject(rejected);
      await expect(call(getCustomer, { email: '\u0000' })).rejects.toMatchObject(rejected);
    });

    it('customers are deleted with their conversions, and can be deleted again', async () => {
      await call(upsertCustomer, { email: ada });
      await call(recordConversion, { email: ada, revenue: 100 });
      for (let time = 0; time < 2; time++) expect(await call(deleteCustomer, { email: ada })).toEqual({});
      expect((await sql.query('select 1 from conversions where account_id = $1', [context.accountId])).rows).toEqual(
        [],
      );
    });

    it('publish an event for each recorded conversion, and only for these', async () => {
      const published: EventEnvelope[] = [];
      listen((batch) => void published.push(...batch));
      await call(upsertCustomer, { email: ada });
      await call(recordConversion, { email: 'Ada@example.com', revenue: 1999, timestamp: 1_790_000_000 });
      const before = Date.now();
      await call(recordConversion, { email: ada });
      await expect(call(recordConversion, { email: 'nobody@example.com' })).rejects.toMatchObject(notFound);
      const own = () => published.filter(({ accountId }) => accountId === context.accountId);
      await waitFor(() => own().length >= 2);
      expect(own().map(({ topic, payload }) => [topic, payload])).toEqual([
        ['conversion.recorded.v1', { email: ada, revenue: 1999, at_ms: 1_790_000_000_000 }],
        ['conversion.recorded.v1', { email: ada, at_ms: expect.any(Number) }],
      ]);
      const { at_ms } = own()[1]!.payload as { at_ms: number };
      expect(at_ms).toBeGreaterThanOrEqual(before);
      const { rows } = await sql.query(
        'select (extract(epoch from converted_at) * 1000)::float8 as at_ms from conversions where account_id = $1 order by id',
        [context.accountId],
      );
      expect(rows).toEqual([{ at_ms: 1_790_000_000_000 }, { at_ms }]);
    });

    it('customers are isolated by account', async () => {
      const other = { ...context, accountId: newId('account') };
      await call(upsertCustomer, { email: ada, data: { plan: 'pro' }, locale: 'en-GB' });
      await expect(call(getCustomer, { email: ada }, other)).rejects.toMatchObject(notFound);
      await expect(call(recordConversion, { email: ada }, other)).rejects.toMatchObject(notFound);
      expect(await call(lookUpCustomer, { email: ada }, other)).toEqual({ known: false });
      await call(upsertCustomer, { email: ada, data: { plan: 'free' } }, other);
      await call(deleteCustomer, { email: ada }, other);
      expect(await call(getCustomer, { email: ada })).toMatchObject({ data: { plan: 'pro' } });
    });
  });

  describe('while an email is sent', () => {
    const getVersion = async () =>
      (await sql.query('select email, xmin, modified_at from customers where account_id = $1', [context.accountId]))
        .rows as unknown[];

    it('a missing customer is created once', async () => {
      expect(
        await Promise.all(Array.from({ length: 8 }, () => call(ensureCustomer, { email: 'Ada@example.com' }))),
      ).toEqual(Array.from({ length: 8 }, () => ({})));
      expect(await call(getCustomer, { email: ada })).toMatchObject({ email: ada, data: {} });
    });

    it('an existing customer is not changed', async () => {
      await call(upsertCustomer, { email: ada, data: { plan: 'pro' }, locale: 'de-DE' });
      const before = await getVersion();
      expect(await call(ensureCustomer, { email: ada })).toEqual({ locale: 'de-DE' });
      expect(await getVersion()).toEqual(before);
    });

    it('a lookup returns the locale and writes nothing', async () => {
      await call(upsertCustomer, { email: ada, locale: 'de-DE' });
      const before = await getVersion();
      expect(await call(lookUpCustomer, { email: 'Ada@example.com' })).toEqual({ known: true, locale: 'de-DE' });
      expect(await call(lookUpCustomer, { email: 'new@example.com' })).toEqual({ known: false });
      expect(await getVersion()).toEqual(before);
    });

    it('concurrent lookups get their own replies', async () => {
      await call(upsertCustomer, { email: ada, locale: 'de-DE' });
      const other = { ...context, accountId: newId('account') };
      const responses = await Promise.all([
        call(lookUpCustomer, { email: 'new@example.com' }),
        call(lookUpCustomer, { email: ada }),
        call(lookUpCustomer, { email: ada }, other),
      ]);
      expect(responses).toEqual([{ known: false }, { known: true, locale: 'de-DE' }, { known: false }]);
    });
  });

  describe('conversions', () => {
    const conversions = async (): Promise<unknown[]> =>
      (
        await sql.query(
          'select email, revenue, extract(epoch from converted_at)::bigint as at from conversions where account_id = $1 order by id',
          [context.accountId],
        )
      ).rows;

    it('are recorded at the given time or now', async () => {
      await call(upsertCustomer, { email: ada });
      await call(recordConversion, { email: ' ADA@example.com', revenue: 1999, timestamp: 1_790_000_000 });
      const [{ began }] = (await sql.query('select clock_timestamp() as began')).rows as [{ began: Date }];
      await call(recordConversion, { email: ada });
      const [first, second] = (await conversions()) as { at: string }[];
      expect(first).toEqual({ email: ada, revenue: '1999', at: '1790000000' });
      expect(second).toMatchObject({ email: ada, revenue: null });
      const { rows } = await sql.query(
        'select revenue from conversions where account_id = $1 and converted_at between $2 and clock_timestamp()',
        [context.accountId, began],
      );
      expect(rows).toEqual([{ revenue: null }]);
    });

    it('are rejected for a customer that is being deleted', async () => {
      await call(upsertCustomer, { email: ada });
      await sql.query('begin');
      await sql.query('delete from customers where account_id = $1', [context.accountId]);
      const recorded = Promise.allSettled([call(recordConversion, { email: ada, revenue: 1 })]);
      await waitFor(
        async () => {
          const { rows } = await sql.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length === 1;
        },
        { what: 'the conversion to wait for the deletion' },
      );
      await sql.query('commit');
      expect(await recorded).toMatchObject([{ status: 'rejected', reason: notFound }]);
      expect(await conversions()).toEqual([]);
    });

    it('are accepted from a clock that is ahead', async () => {
      await call(upsertCustomer, { email: ada });
      await call(recordConversion, { email: ada, timestamp: Math.floor(Date.now() / 1000) + 80_000 });
      expect(await conversions()).toHaveLength(1);
    });

    it('are rejected without a customer', async () => {
      await expect(call(recordConversion, { email: ada, revenue: 1 })).rejects.toMatchObject(notFound);
      expect(await conversions()).toEqual([]);
    });

    it.each([
      [{ revenue: 19.99 }, 'revenue'],
      [{ revenue: '1999' }, 'revenue'],
      [{ timestamp: -1 }, 'timestamp'],
      [{ timestamp: Date.now() }, 'timestamp'],
      [{ timestamp: Math.floor(Date.now() / 1000) + 90_000 }, 'timestamp'],
    ])('are rejected with %j', async (wrong, field) => {
      await call(upsertCustomer, { email: ada });
      await expect(call(recordConversion, { email: ada, ...wrong } as never)).rejects.toMatchObject({
        code: 'invalid_request',
        details: [expect.objectContaining({ field })],
      });
    });
  });

  describe('events of accepted messages', () => {
    const accepted = (
      recipient: string,
      at: number,
      accountId = context.accountId,
      more: object = {},
    ): EventEnvelope => ({
      eventId: newId('event'),
      topic: messageAccepted.topic,
      accountId,
      requestId: context.requestId,
      payload: { ...messageAccepted.examples[0], recipient_address: recipient, at, ...more },
    });
    /**
     * Only this consumer has to confirm: the event is published again until all have, and the others do not run here.
     */
    const deliver = async (...events: EventEnvelope[]): Promise<void> => {
      await delivery.get<EventPublisher>(EVENT_PUBLISHER).publish(events);
      await waitFor(async () => {
        const { rows } = await sql.query('select 1 from inbox where event_id = any($1)', [
          events.map(({ eventId }) => eventId),
        ]);
        return rows.length === new Set(events.map(({ eventId }) => eventId)).size;
      });
    };

    it('create customers from their first message', async () => {
      await deliver(
        accepted('Ada@Example.com', 1_790_000_500),
        accepted(ada, 1_790_000_000),
        accepted('bob@example.com', 1_790_000_700),
      );
      expect(await call(getCustomer, { email: ada })).toEqual({
        object: 'customer',
        email: ada,
        data: {},
        created: 1_790_000_000,
      });
      expect((await call(getCustomer, { email: 'bob@example.com' })).created).toBe(1_790_000_700);
    });

    it('do not change existing customers', async () => {
      await call(upsertCustomer, { email: ada, data: { plan: 'pro' }, locale: 'en-GB' });
      const before = await call(getCustomer, { email: ada });
      await deliver(accepted(ada, 1_000_000_000));
      expect(await call(getCustomer, { email: ada })).toEqual(before);
    });

    it('are ignored for recipients that were looked up at acceptance', async () => {
      const known = accepted('bob@example.com', 1_790_000_000, context.accountId, { recipient_known: true });
      await delivery.get<EventPublisher>(EVENT_PUBLISHER).publish([known]);
      await delivery.get<EventPublisher>(EVENT_PUBLISHER).publish([known, accepted(ada, 1_790_000_000)]);
      expect((await call(getCustomer, { email: ada })).email).toBe(ada);
      await expect(call(getCustomer, { email: 'bob@example.com' })).rejects.toMatchObject(notFound);
      expect((await sql.query('select 1 from inbox where event_id = $1', [known.eventId])).rows).toEqual([]);
    });

    it('do not recreate a customer that was deleted since, even when repeated', async () => {
      const event = accepted(ada, 1_790_000_000);
      await deliver(event);
      await call(deleteCustomer, { email: ada });
      await deliver(event, event);
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
    });

    it('are isolated by account', async () => {
      const other = { ...context, accountId: newId('account') };
      await deliver(accepted(ada, 1_790_000_000, other.accountId));
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
      expect((await call(getCustomer, { email: ada }, other)).email).toBe(ada);
    });
  });
});
