import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { RetentionTask, idempotencyRetention } from '@postrider/service';
import { createTestDatabase } from '@postrider/testing';
import { Pool } from 'pg';
import { register } from 'prom-client';
import { countAttempt } from '../attempts/attempt-metrics.js';
import { responded } from '../attempts/conclusion.js';
import type { LeasedMessage } from '../attempts/leased-message.js';
import { deliveryDatabase } from '../database.js';
import { AttemptSeriesPurge, QueueGauges } from './queue-gauges.js';
import { GaugesRepository } from './gauges.repository.js';

describe('maintenance', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Pool;

  beforeAll(async () => {
    database = await createTestDatabase(deliveryDatabase);
    sql = new Pool({ connectionString: database.url, options: '-c search_path=delivery' });
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await database?.drop();
  });

  const metric = async (name: string): Promise<{ value: number; labels: object }[]> =>
    ((await register.getSingleMetric(name)!.get()) as { values: { value: number; labels: object }[] }).values;

  it('deletes old Idempotency-Keys in statements of bounded size, and keeps those of the last day', async () => {
    const sizes: number[] = [];
    const counting = {
      query: async (text: string, values: unknown[]) => {
        const result = await sql.query(text, values);
        sizes.push(result.rowCount ?? 0);
        return result;
      },
    };
    await sql.query(
      `insert into idempotency (account_id, idem_key, request_hash, answer, created_at)
       select 'acc', n::text, '', '{}', now() - make_interval(hours => case when n <= 12000 then 25 else 23 end) from generate_series(1, 12001) as n`,
    );
    await new RetentionTask(counting, [idempotencyRetention]).run();
    expect(sizes).toEqual([5_000, 5_000, 2_000]);
    expect((await sql.query('select idem_key from idempotency')).rows).toEqual([{ idem_key: '12001' }]);
  });

  it('sets the gauges of due email to NaN while it cannot be counted', async () => {
    await sql.query(
      `insert into work (message_id, account_id, lane, due_at) values ('log_1', 'acc', 'esp_1', now() - interval '1 minute')`,
    );
    await new QueueGauges(new GaugesRepository(sql)).run();
    expect(await metric('postrider_work_due')).toMatchObject([{ value: 1 }]);
    const withoutTables = new Pool({ connectionString: database.url, options: '-c search_path=nowhere' });
    await new QueueGauges(new GaugesRepository(withoutTables)).run();
    await withoutTables.end();
    expect([
      ...(await metric('postrider_work_due')),
      ...(await metric('postrider_work_oldest_due_seconds')),
    ]).toMatchObject([{ value: NaN }, { value: NaN }]);
  });

  it('limits the count of due email per lane and in total', async () => {
    await sql.query(
      `insert into work (message_id, account_id, lane, due_at)
       select 'many_' || n, 'acc', 'esp_' || n % 6, now() - make_interval(mins => case when n = 59999 then 9 else 1 end) from generate_series(1, 60000) as n`,
    );
    await new QueueGauges(new GaugesRepository(sql)).run();
    expect(await metric('postrider_work_due')).toMatchObject([{ value: 50_000 }]);
    const [{ value: oldest } = { value: NaN }] = await metric('postrider_work_oldest_due_seconds');
    expect(Math.round(oldest / 60)).toBe(9);
    await sql.query('truncate work');
  });

  it('rests for fifty times the duration of the count', async () => {
    let counted = 0;
    const slow = {
      query: async () => {
        counted += 1;
        await sleep(50);
        return { rows: [] };
      },
    } as unknown as Pool;
    const gauges = new QueueGauges(new GaugesRepository(slow));
    for (let round = 0; round < 3; round++) await gauges.run();
    expect(counted).toBe(1);
  });

  it('removes the metrics of deleted ESP accounts', async () => {
    const [kept, deleted] = [newId('espAccount'), newId('espAccount')];
    await sql.query(
      `insert into esp_accounts (account_id, id, esp_type, name, credentials) values ('acc', $1, 'smtp', 'Kept', '')`,
      [kept],
    );
    for (const espAccountId of [kept, deleted, 'builtin']) {
      countAttempt({ espAccountId } as LeasedMessage, responded({ kind: 'sent', detail: 'Ok' }, []), undefined);
    }
    await new AttemptSeriesPurge(new GaugesRepository(sql)).run();
    const left = (await metric('postrider_attempts_total')).map(
      ({ labels }) => (labels as { esp_account: string }).esp_account,
    );
    expect(left).toEqual(expect.arrayContaining([kept, 'builtin']));
    expect(left).not.toContain(deleted);
  });
});
