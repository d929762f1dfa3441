import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { RetentionTask } from '@postrider/service';
import { createTestDatabase, waitFor } from '@postrider/testing';
import type { PoolClient } from 'pg';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { deliveryDatabase } from '../database.js';
import { DripDispatchRepository } from '../drip-mails/drip-dispatch.repository.js';
import { CancellationsRepository } from '../drip-mails/cancellations.repository.js';
import { deliveryRetention } from '../retention.js';
import { CampaignStates } from './campaign-states.js';
import { CampaignStatesRepository } from './campaign-states.repository.js';
import { DripsConsumer } from './drips.consumer.js';
import type { PlannedMail } from './planning.repository.js';
import { PlanningRepository } from './planning.repository.js';

const token = '5d3ae9c0-9a0c-4a53-8f0e-0f0b1d7f2a11';
/**
 * Statement timeout for states that must be postponed; other statements may wait for locks until the test releases
 * them.
 */
const statementTimeoutMs = 1_500;

describe('campaign states', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Pool;
  let source: DataSource;
  let withTimeout: DataSource;
  let other: PoolClient;
  const states = new CampaignStatesRepository();

  beforeAll(async () => {
    database = await createTestDatabase(deliveryDatabase);
    sql = new Pool({ connectionString: database.url, options: '-c search_path=delivery' });
    const sourceWith = (options: string) =>
      new DataSource({ type: 'postgres', url: database.url, extra: { options } }).initialize();
    source = await sourceWith('-c search_path=delivery');
    withTimeout = await sourceWith(`-c search_path=delivery -c statement_timeout=${statementTimeoutMs}`);
    other = await sql.connect();
  }, 60_000);
  afterAll(async () => {
    other?.release();
    await source?.destroy();
    await withTimeout?.destroy();
    await sql?.end();
    await database?.drop();
  });

  let accountId: string;
  let campaign: string;
  let failures: unknown[];
  beforeEach(async () => {
    [accountId, campaign] = [newId('account'), newId('dripCampaign')];
    await sql.query('truncate drip_orders, drip_mails, work, messages, logs, log_events, outbox');
    [failures, statements] = [[], 0];
  });
  afterEach(() => other.query('rollback'));

  /** `count` emails of the step `step`, with ids `<campaign>_<step>_000001x` and so on. */
  const mails = (count: number, state: 'waiting' | 'held' = 'waiting', step = 'step', of = campaign) =>
    sql.query(
      `with mails as (
         insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, state, keep_until)
         select $1, 'mem_' || n, $2, $3, $3 || '_' || $2 || '_' || lpad(n::text, 6, '0') || 'x', $4, now() + interval '90 days' from generate_series(1, $5::int) as n
         returning message_id
       )
       insert into work (message_id, account_id, lane, due_at, lease_token)
       select message_id, $1, 'esp:drip', case $4 when 'held' then 'infinity' else now() + interval '1 minute' end, case $4 when 'held' then null else $6::uuid end from mails`,
      [accountId, step, of, state, count, token],
    );
  const setState = (state: string, more: { id?: string; settled?: boolean; settledTo?: string; of?: string } = {}) => {
    const { of = campaign, id = of, settled = false, settledTo = '' } = more;
    return sql.query(
      `insert into drip_orders (account_id, id, campaign_id, state, settled, settled_to) values ($1, $2, $3, $4, $5, $6)`,
      [accountId, id, of, state, settled, settledTo],
    );
  };
  const follow = (by = source): Promise<void> =>
    new CampaignStates(by, states, new CancellationsRepository(), { wake: () => {} } as never).run();
  /** Counts statements and records failures, which the caller would retry. */
  let statements: number;
  const watched = {
    query: (query: string) => {
      statements++;
      return sql.query(query).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
    },
  } as Partial<Pool> as Pool;
  const dispatch = (n: number): Promise<boolean> =>
    new DripDispatchRepository(watched).dispatch({
      accountId,
      messageId: mailId(n),
      leaseToken: token,
      campaign_id: campaign,
      membership_id: `mem_${n}`,
      step_id: 'step',
    });
  const mailId = (n: number): string => `${campaign}_step_${String(n).padStart(6, '0')}x`;
  const count = async (what: string): Promise<number> =>
    (await sql.query<{ count: number }>(`select count(*)::int from ${what}`)).rows[0]!.count;
  const waitForLocks = (waiting: number): Promise<unknown> =>
    waitFor(
      async () =>
        (await count(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) === waiting,
    );
  const orderRow = async () =>
    (await sql.query<{ settled: boolean; settled_to: string }>('select settled, settled_to from drip_orders')).rows[0];

  it('are applied to all held emails, although one of them is cancelled meanwhile', async () => {
    await mails(600, 'held');
    await setState('running');
    await other.query('begin');
    await other.query(`update drip_mails set state = 'cancelled' where message_id = $1`, [mailId(7)]);
    const followed = follow();
    await waitForLocks(1);
    await other.query('commit');
    await followed;
    expect(await count(`drip_mails where state = 'held'`)).toBe(0);
    expect(await count(`work where due_at = 'infinity'`)).toBe(1);
  });

  it('do not deadlock two workers that dispatch email of an ended campaign', async () => {
    await mails(2);
    await setState('ended', { settled: true });
    await other.query('begin');
    await other.query('select from work for update');
    const both = Promise.all([dispatch(1), dispatch(2)]);
    await waitForLocks(2);
    await other.query('commit');
    expect(await both).toEqual([false, false]);
    expect(failures).toEqual([]);
    expect(await orderRow()).toMatchObject({ settled: false });
  });

  it('are locked before their emails, by dispatches too', async () => {
    await mails(1);
    await setState('ended');
    await other.query('begin');
    await other.query('select from drip_orders for update');
    const dispatched = dispatch(1);
    await waitForLocks(1);
    await other.query('select from drip_mails for update');
    await other.query('commit');
    expect(await dispatched).toBe(false);
    expect(failures).toEqual([]);
  });

  it('apply to a dispatch that started before them', async () => {
    await mails(2);
    await other.query('begin');
    await other.query('select from drip_mails where message_id = $1 for update', [mailId(1)]);
    const dispatched = dispatch(1);
    await waitForLocks(1);
    await setState('paused', { settled: true });
    await other.query('commit');
    expect(await dispatched).toBe(false);
    expect(await count(`drip_mails where state = 'held' and handed is null`)).toBe(1);
    await sql.query(`update drip_orders set state = 'running'`);
    expect(await dispatch(2)).toBe(true);
    expect(failures).toEqual([]);
  });

  it('need no extra statement in a dispatch', async () => {
    await mails(3);
    const dispatches = new DripDispatchRepository(watched);
    const mark = { campaign_id: campaign, step_id: 'step' };
    const dispatched = [1, 2, 3].map((n) =>
      dispatches.dispatch({ accountId, messageId: mailId(n), leaseToken: token, membership_id: `mem_${n}`, ...mark }),
    );
    expect([await Promise.all(dispatched), statements]).toEqual([[true, true, true], 1]);
  });

  it('are read by a statement with a generic plan, which is not planned for every email', async () => {
    await mails(12);
    const dispatches = new DripDispatchRepository(other as PoolClient & Pool);
    const mark = { campaign_id: campaign, step_id: 'step' };
    const chosen = { artifactId: 'art', versionId: 'ver', templateName: '', versionName: '', locale: '', at: 0 };
    for (let n = 1; n <= 12; n++)
      await dispatches.dispatch({
        accountId,
        messageId: mailId(n),
        leaseToken: token,
        membership_id: `mem_${n}`,
        ...mark,
        chosen,
      });
    const { rows } = await other.query(
      `select custom_plans::int from pg_prepared_statements where name = 'dispatch-drip-mails'`,
    );
    expect(rows).toEqual([{ custom_plans: 5 }]);
  });

  it('are read again over another connection when that of a worker is lost', async () => {
    await mails(1);
    await other.query('begin');
    await other.query('select from drip_mails for update');
    const dispatches = new DripDispatchRepository(sql);
    const mark = { campaign_id: campaign, membership_id: 'mem_1', step_id: 'step' };
    const attempt = () => dispatches.dispatch({ accountId, messageId: mailId(1), leaseToken: token, ...mark });
    const lost = attempt().catch(({ message }: Error) => message);
    await waitForLocks(1);
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await lost).toContain('terminat');
    await other.query('commit');
    expect(await attempt()).toBe(true);
  });

  it('are postponed when they cannot be applied, without delaying others', async () => {
    const second = newId('dripCampaign');
    await mails(1);
    await setState('ended');
    await mails(1, 'held', 'other', second);
    await setState('ended', { of: second });
    await other.query('begin');
    await other.query('select from drip_mails where message_id = $1 for update', [mailId(1)]);
    await follow(withTimeout);
    expect(await count(`work`)).toBe(1);
    await other.query('commit');
    expect(await count('drip_orders where not settled and changed_at > now()')).toBe(1);
    await follow();
    expect(await count('work')).toBe(1);
    await sql.query('update drip_orders set changed_at = now()');
    await follow();
    expect(await count('work')).toBe(0);
  });

  it('of a step are applied without reading the emails of other steps', async () => {
    await mails(20_000);
    await mails(3, 'held', 'removed');
    await sql.query('analyze drip_mails');
    const rows: { 'QUERY PLAN': string }[] = [];
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        rows.push(...(await sql.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`, values)).rows);
        return [];
      },
    };
    const unsettled = { accountId, campaignId: campaign, id: 'removed', state: 'ended', settledTo: '' } as const;
    await states.findMails(explaining as never, unsettled, 500);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Rows Removed by Filter');
  });

  it('are applied again from an earlier position when a dispatch finds an email that was passed over', async () => {
    await mails(6);
    await setState('ended', { settledTo: mailId(3) });
    await dispatch(5);
    expect(await orderRow()).toEqual({ settled: false, settled_to: mailId(3) });
    await dispatch(2);
    const { settled_to: passed } = (await orderRow())!;
    expect(passed < mailId(2)).toBe(true);
    expect(passed > campaign).toBe(true);
    await sql.query('update drip_orders set settled = true, settled_to = $1', ['']);
    await dispatch(4);
    const { settled, settled_to } = (await orderRow())!;
    expect([settled, settled_to < mailId(4), settled_to > campaign]).toEqual([false, true, true]);
    await sql.query(`update drip_mails set state = 'cancelled' where membership_id <> 'mem_6'`);
    const unsettled = { accountId, campaignId: campaign, id: campaign, state: 'ended', settledTo: '' } as const;
    expect(await states.findMails(source.manager, unsettled, 500)).toEqual([mailId(6)]);
  });

  describe('are locked in one order', () => {
    const removed = Array.from({ length: 9 }, (_, index) => `dcs_${index}`);
    /** A planned email for each of these steps. */
    const plannedFor = (stepIds: readonly string[]): PlannedMail[] =>
      stepIds.map((step_id) => ({
        id: newId('log'),
        accountId,
        espAccountId: 'builtin',
        lane: 'esp:drip',
        membership_id: newId('membership'),
        step_id,
        campaign_id: campaign,
        campaign_name: 'C',
        template_id: 'tem_1',
        template_name: 'T',
        due_at: 0,
        test: false,
        recipient_known: true,
        content: { recipient: { address: 'ada@example.com' }, cc: [], bcc: [] } as unknown as PlannedMail['content'],
        outbox: {
          event_id: newId('event'),
          topic: 't',
          account_id: accountId,
          request_id: 'r',
          traceparent: null,
          payload: '{}',
        },
      }));
    const plan = (stepIds: readonly string[]): Promise<unknown> =>
      source.transaction((tx) => new PlanningRepository().plan(tx, plannedFor(stepIds)));
    /** States that are not locked. */
    const free = async (): Promise<string[]> =>
      (await sql.query<{ id: string }>('select id from drip_orders order by id for update skip locked')).rows.map(
        ({ id }) => id,
      );

    it.each([
      ['as they are', removed],
      ['the other way round', removed.toReversed()],
    ])('by batches of planned emails, %s', async (_, stepIds) => {
      for (const id of removed) await setState('ended', { id, settled: true });
      await other.query('begin');
      await other.query('select from drip_orders where id = $1 for update', [removed[4]]);
      const planned = plan(stepIds);
      await waitForLocks(1);
      expect(await free()).toEqual(removed.slice(5));
      await other.query('commit');
      await planned;
      expect(await count('drip_orders where settled')).toBe(0);
    });

    it('by two concurrent batches, which do not deadlock', async () => {
      for (const id of removed) await setState('ended', { id, settled: true });
      await other.query('begin');
      await other.query('select from drip_orders where id = any($1) for update', [[removed[0], removed.at(-1)]]);
      const both = Promise.all([plan(removed), plan(removed.toReversed())]);
      await waitForLocks(2);
      await other.query('commit');
      await both;
      expect(await count('drip_mails')).toBe(18);
    });

    it('by events about campaigns', async () => {
      const ids = [newId('dripCampaign'), newId('dripCampaign'), newId('dripCampaign')].toSorted();
      const events = ids.toReversed().flatMap((campaign_id) =>
        [1, 2].map((revision) => ({
          accountId,
          requestId: 'r',
          eventId: newId('event'),
          payload: { campaign_id, revision, state: 'running' as const, removed_step_ids: [] },
        })),
      );
      const saved: string[] = [];
      const consumer = new DripsConsumer(
        {} as never,
        {} as never,
        {
          save: (_: unknown, { campaign_id, revision }: { campaign_id: string; revision: number }) =>
            Promise.resolve(void saved.push(`${campaign_id} ${revision}`)),
        } as never,
      );
      await consumer.saveStates(events as never, source.manager);
      expect(saved).toEqual(ids.flatMap((id) => [`${id} 1`, `${id} 2`]));
    });
  });

  it('are kept and applied again while they have waiting email', async () => {
    await mails(2);
    await sql.query(`update work set lease_token = null`);
    await setState('ended', { id: 'mem_1', settled: true });
    await setState('ended', { id: 'step', settled: true });
    await setState('ended', { id: newId('dripStep'), settled: true });
    await sql.query(
      `update drip_orders set changed_at = now() - interval '91 days', campaign_id = nullif(campaign_id, case id when 'mem_1' then campaign_id end)`,
    );
    await new RetentionTask(sql, deliveryRetention).run();
    expect((await sql.query('select id, settled from drip_orders order by id')).rows).toEqual([
      { id: 'mem_1', settled: false },
      { id: 'step', settled: false },
    ]);
    await follow();
    expect(await count('work')).toBe(0);
  });
});
