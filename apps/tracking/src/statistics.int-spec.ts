import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import type { DomainEvent, MailOutcome, PayloadOf, RequestContext, Rpc, StatsQuery } from '@postrider/contracts';
import {
  conversionRecorded,
  customerErased,
  getMailOutcomes,
  listMailAccounts,
  listMailOutcomes,
  logEventRecorded,
  messageEnded,
  messageSent,
  newId,
} from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { ContractClient, EventBatch } from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import { SystemPool, databaseModule, databaseOptions, RetentionTask } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { statsCommand } from './commands/stats.command.js';
import { trackingDatabase } from './database.js';
import { ErasedLogsRepository } from './personal-data/erased-logs.repository.js';
import { ErasuresConsumer } from './personal-data/erasures.consumer.js';
import { maxTagsOfDay } from './statistics/figure-tags.repository.js';
import { Counting } from './statistics/counting.js';
import { ClicksRepository } from './statistics/clicks.repository.js';
import { FiguresRepository } from './statistics/figures.repository.js';
import { deliveryTimes, measures } from './statistics/measures.js';
import { RecountTask } from './statistics/recount.task.js';
import { RebuildsRepository } from './statistics/rebuilds.repository.js';
import { RecountsRepository } from './statistics/recounts.repository.js';
import { MailFigures } from './statistics/mail-figures.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { trackingRetention } from './retention.js';
import { StatisticsPurge } from './statistics/statistics-purge.js';
import { StatisticsService } from './statistics/statistics.service.js';

type Recorded = PayloadOf<typeof logEventRecorded>;

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const today = Math.floor(Date.now() / dayMs) * dayMs;
const yesterday = today - dayMs;

/** A fake of delivery's log, with the outcomes that statistics use. */
class Log {
  readonly mails = new Map<string, { outcome: MailOutcome; accountId: string; recipient: string }>();
  /** Runs while a page is being read. */
  meanwhile: () => Promise<void> = () => Promise.resolve();
  /** Runs before each reply. */
  beforeResponse: () => Promise<void> = () => Promise.resolve();

  async call(rpc: Rpc, context: RequestContext, request: unknown): Promise<unknown> {
    const response = await this.respond(rpc, context, request);
    await this.beforeResponse();
    return response;
  }

  private async respond(rpc: Rpc, { accountId }: RequestContext, request: unknown): Promise<unknown> {
    const outcomesOfAccount = [...this.mails.values()]
      .filter((mail) => mail.accountId === accountId)
      .map(({ outcome }) => ({ ...outcome }))
      .toSorted((one, other) => (one.log_id < other.log_id ? -1 : 1));
    if (rpc === getMailOutcomes) {
      const { log_ids } = request as { log_ids: string[] };
      return { mails: outcomesOfAccount.filter(({ log_id }) => log_ids.includes(log_id)) };
    }
    if (rpc === listMailAccounts) {
      const { after, limit } = request as { after: string; limit: number };
      const accounts = new Set([...this.mails.values()].map((mail) => mail.accountId));
      return {
        account_ids: [...accounts]
          .filter((each) => each > after)
          .toSorted()
          .slice(0, limit),
      };
    }
    expect(rpc).toBe(listMailOutcomes);
    const { from, before } = request as { from: string; before: string };
    // Small pages, so that there are several.
    const page = outcomesOfAccount.filter(({ log_id }) => log_id >= from && log_id < before);
    await this.meanwhile();
    const next = page[3]?.log_id;
    return { mails: page.slice(0, 3), ...(next === undefined ? {} : { next }) };
  }
}

