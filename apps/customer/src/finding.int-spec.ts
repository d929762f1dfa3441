import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { RequestContext, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import {
  customerErased,
  deleteCustomer,
  engagementsErased,
  eraseCustomer,
  getCustomer,
  getErasure,
  listConversions,
  listCustomers,
  logsErased,
  membershipsErased,
  messageAccepted,
  newId,
  recordConversion,
  upsertCustomer,
} from '@postrider/contracts';
import type { DomainEvent, PayloadOf, ServiceName } from '@postrider/contracts';
import type { EventConsumer, EventEnvelope, EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import type { z } from 'zod';
import { customerService } from './customer.module.js';

describe('the search for customers and their erasure', () => {
  const url = `memory:${newId('request')}`;
  let database: TestDatabase;
  let sql: Pool;
  let app: RunningApp;
  let context: RequestContext;
  const others = new Map<ServiceName, INestApplicationContext>();
  /** Events received by the other services. */
  const received: EventEnvelope[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(customerService.database);
    app = await startService(customerService, {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    for (const name of ['delivery', 'tracking', 'drip'] as const) {
      const other = await NestFactory.createApplicationContext(MessagingModule.forService(name, url), {
        logger: false,
      });
      await other.get<EventConsumer>(EVENT_CONSUMER).start(async (batch) => {
        if (name === 'delivery') received.push(...batch);
      });
      others.set(name, other);
    }
    sql = new Pool({ connectionString: database.url, options: '-c search_path=customer' });
  }, 60_000);
  afterAll(async () => {
    await sql.end();
    for (const other of others.values()) await other.close();
    await app.stop();
    await database.drop();
  });
  beforeEach(() => {
    context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 30_000 };
  });

  const call = <R extends Rpc>(rpc: R, request: z.input<R['request']>, by = context): Promise<ResponseOf<R>> =>
    others.get('delivery')!.get(ContractClient).call(rpc, by, request);
  const publish = async <E extends DomainEvent>(
    publisher: ServiceName,
    event: E,
    payload: PayloadOf<E>,
  ): Promise<void> => {
    const { accountId, requestId } = context;
    const envelope = { eventId: newId('event'), topic: event.topic, accountId, requestId, payload };
    const events = others.get(publisher)!.get<EventPublisher>(EVENT_PUBLISHER);
    await waitFor(async () => (await events.publish([envelope])).size === 0);
  };
  const ada = 'ada@example.com';
  const notFound = { code: 'not_found' };

  describe('the list of customers', () => {
    const emails = [
      'ada@example.com',
      'ada.lovelace@example.com',
      'ada+list@example.org',
      "o'hara@example.com",
      'grace@navy.example',
      'grace@sub.navy.example',
      'a@xn--mnchen-3ya.de',
      'under_score%@example.com',
    ];
    const fill = async (): Promise<void> => {
      for (const email of emails)
        await call(upsertCustomer, { email, ...(email.startsWith('grace') && { locale: 'en-GB' }) });
    };
    const found = async (query: Partial<RequestOf<typeof listCustomers>>): Promise<string[]> =>
      (await call(listCustomers, query)).data.map(({ email }) => email);

    it('is in byte order of the addresses', async () => {
      await fill();
      expect(await found({})).toEqual(emails.toSorted());
      expect((await call(listCustomers, {})).next_cursor).toBeNull();
    });

    it.each<[string, string[]]>([
      ['ada', ['ada+list@example.org', 'ada.lovelace@example.com', 'ada@example.com']],
      [' ADA@Ex', ['ada@example.com']],
      ['ada+list@example.org', ['ada+list@example.org']],
      ["o'", ["o'hara@example.com"]],
      ['under_score%', ['under_score%@example.com']],
      ['under%', []],
      ['a@münchen.de', ['a@xn--mnchen-3ya.de']],
      ['@navy', ['grace@navy.example']],
      [
        '@EXAMPLE.',
        [
          'ada.lovelace@example.com',
          'ada@example.com',
          "o'hara@example.com",
          'under_score%@example.com',
          'ada+list@example.org',
        ],
      ],
      ['@münchen.de', ['a@xn--mnchen-3ya.de']],
      [
        '@',
        [...emails].toSorted((one, other) =>
          one.split('@')[1]! < other.split('@')[1]!
            ? -1
            : one.split('@')[1]! > other.split('@')[1]!
              ? 1
              : one < other
                ? -1
                : 1,
        ),
      ],
      ['nobody', []],
      ["' or 1=1 --", []],
    ])('finds customers by %j', async (search, expected) => {
      await fill();
      expect(await found({ search })).toEqual(expected);
    });

    it('can be filtered by locale, with and without a search', async () => {
      await fill();
      expect(await found({ locale: 'en-GB' })).toEqual(['grace@navy.example', 'grace@sub.navy.example']);
      expect(await found({ locale: 'en-GB', search: '@sub.' })).toEqual(['grace@sub.navy.example']);
      expect(await found({ locale: 'fr-FR' })).toEqual([]);
    });

    it.each([{}, { search: '@' }, { search: 'a' }])('is complete across pages with %j', async (query) => {
      await fill();
      const whole = await found(query);
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(listCustomers, { ...query, count: 2, cursor });
        expect(page.data.length).toBeLessThanOrEqual(2);
        pages.push(...page.data.map(({ email }) => email));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(pages).toEqual(whole);
    });

    it('continues after a deleted customer, and shows new ones', async () => {
      for (const email of ['a@x.example', 'b@x.example', 'd@x.example']) await call(upsertCustomer, { email });
      const { next_cursor } = await call(listCustomers, { count: 2 });
      await call(deleteCustomer, { email: 'b@x.example' });
      await call(upsertCustomer, { email: 'c@x.example' });
      expect(await found({ cursor: next_cursor! })).toEqual(['c@x.example', 'd@x.example']);
    });

    it('ends a page at 2 MB', async () => {
      const data = { a: 'x'.repeat(60_000) };
      for (let n = 10; n < 50; n++) await call(upsertCustomer, { email: `${n}@x.example`, data });
      const first = await call(listCustomers, {});
      expect(first.data).toHaveLength(35);
      expect((await call(listCustomers, { cursor: first.next_cursor! })).data).toHaveLength(5);
    });

    it('uses an index for every query', async () => {
      await sql.query(
        `insert into customers (account_id, email, locale) select $1, n || '@' || n % 7 || '.example', case when n % 9 = 0 then 'en-GB' end from generate_series(1, 3000) as n`,
        [context.accountId],
      );
      const client = await sql.connect();
      // With so few rows the planner could choose either plan.
      await client.query('analyze customers; set enable_bitmapscan = off');
      const domain = 'domain';
      for (const [where, order] of [
        ['true', 'email collate "C"'],
        [`email collate "C" >= '12' and email collate "C" < '13'`, 'email collate "C"'],
        [`${domain} >= '3' and ${domain} < '4'`, `${domain}, email collate "C"`],
        [`locale = 'en-GB'`, 'email collate "C"'],
        [`locale = 'en-GB' and ${domain} >= '3' and ${domain} < '4'`, `${domain}, email collate "C"`],
      ]) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select * from customers where account_id = '${context.accountId}' and ${where} order by ${order} limit 100`,
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect([where, plan]).toEqual([where, expect.stringMatching(/Index Scan using customers_/)]);
        expect([where, plan]).not.toEqual([where, expect.stringContaining('Sort')]);
      }
      client.release(true);
    });

    it.each([
      [{ count: 0 }, 'count'],
      [{ count: 101 }, 'count'],
      [{ count: 'x' }, 'count'],
      [{ cursor: '!' }, 'cursor'],
      [{ cursor: 'YQ=' }, 'cursor'],
      [{ cursor: Buffer.from('a\u0000').toString('base64url') }, 'cursor'],
      [{ cursor: 'YR' }, 'cursor'],
      [{ search: 'a\u0007' }, 'search'],
      [{ search: 'x'.repeat(255) }, 'search'],
      [{ locale: 'xx-XX' }, 'locale'],
    ])('rejects %j', async (query, field) => {
      await expect(call(listCustomers, query as never)).rejects.toMatchObject({
        code: 'invalid_request',
        details: [expect.objectContaining({ field })],
      });
    });

    it('shows no customers of another account', async () => {
      await fill();
      expect((await call(listCustomers, {}, { ...context, accountId: newId('account') })).data).toEqual([]);
    });
  });

  it('lists conversions in pages, oldest first', async () => {
    await call(upsertCustomer, { email: ada });
    await call(recordConversion, { email: ada, revenue: 5, timestamp: 1_790_000_000 });
    await call(recordConversion, { email: ada, timestamp: 1_780_000_000 });
    expect(await call(listConversions, { email: ' ADA@example.com' })).toEqual({
      items: [
        { object: 'conversion', revenue: 5, converted: 1_790_000_000 },
        { object: 'conversion', converted: 1_780_000_000 },
      ],
    });
    await sql.query(
      'insert into conversions (account_id, email, revenue) select $1, $2, n from generate_series(1, 1500) as n',
      [context.accountId, ada],
    );
    const first = await call(listConversions, { email: ada });
    const second = await call(listConversions, { email: ada, after: first.next });
    expect([first.items.length, second.items.length, second.next]).toEqual([1000, 502, undefined]);
    await expect(call(listConversions, { email: ada, after: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  describe('a deleted customer', () => {
    const accepted = (at: number) =>
      publish('delivery', messageAccepted, { ...messageAccepted.examples[0]!, recipient_address: ada, at });
    const now = () => Math.floor(Date.now() / 1000);

    it('is not recreated by an event that was in flight during the deletion', async () => {
      await call(upsertCustomer, { email: ada });
      const before = now();
      await call(deleteCustomer, { email: 'ADA@example.com' });
      await accepted(before);
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
    });

    it('is recreated by a later email', async () => {
      await call(deleteCustomer, { email: ada });
      await accepted(now() + 2);
      expect(await call(getCustomer, { email: ada })).toMatchObject({ email: ada, data: {} });
    });

    it('is stored as a hash, only in its account', async () => {
      await call(deleteCustomer, { email: ada });
      const { rows } = await sql.query('select * from deletions where account_id = $1', [context.accountId]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('ada@example');
      context = { ...context, accountId: newId('account') };
      await accepted(now() - 60);
      expect((await call(getCustomer, { email: ada })).email).toBe(ada);
    });
  });

  describe('the erasure of a customer', () => {
    const erased = () =>
      received.filter(({ topic, accountId }) => topic === customerErased.topic && accountId === context.accountId);

    it('deletes the customer and notifies the other services', async () => {
      await call(upsertCustomer, { email: ada, data: { plan: 'pro' } });
      await call(recordConversion, { email: ada, revenue: 100 });
      const erasure = await call(eraseCustomer, { email: ' Ada@Example.com' });
      expect(erasure).toEqual({
        object: 'erasure',
        id: expect.stringMatching(/^era_/) as string,
        created: expect.any(Number) as number,
        pseudonym: expect.stringMatching(/^[0-9a-f]{20}@erased\.invalid$/) as string,
        state: 'running',
        logs: 0,
        cancelled: 0,
        drip_members: 0,
      });
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
      await waitFor(() => erased().length === 1);
      const { payload } = erased()[0]!;
      expect(payload).toMatchObject({ erasure_id: erasure.id, email: ada, pseudonym: erasure.pseudonym });
      expect(Math.floor((payload as PayloadOf<typeof customerErased>).at_ms / 1000)).toBe(erasure.created);
      for (const table of ['customers', 'conversions', 'deletions', 'erasures']) {
        const { rows } = await sql.query(`select * from ${table} where account_id = $1`, [context.accountId]);
        expect(JSON.stringify(rows)).not.toContain('ada@example');
      }
    });

    it('succeeds without a customer and when repeated, and a later email recreates the customer', async () => {
      const first = await call(eraseCustomer, { email: ada });
      const second = await call(eraseCustomer, { email: ada });
      expect(second.pseudonym).not.toBe(first.pseudonym);
      await publish('delivery', messageAccepted, {
        ...messageAccepted.examples[0]!,
        recipient_address: ada,
        at: first.created,
      });
      await expect(call(getCustomer, { email: ada })).rejects.toMatchObject(notFound);
      await call(upsertCustomer, { email: ada, data: { new: true } });
      expect((await call(getCustomer, { email: ada })).data).toEqual({ new: true });
    });

    it('is done when delivery, tracking and drip have reported completion, in any order', async () => {
      const { id: erasure_id, pseudonym } = await call(eraseCustomer, { email: ada });
      const log_ids = [newId('log'), newId('log')];
      const logs = (more: object) =>
        publish('delivery', logsErased, { erasure_id, pseudonym, log_ids: [], cancelled: 0, last: false, ...more });
      const state = async () => {
        const { state: current, logs: count, cancelled, drip_members } = await call(getErasure, { erasure_id });
        return [current, count, cancelled, drip_members];
      };
      await logs({ last: true });
      await publish('drip', membershipsErased, { erasure_id, memberships: 3, last: true });
      await logs({ log_ids, cancelled: 1 });
      expect(await state()).toEqual(['running', 2, 1, 3]);
      await publish('tracking', engagementsErased, { erasure_id, logs: 2 });
      expect(await state()).toEqual(['done', 2, 1, 3]);
    });

    it('is not visible to another account', async () => {
      const { id: erasure_id } = await call(eraseCustomer, { email: ada });
      await expect(call(getErasure, { erasure_id }, { ...context, accountId: newId('account') })).rejects.toMatchObject(
        notFound,
      );
    });
  });
});
