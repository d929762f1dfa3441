import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { CountedRows } from './counted-rows.js';

describe('CountedRows', () => {
  let database: TestDatabase;
  let sources: DataSource[];
  beforeAll(async () => {
    database = await createTestDatabase();
    sources = await Promise.all(
      [1, 2].map(() =>
        new DataSource({
          type: 'postgres',
          url: database.url,
          poolSize: 3,
          // Shorter than the sequential inserts of one account below take.
          extra: { connectionTimeoutMillis: 1_500 },
        }).initialize(),
      ),
    );
    await sources[0]!.query('create table api_keys (account_id text, n int, gone boolean default false)');
  });
  beforeEach(() => sources[0]!.query('truncate api_keys'));
  afterAll(async () => {
    for (const source of sources) await source.destroy();
    await database.drop();
  });

  const add = (counted: CountedRows, source: DataSource, accountId = 'acc_a') =>
    counted.add(source.manager, { accountId, limits: { api_keys: 5 } }, (tx) =>
      tx.query('insert into api_keys (account_id) select $1 from pg_sleep(0.02)', [accountId]),
    );
  const stored = async (): Promise<number> => {
    const [{ rows }] = (await sources[0]!.query('select count(*)::int as rows from api_keys')) as [{ rows: number }];
    return rows;
  };

  it('keep to the limit when two processes insert concurrently', async () => {
    const processes = sources.map((source) => ({ source, counted: new CountedRows('api_keys') }));
    const responses = await Promise.allSettled(
      processes.flatMap(({ source, counted }) => Array.from({ length: 16 }, () => add(counted, source))),
    );
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const response of responses)
      if (response.status === 'rejected') expect(response.reason).toMatchObject({ code: 'quota_exceeded' });
    expect(await stored()).toBe(5);
  });

  it('leave connections to other accounts while one account inserts many rows', async () => {
    const [source] = sources as [DataSource];
    const counted = new CountedRows('api_keys');
    // Open all connections, so that later only a free one is waited for.
    await Promise.all([1, 2, 3].map(() => source.query('select pg_sleep(0.05)')));
    const many = Promise.allSettled(Array.from({ length: 120 }, () => add(counted, source)));
    await add(counted, source, 'acc_b');
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    const responses = await many;
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    // Only a few wait; the others are rejected, because each waiting call uses a slot of the service.
    const rejected = responses.flatMap((response) =>
      response.status === 'rejected' ? [response.reason as { code: string }] : [],
    );
    expect(rejected.filter(({ code }) => code === 'unavailable')).toHaveLength(120 - 100);
  });

  it('count the rows that match a condition', async () => {
    const [source] = sources as [DataSource];
    const counted = new CountedRows('api_keys', 'api_keys', 'not gone');
    for (let added = 0; added < 5; added++) await add(counted, source);
    await expect(add(counted, source)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await source.query('update api_keys set gone = true where ctid in (select ctid from api_keys limit 1)');
    await add(counted, source);
  });
});
