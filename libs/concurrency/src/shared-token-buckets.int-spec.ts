import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RetentionTask } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, TcpProxy, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import { rateBucketsRetention, rateBucketsTable, SharedTokenBuckets } from './shared-token-buckets.js';

/** Slow enough that no tokens are refilled while a test runs. */
const rate = { perSecond: 1 / 60, windowSeconds: 600 };
const claims = [{ bucket: 'requests:acc_a', rate }] as const;

describe('SharedTokenBuckets of two processes over one database', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let pools: Pool[];
  let one: SharedTokenBuckets;
  let two: SharedTokenBuckets;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await TcpProxy.to(hostname, Number(port));
    await proxy.open();
    const pool = new Pool({ connectionString: database.url });
    await pool.query(rateBucketsTable);
    pools = [pool, new Pool({ connectionString: proxy.url(database.url), connectionTimeoutMillis: 1_000 })];
    // The error of an idle connection that is cut is expected here.
    pools[1]!.on('error', () => {});
  });
  beforeEach(async () => {
    await pools[0]!.query('truncate rate_buckets');
    [one, two] = pools.map((pool) => new SharedTokenBuckets(pool)) as [SharedTokenBuckets, SharedTokenBuckets];
    for (const buckets of [one, two]) buckets.onApplicationBootstrap();
  });
  afterEach(async () => {
    for (const buckets of [one, two]) await buckets.beforeApplicationShutdown();
  });
  afterAll(async () => {
    for (const pool of pools) await pool.end();
    await proxy.shut();
    await database.drop();
  });

  const take = (buckets: SharedTokenBuckets, times: number): number => {
    let granted = 0;
    for (let round = 0; round < times; round++) if (buckets.take(claims).retryAfter === undefined) granted++;
    return granted;
  };
  const remainingIn = (buckets: SharedTokenBuckets): number => Math.floor(buckets.getState(claims[0]).remaining);

  it('know within about a second what both processes have used', async () => {
    expect([take(one, 4), take(two, 3)]).toEqual([4, 3]);
    await waitFor(() => Promise.resolve(take(one, 1) === 0 && take(two, 1) === 0), {
      what: 'both processes to run out of tokens',
    });
  });

  it('decide in memory, and exceed the limit only by what the others used since the last exchange', async () => {
    expect([take(one, 20), take(two, 20)]).toEqual([10, 10]);
    await Promise.all([one.run(), two.run()]);
    await waitFor(async () => {
      const { rows } = await pools[0]!.query<{ level: number }>('select level from rate_buckets');
      return Math.round(rows[0]?.level ?? 0) === 20;
    });
    expect([take(one, 5), take(two, 5)]).toEqual([0, 0]);
    // The debt of ten is paid back first: 60 s each, and 60 s for the next one.
    await waitFor(() => Promise.resolve(Math.max(...[one, two].map((all) => all.take(claims).retryAfter ?? 0)) > 600));
  });

  it('exchange sooner when few tokens remain', async () => {
    const wake = jest.spyOn(one, 'wake');
    take(one, 5);
    expect(wake).not.toHaveBeenCalled();
    take(one, 5);
    expect(wake).toHaveBeenCalledWith(100);
    await waitFor(async () => (await pools[0]!.query('select from rate_buckets')).rowCount === 1);
  });

  it('take from all buckets or from none', () => {
    const other = { bucket: 'requests:key_b', rate };
    expect(take(one, 20)).toBe(10);
    expect(one.take([other, claims[0]]).retryAfter).toBeGreaterThan(0);
    expect(one.getState(other).remaining).toBe(10);
  });

  it('continue with their own state while the database is unavailable, and share it later', async () => {
    await proxy.shut();
    expect(take(two, 4)).toBe(4);
    await two.run();
    expect([take(two, 1), remainingIn(two)]).toEqual([1, 5]);
    await proxy.open();
    await waitFor(async () => {
      const { rows } = await pools[0]!.query<{ level: number }>('select level from rate_buckets');
      return Math.round(rows[0]?.level ?? 0) === 5;
    });
  });

  it('share unshared usage at shutdown', async () => {
    take(one, 3);
    await one.beforeApplicationShutdown();
    const { rows } = await pools[0]!.query<{ level: number }>('select level from rate_buckets');
    expect(rows.map(({ level }) => level)).toEqual([3]);
  });

  it('refill the level in the database, too', async () => {
    await pools[0]!.query(
      `insert into rate_buckets (name, level, per_second, at) values ('requests:acc_a', 10, $1, now() - interval '5 minutes')`,
      [rate.perSecond],
    );
    take(one, 1);
    await one.run();
    expect(remainingIn(one)).toBe(4);
  });

  it('delete the rows of full buckets', async () => {
    await pools[0]!.query(
      `insert into rate_buckets (name, level, per_second, at) values
         ('full', 10, 1, now() - interval '1 hour'), ('young', 1, 1, now() - interval '1 minute'), ('owing', 9000, 1, now() - interval '1 hour')`,
    );
    await new RetentionTask(pools[0]!, [rateBucketsRetention]).run();
    const { rows } = await pools[0]!.query<{ name: string }>('select name from rate_buckets order by name');
    expect(rows.map(({ name }) => name)).toEqual(['owing', 'young']);
  });
});
