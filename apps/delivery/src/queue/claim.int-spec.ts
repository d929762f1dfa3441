import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryConfig } from '../config.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';
import type { CampaignTurns } from './campaign-turns.js';
import { Lanes } from './lanes.js';
import type { ClaimedRow } from './work.repository.js';
import { WorkRepository } from './work.repository.js';

const slots = 64;

describe('a claim', () => {
  let delivery: DeliveryHarness;
  let work: WorkRepository;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
    await delivery.stopProcess();
    work = new WorkRepository(delivery.sql, {
      LEASE_SECONDS: 90,
      UNKNOWN_OUTCOME_WAIT_SECONDS: 60,
      RETRY_DELAYS_SECONDS: [1],
    } as Partial<DeliveryConfig> as DeliveryConfig);
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.sql.query('truncate work, messages'));

  /** `each` due emails in each of `lanes` ESP accounts; the first emails of all lanes are due first. */
  const due = async (account: string, lanes: number, each: number, minutesAgo: number): Promise<void> => {
    await delivery.sql.query(
      `with rows as (select $1 || '_' || lane || '_' || n as id, 'esp_' || $1 || '_' || lane as lane, n from generate_series(1, $2::int) as lane, generate_series(1, $3::int) as n),
            stored as (insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content) select $1, id, 'art', 'tem', lane, '{}' from rows)
       insert into work (message_id, account_id, lane, due_at) select id, $1, lane, now() - make_interval(mins => $4::int) + make_interval(secs => n) from rows`,
      [account, lanes, each, minutesAgo],
    );
  };
  const claim = (lanes: Lanes): Promise<readonly ClaimedRow[]> =>
    work.claim(lanes.capacities, crypto.randomUUID(), true).then(({ rows }) => rows);
  const take = (lanes: Lanes, rows: readonly ClaimedRow[]): void => {
    for (const { lane: id, accountId } of rows) lanes.assign({ id, accountId }, crypto.randomUUID());
  };
  const countBy = (rows: readonly ClaimedRow[], key: (row: ClaimedRow) => string): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
    return counts;
  };

  it('gives an account with ninety lanes at most twice the slots that stay free', async () => {
    await due('acme', 90, 10, 60);
    const lanes = new Lanes(slots, 32);
    const rows = await claim(lanes);
    take(lanes, rows);
    expect(rows).toHaveLength(42);
    expect(Math.max(...Object.values(countBy(rows, ({ lane }) => lane)))).toBe(1);
    expect(rows.every(({ cut, seen }) => cut && seen > 1)).toBe(true);
    expect(await claim(lanes)).toEqual([]);
    await due('globex', 1, 120, 1);
    const others = await claim(lanes);
    expect(countBy(others, ({ accountId }) => accountId)).toEqual({ globex: 11 });
  });

  it('shares slots among accounts before it orders by due time', async () => {
    await due('acme', 90, 10, 60);
    await due('globex', 1, 10, 1);
    const rows = await claim(new Lanes(slots, 32));
    expect(countBy(rows, ({ accountId }) => accountId)).toMatchObject({ globex: 10 });
  });

  it('shares the slots of an account equally among its lanes for any due times', async () => {
    await due('acme', 1, 200, 60);
    const lanes = new Lanes(slots, 64);
    take(lanes, await claim(lanes));
    expect(lanes.freeSlots).toBe(slots / 2);
    await delivery.sql.query(`update work set lane = 'esp_acme_2' where lease_token is null and message_id like '%0'`);
    expect(Object.keys(countBy(await claim(lanes), ({ lane }) => lane))).toEqual(['esp_acme_2']);
  });

  it('gives a single lane half of the slots, earliest rows first, and returns whether more is due', async () => {
    await due('acme', 1, 40, 60);
    const rows = await claim(new Lanes(slots, 64));
    expect(rows.map(({ id }) => Number(id.split('_')[2])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 32 }, (_each, n) => n + 1),
    );
    const rest = await claim(new Lanes(slots, 64));
    expect(rest).toHaveLength(8);
    expect(rest.every(({ seen, cut }) => seen === 8 && !cut)).toBe(true);
  });

  it('gives a slow lane its limit, and the rest to others', async () => {
    const limits = new LaneLimits({ DELIVERY_LANE_CONCURRENCY: 32 });
    for (let n = 0; n < 32; n++) limits.recordDuration('esp_acme_1', 30_000);
    const lanes = new Lanes(slots, 32, limits);
    await due('acme', 1, 100, 60);
    await due('globex', 1, 100, 1);
    const rows = await claim(lanes);
    take(lanes, rows);
    expect(countBy(rows, ({ lane }) => lane)).toEqual({ esp_acme_1: 5, esp_globex_1: 29 });
    expect(countBy(await claim(lanes), ({ lane }) => lane)).not.toHaveProperty('esp_acme_1');
  });

  it('limits campaign email in all lanes together', async () => {
    await due('acme', 2, 10, 60);
    await due('globex', 2, 10, 60);
    await delivery.sql.query(`update work set lane = lane || ':drip' where lane like '%\\_1'`);
    const claimed = async (capacity: number): Promise<unknown> => {
      const campaigns = {
        freeSlots: capacity,
        limited: true,
        took: () => {},
        gave: () => {},
      } as Partial<CampaignTurns>;
      const rows = await claim(new Lanes(slots, 32, undefined, undefined, campaigns as CampaignTurns));
      const drips = rows.filter(({ lane }) => lane.endsWith(':drip'));
      return { drips: drips.length, others: rows.length - drips.length, cut: rows.every(({ cut }) => cut) };
    };
    expect(await claimed(3)).toEqual({ drips: 3, others: 20, cut: true });
    await due('initech', 1, 5, 1);
    expect(await claimed(0)).toEqual({ drips: 0, others: 5, cut: false });
    expect(await claimed(64)).toEqual({ drips: 17, others: 0, cut: false });
  });

  it('gives the tokens of a small rate to the lanes of an ESP account in turn', async () => {
    await due('acme', 1, 80, 60);
    await delivery.sql.query(`update work set lane = lane || ':drip' where message_id ~ '[02468]$'`);
    await delivery.sql.query(
      `insert into esp_accounts (account_id, id, esp_type, name, credentials, rate_per_second) values ('acme', 'esp_acme_1', 'smtp', 'Slow', '', 1)`,
    );
    const taken: ClaimedRow[] = [];
    for (let n = 0; n < 40; n++) {
      await delivery.sql.query('update esp_accounts set rate_tokens = 1, rate_refilled_at = now()');
      taken.push(...(await claim(new Lanes(slots, 32))));
    }
    await delivery.sql.query('delete from esp_accounts');
    const of = countBy(taken, ({ lane }) => lane);
    expect(taken).toHaveLength(40);
    // The order is random: fewer than six of forty happens once in a million runs.
    expect(Math.min(of['esp_acme_1'] ?? 0, of['esp_acme_1:drip'] ?? 0)).toBeGreaterThan(5);
  });
});
