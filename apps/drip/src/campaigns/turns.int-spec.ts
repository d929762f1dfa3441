import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { waitFor } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { CountsRepository } from '../counts/counts.repository.js';
import { dripDatabase } from '../database.js';
import { DripHarness } from '../testing/drip-harness.js';
import { CampaignsRepository } from './campaigns.repository.js';

describe('shared and exclusive locks of a campaign', () => {
  let drip: DripHarness;
  let database: DataSource;
  let campaigns: CampaignsRepository;
  beforeAll(async () => {
    drip = await DripHarness.start();
    database = await new DataSource({
      type: 'postgres',
      url: drip.sql.options.connectionString!,
      entities: [...dripDatabase.entities],
      extra: { options: '-c search_path=drip' },
    }).initialize();
    campaigns = new CampaignsRepository(database, new CountsRepository());
    drip.newTest();
  }, 60_000);
  afterAll(async () => {
    await database.destroy();
    await drip.stop();
  });

  const untilWaiting = (count: number) =>
    waitFor(
      async () => {
        const { rowCount } = await drip.sql.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount === count;
      },
      { what: `${count} waiting for a lock` },
    );

  it('are granted in order: a later member does not overtake a waiting change', async () => {
    const id = await drip.campaign();
    const { accountId } = drip.context;
    const order: string[] = [];
    const hold = (what: string, lock: (tx: EntityManager) => Promise<unknown>) => {
      let release!: () => void;
      const held = new Promise<void>((resolve) => void (release = resolve));
      const done = database.transaction(async (tx) => {
        await lock(tx);
        order.push(what);
        await held;
      });
      return { done, release };
    };
    const first = hold('member', (tx) => campaigns.lockShared(tx, accountId, id));
    const concurrent = hold('member', (tx) => campaigns.lockShared(tx, accountId, id));
    await waitFor(() => order.length === 2);
    const change = hold('change', (tx) => campaigns.lock(tx, accountId, id));
    await untilWaiting(1);
    const next = hold('next member', (tx) => campaigns.lockShared(tx, accountId, id));
    await untilWaiting(2);
    expect(order).toEqual(['member', 'member']);
    for (const one of [first, concurrent, change, next]) {
      one.release();
      await one.done;
    }
    expect(order).toEqual(['member', 'member', 'change', 'next member']);
  });
});
