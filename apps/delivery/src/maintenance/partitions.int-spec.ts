import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { databaseOptions } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import type { DeliveryConfig } from '../config.js';
import { deliveryDatabase } from '../database.js';
import { LogsRepository } from '../logs/logs.repository.js';
import { PartitionKeeper } from './partition-keeper.js';
import { PartitionsRepository, partitionedTables } from './partitions.repository.js';
import { WaitingStepsRepository } from './waiting-steps.repository.js';

const now = new Date('2030-11-21T12:00:00Z');

describe('monthly partitions', () => {
  const accountId = newId('account');
  let database: TestDatabase;
  let sql: DataSource;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase(deliveryDatabase);
    sql = await new DataSource(databaseOptions(deliveryDatabase, database.url)).initialize();
  });
  afterAll(async () => {
    await sql?.destroy();
    await database?.drop();
  });
  afterEach(() => sql.query('truncate logs, messages, log_events, attempts, work, failures, drip_mails, drip_orders'));

  const keeper = (LOG_RETENTION_MONTHS?: number): PartitionKeeper =>
    new PartitionKeeper(
      new PartitionsRepository(sql),
      new WaitingStepsRepository(sql),
      { forget: async () => 0 } as never,
      {
        LOG_RETENTION_MONTHS,
      } as DeliveryConfig,
    );

  /** A message accepted at this time, with a row in each partitioned table. */
  async function accepted(time: string): Promise<string> {
    const id = newId('log', Date.parse(time));
    await sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
       values ($1, $2, 'ada@example.com', 'ada@example.com', 'dropped', 45, '', 'tem_1', 'Receipt', 'en-US')`,
      [accountId, id],
    );
    await sql.query(
      `insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content) values ($1, $2, 'art_1', 'tem_1', 'esp_1', '{}')`,
      [accountId, id],
    );
    await sql.query(`insert into log_events (account_id, log_id, type, message) values ($1, $2, 'requested', '')`, [
      accountId,
      id,
    ]);
    await sql.query(
      `insert into attempts (account_id, message_id, attempt, esp_account_id, started_at, finished_at, outcome, detail) values ($1, $2, 1, 'esp_1', now(), now(), 'rejected', '')`,
      [accountId, id],
    );
    return id;
  }

  async function failed(time: string): Promise<string> {
    const id = await accepted(time);
    await sql.query(
      `insert into failures (account_id, message_id, esp_account_id, status, reason) values ($1, $2, 'esp_1', 'dropped', '')`,
      [accountId, id],
    );
    return id;
  }

  /** The partitions that contain the message's rows, one per table. */
  async function whereIs(id: string): Promise<string[]> {
    const rows: { part: string }[] = await sql.query(
      `select tableoid::regclass::text as part from logs where id = $1 union all select tableoid::regclass::text from messages where id = $1
       union all select tableoid::regclass::text from log_events where log_id = $1 union all select tableoid::regclass::text from attempts where message_id = $1`,
      [id],
    );
    return rows.map(({ part }) => part);
  }

  const inMonth = (month: string): string[] => partitionedTables.map((table) => `${table}_${month}`);
  const failures = async (): Promise<string[]> =>
    ((await sql.query('select message_id from failures order by 1')) as { message_id: string }[]).map(
      (row) => row.message_id,
    );

  it('partitions are created two months ahead, with rows that the default partition got before', async () => {
    const early = await accepted('2030-11-03T00:00:00Z');
    const missed = await accepted('2029-04-30T23:59:59Z');
    expect(await whereIs(early)).toEqual(partitionedTables.map((table) => `${table}_default`));
    await keeper().keep(now);
    expect(await whereIs(early)).toEqual(inMonth('2030_11'));
    expect(await whereIs(missed)).toEqual(inMonth('2029_04'));
    expect(await whereIs(await accepted('2031-01-31T23:59:59Z'))).toEqual(inMonth('2031_01'));
    const indexes: unknown[] = await sql.query(`select from pg_index where indrelid = 'logs_2030_11'::regclass`);
    expect(indexes).toHaveLength(2);
    expect(await new LogsRepository(sql).find(accountId, early)).toMatchObject({ id: early });
  });

  it('partitions are kept forever without a configured retention', async () => {
    const old = await failed('2020-01-15T00:00:00Z');
    await keeper().keep(now);
    expect(await whereIs(old)).toEqual(inMonth('2020_01'));
    expect(await failures()).toEqual([old]);
  });

  it('partitions are dropped after the retention, with the failures of their messages', async () => {
    const logs = new LogsRepository(sql);
    const [july, august] = [await failed('2030-07-31T23:59:59Z'), await failed('2030-08-01T00:00:00Z')];
    await keeper(3).keep(now);
    expect(await whereIs(july)).toEqual([]);
    expect(await logs.find(accountId, july)).toBeUndefined();
    expect(await logs.events(accountId, july)).toEqual([]);
    expect(await logs.list(accountId, { count: 10, offset: 0 })).toEqual([expect.objectContaining({ id: august })]);
    expect(await whereIs(august)).toEqual(inMonth('2030_08'));
    expect(await failures()).toEqual([august]);
    const left: unknown[] = await sql.query(
      `select from pg_class where relname ~ '^(logs|messages|log_events|attempts)_2030_07'`,
    );
    expect(left).toEqual([]);
  });

  it('partitions are kept while one of their messages is pending', async () => {
    const scheduled = await accepted('2030-01-31T00:00:00Z');
    const beside = await failed('2030-01-01T00:00:00Z');
    const before = await accepted('2029-12-31T23:59:59Z');
    await sql.query(`insert into work (message_id, account_id, lane, due_at) values ($1, $2, 'esp_1', '2030-12-24')`, [
      scheduled,
      accountId,
    ]);
    await keeper(1).keep(now);
    expect(await whereIs(scheduled)).toEqual(inMonth('2030_01'));
    expect(await failures()).toEqual([beside]);
    expect(await whereIs(before)).toEqual([]);
    await sql.query('delete from work');
    await keeper(1).keep(now);
    expect(await whereIs(scheduled)).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  describe('with waiting campaign email', () => {
    interface Waiting {
      readonly id: string;
      readonly state?: string;
      readonly due?: string;
      readonly leased?: boolean;
      readonly campaign?: string;
    }
    /** A waiting email, planned in January 2030 unless `time` is set. Returns its id, which is also its membership. */
    const step = async ({ time = '2030-01-15T00:00:00Z', ...more }: Omit<Waiting, 'id'> & { time?: string } = {}) => {
      const id = await accepted(time);
      const { state = 'waiting', due = '3030-01-01', leased = false, campaign = 'dc_1' } = more;
      await sql.query('delete from attempts where message_id = $1', [id]);
      await sql.query(`update messages set content = $2 where id = $1`, [
        id,
        { drip: { campaign_id: campaign, membership_id: id, step_id: 'dcs_1' } },
      ]);
      await sql.query(
        `insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, state, keep_until) values ($1, $2, 'dcs_1', $4, $2, $3, '3030-01-01')`,
        [accountId, id, state, campaign],
      );
      await sql.query(
        `insert into work (message_id, account_id, lane, due_at, lease_token) values ($1, $2, 'esp_1:drip', $3, case when $4 then gen_random_uuid() end)`,
        [id, accountId, due, leased],
      );
      return id;
    };
    /** The current message id of this membership's step. */
    const idNow = async (membership: string): Promise<string> =>
      (
        (await sql.query('select message_id from drip_mails where membership_id = $1', [membership])) as {
          message_id: string;
        }[]
      )[0]!.message_id;
    const months = async (): Promise<string[]> => new PartitionsRepository(sql).monthsBefore('2030_06');

    it('partitions are dropped, and the email moves to a new log with the same content', async () => {
      const logs = new LogsRepository(sql);
      const [one, held] = [await step(), await step({ state: 'held', due: 'infinity' })];
      const droppedLog = await accepted('2030-01-16T00:00:00Z');
      const before = [await logs.find(accountId, one), await logs.events(accountId, one)];
      await keeper(1).keep(now);
      expect(await months()).toEqual([]);
      expect(await whereIs(droppedLog)).toEqual([]);
      for (const membership of [one, held]) {
        const id = await idNow(membership);
        expect(id).not.toBe(membership);
        expect(await whereIs(membership)).toEqual([]);
        expect(await whereIs(id)).toEqual(['logs', 'messages', 'log_events'].map((table) => `${table}_2030_11`));
        expect(await sql.query('select due_at::text, lane from work where message_id = $1', [id])).toEqual([
          { due_at: membership === held ? 'infinity' : expect.stringMatching(/^3030/), lane: 'esp_1:drip' },
        ]);
      }
      const id = await idNow(one);
      const { created: _, ...log } = (await logs.find(accountId, id))!;
      expect([log, await logs.events(accountId, id)]).toEqual(
        [{ ...before[0], created: undefined, id }, before[1]].map(
          (value) => JSON.parse(JSON.stringify(value)) as unknown,
        ),
      );
      expect(await logs.list(accountId, { count: 10, offset: 0 })).toHaveLength(2);
    });

    it('partitions are kept while such email is due, leased or retried, or a state of its campaign is being applied', async () => {
      const kept = [
        await step({ due: '2020-01-01' }),
        await step({ leased: true }),
        await step({ campaign: 'dc_unsettled' }),
        await step({ campaign: 'dc_locked' }),
        await step(),
      ];
      await sql.query('update work set attempt = 2 where message_id = $1', [kept[4]]);
      await sql.query(
        `insert into drip_orders (account_id, id, campaign_id, state, settled) values ($1, 'dc_unsettled', 'dc_unsettled', 'running', false), ($1, 'dc_locked', 'dc_locked', 'paused', true)`,
        [accountId],
      );
      const follower = sql.createQueryRunner();
      await follower.startTransaction();
      await follower.query(`select from drip_orders where id = 'dc_locked' for update`);
      await keeper(1).keep(now);
      await follower.rollbackTransaction();
      await follower.release();
      expect(await months()).toEqual(['2030_01']);
      expect(await Promise.all(kept.map(idNow))).toEqual(kept);
      await keeper(1).keep(now);
      expect(await idNow(kept[3]!)).not.toBe(kept[3]);
    });

    it('partitions are dropped however much email waits, and by several replicas', async () => {
      const first = await step();
      await sql.query(
        `with numbers as (select n, $1 || '-' || n as id from generate_series(1, 1200) as n),
           mails as (insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, keep_until) select $2, id, 'dcs_1', 'dc_1', id, '3030-01-01' from numbers),
           works as (insert into work (message_id, account_id, lane, due_at) select id, $2, 'esp_1:drip', '3030-01-01' from numbers)
         insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
         select $2, id, '', 'tem_1', 'esp_1', jsonb_build_object('drip', jsonb_build_object('membership_id', id, 'step_id', 'dcs_1')) from numbers`,
        [first, accountId],
      );
      await Promise.all([keeper(1).keep(now), keeper(1).keep(now)]);
      await keeper(1).keep(now);
      expect(await months()).toEqual([]);
      const [counted] = (await sql.query(
        `select count(*)::int as works, count(mails)::int as mails, count(distinct messages.id)::int as messages
         from work left join drip_mails as mails using (message_id) left join messages on messages.id = work.message_id`,
      )) as object[];
      expect(counted).toEqual({ works: 1201, mails: 1201, messages: 1201 });
    });
  });

  it('partitions are maintained by several replicas at the same time', async () => {
    const [old, early] = [await failed('2028-02-29T00:00:00Z'), await accepted('2030-11-03T00:00:00Z')];
    const made = new PartitionsRepository(sql);
    await Promise.all(Array.from({ length: 6 }, () => keeper(3).keep(now)));
    await keeper(3).keep(now);
    expect([await whereIs(old), await whereIs(early)]).toEqual([[], inMonth('2030_11')]);
    expect(await made.monthsBefore('2030_08')).toEqual([]);
  });

  it('partitions are not dropped during a long read, without delaying email', async () => {
    const old = await accepted('2027-05-05T00:00:00Z');
    await keeper().keep(now);
    const backup = sql.createQueryRunner();
    await backup.startTransaction();
    await backup.query('select count(*) from logs');
    const dropping = keeper(3).keep(now);
    const requests = Date.now();
    const meanwhile = await accepted(now.toISOString());
    // Without a lock timeout, the drop would wait for 10 s, and later statements behind it.
    expect(Date.now() - requests).toBeLessThan(8_000);
    await dropping;
    expect(await whereIs(old)).toEqual(inMonth('2027_05'));
    expect(await whereIs(meanwhile)).toEqual(inMonth('2030_11'));
    await backup.rollbackTransaction();
    await backup.release();
    await keeper(3).keep(now);
    expect(await whereIs(old)).toEqual([]);
  });
});
