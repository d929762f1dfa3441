import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import type { PayloadOf, RequestContext, SeenEngagement } from '@postrider/contracts';
import { logEventReported, newId } from '@postrider/contracts';
import type { EventEnvelope } from '@postrider/messaging';
import { EVENT_PUBLISHER } from '@postrider/messaging';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import { databaseModule, RetentionTask } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { Pool } from 'pg';
import { trackingDatabase } from '../database.js';
import { trackingRetention } from '../retention.js';
import { BotClassifier } from './bot-classifier.js';
import { EngagementsRepository } from './engagements.repository.js';
import { maxStored } from './bot-rules.js';
import { UnsubscribesService } from './unsubscribes.service.js';

describe('engagements of emails', () => {
  let database: TestDatabase;
  let tracking: TestingModule;
  let sql: Pool;
  let context: RequestContext;
  let log_id: string;
  let published: EventEnvelope[];
  /** What happens once events are published. */
  let afterPublishing: () => void;

  beforeAll(async () => {
    database = await createTestDatabase(trackingDatabase);
    tracking = await Test.createTestingModule({
      imports: [databaseModule(trackingDatabase, database.url, 4)],
      providers: [
        EngagementsRepository,
        BotClassifier,
        UnsubscribesService,
        Outbox,
        { provide: OutboxRelay, useValue: { wake: () => undefined } },
        {
          provide: EVENT_PUBLISHER,
          useValue: {
            publish: async (events: readonly EventEnvelope[]) => {
              published.push(...events);
              afterPublishing();
              return new Map();
            },
          },
        },
      ],
    }).compile();
    sql = tracking.get(Pool);
  });
  afterAll(async () => {
    await tracking?.close();
    await database?.drop();
  });
  beforeEach(() => {
    context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
    log_id = newId('log');
    published = [];
    afterPublishing = () => {};
  });

  const at = Date.now();
  const open = (changes: Partial<SeenEngagement> = {}): SeenEngagement => ({
    id: newId('event'),
    log_id,
    kind: 'open',
    at_ms: at,
    count: 1,
    ...changes,
  });
  const click = (link: number, changes: Partial<SeenEngagement> = {}) =>
    open({ kind: 'click', link, url: `https://a.example/${link}`, ...changes });
  const record = (...engagements: SeenEngagement[]): Promise<void> =>
    tracking.get(EngagementsRepository).record(context.accountId, engagements);
  /** As if their second were over. */
  async function classify(): Promise<void> {
    await sql.query('update arrivals set judged_at = now() where account_id = $1', [context.accountId]);
    await tracking.get(BotClassifier).run();
  }
  /** Unsubscribes by the outbox, and the rest at once. */
  async function reportedEvents(): Promise<PayloadOf<typeof logEventReported>[]> {
    const { rows } = await sql.query<{ payload: PayloadOf<typeof logEventReported> }>(
      'select payload from outbox where account_id = $1 order by id',
      [context.accountId],
    );
    const ours = published.filter(({ accountId }) => accountId === context.accountId);
    return [...rows, ...ours].map(({ payload }) => payload as PayloadOf<typeof logEventReported>);
  }
  async function counts(): Promise<Record<string, unknown> | undefined> {
    const { rows } = await sql.query<Record<string, unknown>>(
      'select opens, clicks, machine_opens, machine_clicks, kept, kept_machines from engagement_counts where account_id = $1 and log_id = $2',
      [context.accountId, log_id],
    );
    return rows[0];
  }

  it('are counted, stored and published to the log; those of bots do not change its status', async () => {
    await record(open({ user_agent: 'Thunderbird' }), click(0), open({ bot: 'proxy', count: 3 }));
    await classify();
    expect((await reportedEvents()).toSorted((one, other) => one.message.localeCompare(other.message))).toEqual([
      {
        log_id,
        type: 'clicked',
        at_ms: at,
        message: 'Clicked https://a.example/0',
        moves_status: true,
        detail: { url: 'https://a.example/0' },
      },
      {
        log_id,
        type: 'opened',
        at_ms: at,
        message: 'Opened',
        moves_status: true,
        detail: { user_agent: 'Thunderbird' },
      },
      {
        log_id,
        type: 'opened',
        at_ms: at,
        message: 'Opened by the image proxy of a mailbox provider',
        moves_status: false,
        detail: { is_bot: true },
      },
    ]);
    expect(await counts()).toEqual({
      opens: 1,
      clicks: 1,
      machine_opens: 3,
      machine_clicks: 0,
      kept: 2,
      kept_machines: 1,
    });
  });

  it('a click waits a second for further clicks, and other engagements do not wait', async () => {
    await record(open(), click(0), click(1, { bot: 'head' }));
    await tracking.get(BotClassifier).run();
    expect((await reportedEvents()).map(({ type }) => type).toSorted()).toEqual(['clicked', 'opened']);
    const { rows } = await sql.query('select link from arrivals where account_id = $1', [context.accountId]);
    expect(rows).toEqual([{ link: 0 }]);
  });

  it('are those of a machine when it follows several links at once, one of them classified before', async () => {
    await record(click(0));
    await classify();
    await record(click(1, { at_ms: at + 400 }), click(2, { at_ms: at + 500 }), click(3, { at_ms: at + 5_000 }));
    await classify();
    expect(await counts()).toMatchObject({ clicks: 2, machine_clicks: 2 });
  });

  it('are recorded once when a request is repeated', async () => {
    const once = open();
    await Promise.all([record(once), record(once), record(once, once)]);
    await classify();
    await record(once);
    await classify();
    expect(await reportedEvents()).toHaveLength(1);
    expect(await counts()).toMatchObject({ opens: 1 });
  });

  it('an engagement is published again under the same id when its transaction did not commit, and counted once', async () => {
    await record(open());
    afterPublishing = () => {
      throw new Error('the process ends');
    };
    await classify();
    expect(await counts()).toBeUndefined();
    afterPublishing = () => {};
    await classify();
    expect(await counts()).toMatchObject({ opens: 1, kept: 1 });
    expect(published).toHaveLength(2);
    expect(published[1]!.eventId).toBe(published[0]!.eventId);
  });

  it('are stored up to a maximum and only counted above it', async () => {
    for (let call = 0; call < 3; call++)
      await record(
        ...Array.from({ length: maxStored.people }, (_each, index) => open({ at_ms: at + index, count: 2 })),
      );
    await classify();
    expect(await counts()).toMatchObject({ opens: 6 * maxStored.people, kept: maxStored.people });
    expect(await reportedEvents()).toHaveLength(maxStored.people);
    await record(open());
    await classify();
    expect(await reportedEvents()).toHaveLength(maxStored.people);
  });

  it('an engagement is classified by one process at a time, and by another the next time', async () => {
    const other = await sql.connect();
    await other.query(`begin; select pg_advisory_xact_lock(hashtext('postrider:tracking:arrivals'))`);
    await record(open());
    await classify();
    expect(await reportedEvents()).toEqual([]);
    await other.query('rollback');
    other.release();
    await classify();
    expect(await reportedEvents()).toHaveLength(1);
  });

  it('an unsubscription is recorded once, and confirmed when it is stored', async () => {
    const unsubscribes = tracking.get(UnsubscribesService);
    await Promise.all([1, 2, 3].map(() => unsubscribes.record(context, { log_id, via: 'page' })));
    await record(open());
    await classify();
    expect((await reportedEvents()).map(({ type }) => type)).toEqual(['unsubscribed', 'opened']);
    const { rows } = await sql.query(
      'select kind from engagements where account_id = $1 and log_id = $2 order by kind',
      [context.accountId, log_id],
    );
    expect(rows).toEqual([{ kind: 'open' }, { kind: 'unsubscribe' }]);
  });

  it('an unsubscription is recorded again for the same email an hour later, because the suppression may have been removed', async () => {
    const unsubscribes = tracking.get(UnsubscribesService);
    const call = () => unsubscribes.record(context, { log_id, via: 'page' });
    await call();
    await sql.query(`update engagement_counts set unsubscribed_at = now() - interval '61 minutes' where log_id = $1`, [
      log_id,
    ]);
    await call();
    await call();
    expect((await reportedEvents()).map(({ type }) => type)).toEqual(['unsubscribed', 'unsubscribed']);
  });

  it('are deleted with the logs of their month', async () => {
    const months = (ago: number): number => new Date().setUTCMonth(new Date().getUTCMonth() - ago, 15);
    const [old, kept] = [newId('log', months(3)), newId('log', months(2))];
    await record(open({ log_id: old }), open({ log_id: kept }));
    await classify();
    await new RetentionTask(sql, trackingRetention({ LOG_RETENTION_MONTHS: 2, WEBHOOK_RETENTION_DAYS: 7 })).run();
    const left = async (table: string) =>
      (await sql.query<{ log_id: string }>(`select log_id from ${table} where account_id = $1`, [context.accountId]))
        .rows;
    expect([await left('engagements'), await left('engagement_counts')]).toEqual([
      [{ log_id: kept }],
      [{ log_id: kept }],
    ]);
  });
});