describe('statistics', () => {
  const log = new Log();
  let database: TestDatabase;
  let tracking: TestingModule;
  let figures: MailFigures;
  /** The connection of another replica: concurrent events are not part of the counting transaction. */
  let sql: DataSource;
  let account: string;

  beforeAll(async () => {
    database = await createTestDatabase(trackingDatabase);
    tracking = await Test.createTestingModule({
      imports: [
        {
          module: class TestConfig {},
          global: true,
          imports: [databaseModule(trackingDatabase, database.url, 4)],
          providers: [{ provide: ContractClient, useValue: log }],
          exports: [ContractClient],
        },
        StatisticsModule,
      ],
      providers: [
        ErasedLogsRepository,
        ErasuresConsumer,
        { provide: OutboxRelay, useValue: { wake: () => undefined } },
      ],
    }).compile();
    figures = tracking.get(MailFigures);
    sql = await new DataSource(databaseOptions(trackingDatabase, database.url, 4)).initialize();
  }, 60_000);
  afterAll(async () => {
    await sql?.destroy();
    await tracking?.close();
    await database?.drop();
  });
  const runRetention = async (): Promise<void> => {
    await tracking.get(StatisticsPurge).run();
    await new RetentionTask(tracking.get(SystemPool), trackingRetention({ WEBHOOK_RETENTION_DAYS: 7 })).run();
  };
  beforeEach(() => {
    log.mails.clear();
    log.meanwhile = () => Promise.resolve();
    log.beforeResponse = () => Promise.resolve();
    account = newId('account');
  });
  afterEach(async () => {
    expect(await wrongSums()).toEqual([]);
  });

  /** Sums that differ from the figures. A bucket of zeros is equal to a missing one. */
  const wrongSums = (): Promise<unknown[]> => {
    const key = 'account_id, period, tag, begins_at, part';
    const nothing = measures.map((measure) => `${measure} = 0`).join(' and ');
    const summed = `select ${key}, ${measures.join(', ')} from figure_sums where not (${nothing})`;
    const figures = `select ${key}, ${measures.map((measure) => `sum(${measure}) as ${measure}`).join(', ')} from figures group by ${key}`;
    return sql.query(
      `(${summed} except ${figures}) union all (select * from (${figures}) as summed where not (${nothing}) except ${summed})`,
    );
  };
  const event = <Payload>(payload: Payload) => ({
    eventId: newId('event'),
    requestId: newId('request'),
    accountId: account,
    payload,
  });
  const about = (id: string) => {
    const { outcome, recipient } = log.mails.get(id)!;
    const { template_id, version_id, tags } = outcome;
    const version = version_id === undefined ? {} : { version_id };
    return { log_id: id, template_id, ...version, tags: [...tags], recipient_address: recipient, test: false };
  };
  const count = <E extends DomainEvent>({ topic }: E, ...received: readonly ReceivedEvent<E>[]): Promise<void> =>
    inTransaction((tx) => figures.add(tx, new EventBatch(received.map((each) => ({ topic, received: each })))));
  const inTransaction = (work: (tx: DataSource['manager']) => Promise<void>): Promise<void> => sql.transaction(work);

  /** Adds an email accepted at a given time and then sent. */
  const send = async (at: number, more: Partial<MailOutcome> & { to?: string } = {}): Promise<string> => {
    const { to = 'ada@example.com', ...given } = more;
    const outcome: MailOutcome = {
      log_id: newId('log', at),
      template_id: 'tem_a',
      version_id: 'ver_a',
      esp_account_id: 'esp_a',
      tags: [],
      sent: 1,
      delivered: 0,
      opened: 0,
      clicked: 0,
      bounced: 0,
      complaints: 0,
      unsubscribes: 0,
      ...given,
    };
    log.mails.set(outcome.log_id, { outcome, accountId: account, recipient: to });
    if (outcome.sent > 0)
      await count(
        messageSent,
        event({ ...about(outcome.log_id), at: Math.floor(at / 1000), esp_account_id: outcome.esp_account_id }),
      );
    return outcome.log_id;
  };
  const names = {
    delivered: 'delivered',
    opened: 'opened',
    re_opened: 'opened',
    clicked: 'clicked',
    re_clicked: 'clicked',
    bounced: 'bounced',
    reported_as_spam: 'complaints',
    unsubscribed: 'unsubscribes',
  } as const;
  const reported = (id: string, type: keyof typeof names, more: Partial<Recorded> = {}) => {
    const { outcome } = log.mails.get(id)!;
    const first = outcome[names[type]] === 0;
    if (more.moves_status !== false) outcome[names[type]] += 1;
    if (first && more.delivered_after_ms !== undefined) outcome.delivered_after_ms = more.delivered_after_ms;
    return event({
      ...about(id),
      type,
      at_ms: Date.now(),
      message: type,
      moves_status: true,
      detail: {},
      sent_through: outcome.esp_account_id,
      first,
      ...more,
    });
  };
  const report = (...reports: ReturnType<typeof reported>[]): Promise<void> => count(logEventRecorded, ...reports);
  const convert = (email: string, at_ms: number, revenue?: number): Promise<void> => {
    const payload: PayloadOf<typeof conversionRecorded> = {
      email,
      at_ms,
      ...(revenue === undefined ? {} : { revenue }),
    };
    return count(conversionRecorded, event(payload));
  };
  const stats = (query: StatsQuery = {}) =>
    tracking.get(StatisticsService).of(account, { from: yesterday / 1000, ...query });
  const total = async (query: StatsQuery = {}) => (await stats(query)).total;
  const rows = (): Promise<unknown[]> =>
    sql.query(
      `select period, begins_at, tag, template_id, version_id, esp_account_id, sum(sent)::int as sent, sum(refused)::int as refused, sum(delivered)::int as delivered,
              sum(delivered_total)::int as delivered_total, sum(opened)::int as opened, sum(opened_total)::int as opened_total, sum(clicked)::int as clicked,
              sum(clicked_total)::int as clicked_total, sum(bounced)::int as bounced, sum(bounced_total)::int as bounced_total, sum(complaints)::int as complaints,
              sum(unsubscribes)::int as unsubscribes, sum(conversions)::int as conversions, sum(conversions_total)::int as conversions_total, sum(revenue)::int as revenue,
              ${deliveryTimes.map((time) => `sum(${time})::int as ${time}`).join(', ')}
       from figures where account_id = $1 group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
      [account],
    );
  const order = (...args: string[]): Promise<number> =>
    statsCommand.run(['rebuild', '--account', account, ...args], {
      print: () => {},
      warn: () => {},
      environment: { DATABASE_URL: database.url },
    });
  const rebuild = async (...args: string[]): Promise<void> => {
    const done = order(...args);
    let ended = false;
    void done.finally(() => (ended = true));
    await waitFor(
      async () => {
        await tracking.get(RecountTask).run();
        return ended;
      },
      { timeoutMs: 60_000 },
    );
    expect(await done).toBe(0);
  };

  /** A mix of all kinds of events over two days. */
  const mix = async (): Promise<string[]> => {
    const ids = [
      await send(yesterday + hourMs, { tags: ['receipts', 'vip'] }),
      await send(yesterday + 2 * hourMs, { version_id: 'ver_b', tags: ['receipts'] }),
      await send(yesterday + 2 * hourMs, { template_id: 'tem_b', esp_account_id: 'esp_b' }),
      await send(yesterday + 23 * hourMs),
      await send(today, { tags: ['vip'], to: 'grace@example.com' }),
    ];
    await report(
      reported(ids[0]!, 'delivered', { delivered_after_ms: 1_500 }),
      reported(ids[0]!, 'opened'),
      reported(ids[0]!, 're_opened'),
    );
    await report(
      reported(ids[0]!, 'clicked', { at_ms: Date.now() - hourMs }),
      reported(ids[1]!, 'delivered', { delivered_after_ms: 300_000 }),
      reported(ids[2]!, 'bounced'),
    );
    await report(
      reported(ids[3]!, 'unsubscribed'),
      reported(ids[4]!, 'reported_as_spam'),
      reported(ids[1]!, 'delivered'),
    );
    await convert('ada@example.com', Date.now(), 1_999);
    await convert('ada@example.com', Date.now(), 1);
    return ids;
  };

  it('return the last day of the last 30 on which each template was sent', async () => {
    await send(today - 40 * dayMs, { template_id: 'tem_old' });
    await send(yesterday, { template_id: 'tem_a' });
    await send(today, { template_id: 'tem_a', tags: ['t'] });
    await send(yesterday, { template_id: 'tem_b' });
    const lastSent = (of: string) =>
      tracking.get(FiguresRepository).lastSent(of, ['tem_old', 'tem_a', 'tem_b', 'tem_c']);
    expect((await lastSent(account)).toSorted((one, other) => (one.template_id < other.template_id ? -1 : 1))).toEqual([
      { template_id: 'tem_a', last_sent: today / 1000 },
      { template_id: 'tem_b', last_sent: yesterday / 1000 },
    ]);
    expect(await lastSent(newId('account'))).toEqual([]);
  });

  it('list the links of the clicked emails of a template, without their queries, most clicked first', async () => {
    const [first, second, other] = [
      await send(yesterday),
      await send(today),
      await send(today, { template_id: 'tem_b' }),
    ] as const;
    await report(...[first, second, other].map((id) => reported(id, 'clicked', { at_ms: Date.now() })));
    const clicks = [
      [first, 'https://acme.example/orders?customer=1#top', 2, null],
      [second, 'https://acme.example/orders?customer=2', 1, null],
      [second, 'https://acme.example/help', 5, null],
      [second, 'https://acme.example/help', 1, 'proxy'],
      [other, 'https://acme.example/other', 1, null],
    ] as const;
    for (const [log, url, count, bot] of clicks)
      await sql.query(
        `insert into engagements (account_id, log_id, id, kind, at, count, bot, link, url) values ($1, $2, $3, 'click', now(), $4, $5, 0, $6)`,
        [account, log, newId('event'), count, bot, url],
      );
    const links = (of: string) => tracking.get(ClicksRepository).links(of, 'tem_a');
    expect(await links(account)).toEqual([
      { url: 'https://acme.example/orders', clicked: { unique: 2, total: 3 } },
      { url: 'https://acme.example/help', clicked: { unique: 1, total: 5 } },
    ]);
    expect(await links(newId('account'))).toEqual([]);
  });

  it('count by hour and day of acceptance, by email and by event', async () => {
    await mix();
    const response = await stats({ to: today / 1000 + 86_400 });
    expect(response.total).toEqual({
      sent: 5,
      refused: 0,
      delivered: { unique: 2, total: 3 },
      opened: { unique: 1, total: 2 },
      clicked: { unique: 1, total: 1 },
      bounced: { unique: 1, total: 1 },
      complaints: { unique: 1, total: 1 },
      unsubscribes: { unique: 1, total: 1 },
      conversions: { unique: 1, total: 2 },
      revenue: 2_000,
      time_to_delivered: { p50: 2, p95: 470 },
    });
    const { total: none } = await stats({ template: 'tem_b' });
    expect(none.time_to_delivered).toBeUndefined();
    expect(response.buckets.map(({ begins, sent }) => [begins, sent])).toEqual([
      [yesterday / 1000, 4],
      [today / 1000, 1],
    ]);
    const hours = await stats({ from: yesterday / 1000, to: yesterday / 1000 + 3 * 3600, by: 'hour' });
    expect(hours.buckets.map(({ sent, opened }) => [sent, opened.total])).toEqual([
      [0, 0],
      [1, 2],
      [2, 0],
    ]);
  });

  it.each([
    [{ template: 'tem_b' }, 1],
    [{ version: 'ver_b' }, 1],
    [{ esp_account: 'esp_a' }, 4],
    [{ tag: 'receipts' }, 2],
    [{ tag: 'vip' }, 2],
    [{ tag: 'vip', version: 'ver_b' }, 0],
    [{ tag: 'unheard of' }, 0],
    [{ template: 'tem_a', esp_account: 'esp_a', tag: 'receipts', version: 'ver_a' }, 1],
  ])('can be filtered: %j', async (query, sent) => {
    await mix();
    expect((await total(query)).sent).toBe(sent);
  });

  it('are by days of a time zone when one is given', async () => {
    const midnightInTokyo = yesterday + 15 * hourMs;
    const last = await send(midnightInTokyo - 1);
    await send(midnightInTokyo);
    await report(reported(last, 'opened'));
    const query = { from: midnightInTokyo / 1000 - 1, to: midnightInTokyo / 1000 + 1, time_zone: 'Asia/Tokyo' };
    const shown = await stats(query);
    expect(shown).toMatchObject({
      by: 'day',
      from: (midnightInTokyo - dayMs) / 1000,
      to: (midnightInTokyo + dayMs) / 1000,
      total: { sent: 2 },
      buckets: [
        { begins: (midnightInTokyo - dayMs) / 1000, sent: 1, opened: { unique: 1, total: 1 } },
        { begins: midnightInTokyo / 1000, sent: 1, opened: { unique: 0, total: 0 } },
      ],
    });
    const ofTemplate = await stats({ ...query, template: 'tem_a' });
    expect(ofTemplate.buckets).toEqual(shown.buckets);
    expect(ofTemplate.versions).toMatchObject([{ version: 'ver_a', sent: 2 }]);
    // Midnight in Kolkata is 18:30 UTC: email accepted in that hour counts for the day that ended in it.
    const midnightInKolkata = yesterday + 18.5 * hourMs;
    account = newId('account');
    await send(midnightInKolkata + 1);
    await send(midnightInKolkata + hourMs);
    const from = midnightInKolkata / 1000 - 1;
    const kolkata = await stats({ from, to: from + 2, time_zone: 'Asia/Kolkata' });
    expect(kolkata.buckets).toMatchObject([{ sent: 1 }, { begins: midnightInKolkata / 1000, sent: 1 }]);
  });

  it('are isolated by account', async () => {
    await mix();
    account = newId('account');
    expect((await total()).sent).toBe(0);
  });

  it('contain email that a mail server refused immediately', async () => {
    const id = await send(today, { sent: 0 });
    await count(messageEnded, event({ ...about(id), at: 0, status: 'bounced' as const, reason: '550' }));
    expect(await total()).toMatchObject({ sent: 0, refused: 1, bounced: { unique: 1, total: 1 } });
    const later = await send(today);
    await report(reported(later, 'bounced'));
    expect(await total()).toMatchObject({ sent: 1, refused: 1, bounced: { unique: 2, total: 2 } });
  });

  it('compare the versions of a template', async () => {
    for (let mail = 0; mail < 4; mail++) {
      const id = await send(today, { version_id: mail === 3 ? 'ver_b' : 'ver_a' });
      if (mail !== 0) await report(reported(id, 'opened'));
    }
    expect((await stats()).versions).toBeUndefined();
    const { versions } = await stats({ template: 'tem_a' });
    expect(versions).toMatchObject([
      { version: 'ver_a', sent: 3, rates: { opened: { rate: 0.666667 } } },
      { version: 'ver_b', sent: 1, compared: { opened: { difference: 0.333333, significant: false } } },
    ]);
    expect(versions![0]).not.toHaveProperty('compared');
  });

  it('count the first tags of a day separately, and all emails in total', async () => {
    for (let mail = 0; mail < 6; mail++)
      await send(today, { tags: Array.from({ length: 20 }, (_each, index) => `tag ${mail * 20 + index}`) });
    expect((await total()).sent).toBe(6);
    const [{ tags }] = (await sql.query('select count(*)::int as tags from figure_tags where account_id = $1', [
      account,
    ])) as [{ tags: number }];
    expect(tags).toBe(maxTagsOfDay);
    expect((await total({ tag: 'tag 0' })).sent).toBe(1);
    expect((await total({ tag: 'tag 119' })).sent).toBe(0);
  });

  it('are correct with concurrent processes, without deadlocks', async () => {
    const ids = [await send(today), await send(today, { template_id: 'tem_b' })];
    await Promise.all(
      Array.from({ length: 8 }, (_each, turn) => {
        const opens = ids.map((id) => reported(id, 'opened'));
        return report(...(turn % 2 === 0 ? opens : opens.toReversed()));
      }),
    );
    expect((await total()).opened.total).toBe(16);
  });

  describe('for conversions', () => {
    it('attribute them to the last clicked email, within 30 days', async () => {
      const [first, second] = [
        await send(yesterday, { version_id: 'ver_a' }),
        await send(today, { version_id: 'ver_b' }),
      ];
      const clickedAt = Date.now() - 10 * hourMs;
      await report(reported(first, 'clicked', { at_ms: clickedAt }));
      await report(reported(second, 'clicked', { at_ms: clickedAt + hourMs }));
      await convert('ada@example.com', clickedAt - 1, 5);
      await convert('ada@example.com', clickedAt + 1_000, 10);
      await convert('ada@example.com', clickedAt + 2 * hourMs, 100);
      await convert('ada@example.com', clickedAt + 3 * hourMs, 1_000);
      await convert('ada@example.com', clickedAt + 32 * dayMs, 10_000);
      await convert('grace@example.com', clickedAt + 2 * hourMs, 100_000);
      expect(await total({ version: 'ver_a' })).toMatchObject({ conversions: { unique: 1, total: 1 }, revenue: 10 });
      expect(await total({ version: 'ver_b' })).toMatchObject({ conversions: { unique: 1, total: 2 }, revenue: 1_100 });
    });
  });

  it('lose the clicks but not the counts when a customer is erased', async () => {
    const id = await send(today);
    await report(reported(id, 'clicked', { at_ms: Date.now() - 1_000 }));
    const erased = customerErased.examples[0]!;
    await inTransaction((tx) =>
      tracking.get(ErasuresConsumer).eraseCustomers([event({ ...erased, email: 'ada@example.com' })], tx),
    );
    expect(await sql.query('select from figure_clicks where account_id = $1', [account])).toEqual([]);
    await convert('ada@example.com', Date.now(), 5);
    expect(await total()).toMatchObject({ clicked: { unique: 1 }, conversions: { total: 0 }, revenue: 0 });
  });

  it('are summed by triggers, for any write', async () => {
    const [id] = await mix();
    const before = await stats();
    await sql.query('update figures set opened_total = opened_total + 1 where account_id = $1 and opened = 1', [
      account,
    ]);
    expect((await stats()).total.opened.total).toBe(before.total.opened.total + 1);
    expect(await wrongSums()).toEqual([]);
    await report(reported(id!, 're_opened'));
    expect((await stats()).total.opened.total).toBe(before.total.opened.total + 2);
  });

  it('are purged by hour after 93 days, with their sums', async () => {
    for (const period of ['hour', 'day'])
      await sql.query(
        `insert into figures (account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part, sent)
         values ($1, $2, '', date_trunc($2, now() - interval '94 days'), 'tem_a', '', '', 0, 1)`,
        [account, period],
      );
    await runRetention();
    for (const table of ['figures', 'figure_sums'])
      expect(await sql.query(`select period from ${table} where account_id = $1`, [account])).toEqual([
        { period: 'day' },
      ]);
  });

  describe('after a rebuild', () => {
    it('statistics are unchanged', async () => {
      await mix();
      const before = await rows();
      await rebuild();
      expect(await rows()).toEqual(before);
    });

    it('distinguish immediate refusals from later bounces', async () => {
      await report(reported(await send(yesterday), 'bounced'));
      const refused = await send(yesterday, { sent: 0, bounced: 1 });
      await count(
        messageEnded,
        event({ ...about(refused), at: 0, status: 'bounced' as const, reason: '550', esp_account_id: 'esp_a' }),
      );
      const before = await rows();
      expect(await total()).toMatchObject({ sent: 1, refused: 1, bounced: { unique: 2 } });
      await rebuild();
      expect(await rows()).toEqual(before);
    });

    it('statistics are repaired after any damage', async () => {
      await mix();
      const before = await rows();
      await sql.query(`update figures set sent = sent + 7, opened = 0, revenue = 5 where account_id = $1`, [account]);
      await sql.query(`delete from figures where account_id = $1 and version_id = 'ver_b'`, [account]);
      await sql.query(`update figures set tag = 'damaged' where account_id = $1 and tag = 'vip'`, [account]);
      expect(await rows()).not.toEqual(before);
      await rebuild();
      expect(await rows()).toEqual(before);
      await sql.query('delete from figures where account_id = $1', [account]);
      await sql.query('delete from figure_tags where account_id = $1', [account]);
      await sql.query('update figure_sums set sent = sent + 7 where account_id = $1', [account]);
      await rebuild();
      expect(await rows()).toEqual(before);
    });

    it('statistics change only on the given days', async () => {
      await mix();
      const before = await rows();
      await sql.query('update figures set sent = sent + 1 where account_id = $1 and part = 0', [account]);
      const day = new Date(yesterday).toISOString().slice(0, 10);
      await rebuild('--from', day, '--to', day);
      expect((await total({ to: today / 1000 })).sent).toBe(4);
      expect((await total({ from: today / 1000 })).sent).toBe(2);
      await rebuild();
      expect(await rows()).toEqual(before);
    });

    it('cover all accounts with logs when none is given', async () => {
      await mix();
      const before = await rows();
      await sql.query('delete from figures where account_id = $1', [account]);
      const done = statsCommand.run(['rebuild'], {
        print: () => {},
        warn: () => {},
        environment: { DATABASE_URL: database.url },
      });
      let ended = false;
      void done.finally(() => (ended = true));
      await waitFor(async () => {
        await tracking.get(RecountTask).run();
        return ended;
      });
      expect(await rows()).toEqual(before);
    });

    it('contain each event during and after the rebuild once', async () => {
      const ids = await mix();
      const late: ReturnType<typeof reported>[] = [];
      let pages = 0;
      log.meanwhile = async () => {
        pages += 1;
        // Contained in the log already; the events arrive before, during and after the page is read.
        await report(reported(ids[0]!, 're_opened'), reported(ids[4]!, 'opened', { first: true }));
        late.push(reported(ids[1]!, 'opened', { first: pages === 1 }));
        await send(yesterday + 5 * hourMs, { version_id: 'ver_c' });
      };
      await rebuild();
      expect(pages).toBeGreaterThan(4);
      log.meanwhile = () => Promise.resolve();
      await report(...late);
      await report(reported(ids[0]!, 're_clicked'));
      await tracking.get(RecountTask).run();
      const counted = await rows();
      const opens = [...log.mails.values()].reduce((sum, { outcome }) => sum + outcome.opened, 0);
      expect(await total()).toMatchObject({
        sent: log.mails.size,
        opened: { total: opens },
        clicked: { unique: 1, total: 2 },
        revenue: 2_000,
      });
      await rebuild();
      expect(await rows()).toEqual(counted);
    });

    it('hold no transaction during calls to delivery', async () => {
      const [id] = await mix();
      const open: unknown[] = [];
      log.beforeResponse = async () => {
        open.push(
          ...(await sql.query(
            `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
          )),
        );
      };
      await rebuild();
      await report(reported(id!, 're_opened'));
      await tracking.get(RecountTask).run();
      expect(open).toEqual([]);
    });

    it('statistics are correct when another process finishes first', async () => {
      const [first, second] = await mix();
      const other = (): RecountTask =>
        new RecountTask(
          tracking.get(DataSource),
          log as unknown as ContractClient,
          tracking.get(RecountsRepository),
          tracking.get(RebuildsRepository),
          tracking.get(Counting),
        );
      let isOvertaken = false;
      log.beforeResponse = async () => {
        if (isOvertaken) return;
        isOvertaken = true;
        // The other process counts first, and the next event marks the email again.
        await other().run();
        await report(reported(first!, 're_opened'));
        await other().run();
        await report(reported(first!, 're_opened'), reported(second!, 're_clicked'));
      };
      await rebuild();
      isOvertaken = false;
      await report(reported(first!, 're_opened'));
      await tracking.get(RecountTask).run();
      await tracking.get(RecountTask).run();
      const counted = await rows();
      log.beforeResponse = () => Promise.resolve();
      await rebuild();
      expect(await rows()).toEqual(counted);
    });

    it('statistics are counted by events again after eight days', async () => {
      const [id] = await mix();
      await rebuild();
      await sql.query(`update figure_days set counted_at = now() - interval '9 days' where account_id = $1`, [account]);
      await report(reported(id!, 're_opened'));
      await runRetention();
      const remaining = async (table: string): Promise<unknown[]> =>
        sql.query(`select from ${table} where account_id = $1`, [account]);
      expect(await remaining('figure_days')).toHaveLength(1);
      await tracking.get(RecountTask).run();
      await runRetention();
      expect([await remaining('figure_days'), await remaining('figure_mails')]).toEqual([[], []]);
      await report(reported(id!, 're_opened'));
      expect((await total()).opened.total).toBe(4);
    });
  });
});
