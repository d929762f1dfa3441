import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SystemPool } from '@postrider/service';
import type { PoolClient, QueryConfig } from 'pg';
import type { DeliveryConfig } from '../config.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';
import { DueWork } from './due-work.js';
import { Lanes } from './lanes.js';
import type { ClaimedRow } from './work.repository.js';
import { WorkRepository } from './work.repository.js';

const slots = 64;
const config = {
  LEASE_SECONDS: 90,
  UNKNOWN_OUTCOME_WAIT_SECONDS: 60,
  RETRY_DELAYS_SECONDS: [1],
  POLL_MS: 500,
} as Partial<DeliveryConfig> as DeliveryConfig;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
}
/** Number of lookups in `work`, or of rows found there if that is more. */
const readsOfWork = (plan: Plan): number =>
  (plan['Relation Name'] === 'work' ? plan['Actual Loops'] * Math.max(1, plan['Actual Rows']) : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + readsOfWork(each), 0);

describe('DueWork with many lanes', () => {
  let delivery: DeliveryHarness;
  let client: PoolClient;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
    await delivery.stopProcess();
    client = await delivery.sql.connect();
  }, 60_000);
  afterAll(async () => {
    client?.release();
    await delivery?.stop();
  }, 30_000);
  beforeEach(() => client.query('truncate work, messages, esp_accounts'));

  /**
   * `each` emails in each of `lanes` lanes, due about `minutesAgo`. Lane n belongs to the account `name` followed by n
   * modulo `accounts`.
   */
  const pending = (name: string, { accounts = 1, lanes = 1, each = 1, minutesAgo = 60 }): Promise<unknown> =>
    client.query(
      `with rows as (select $1 || lane % $2 as account, $1 || '_' || lane as lane, n from generate_series(1, $3::int) as lane, generate_series(1, $4::int) as n),
            stored as (insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
                       select account, 'log_' || lane || '_' || n, 'art', 'tem', lane, '{}' from rows)
       insert into work (message_id, account_id, lane, due_at)
       select 'log_' || lane || '_' || n, account, lane, now() - make_interval(mins => $5::int) + make_interval(secs => hashtext(lane) % 50 + n / 100.0) from rows`,
      [name, accounts, lanes, each, minutesAgo],
    );

  /** Runs statements and records how many rows of `work` each of them read. */
  const explained = (): { readonly repository: WorkRepository; readonly reads: Map<string, number[]> } => {
    const reads = new Map<string, number[]>();
    const query = async (statement: QueryConfig): Promise<unknown> => {
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>({
        text: `explain (analyze, timing off, format json) ${statement.text}`,
        values: statement.values!,
      });
      await client.query('rollback');
      const name = statement.name!;
      reads.set(name, [...(reads.get(name) ?? []), readsOfWork(rows[0]!['QUERY PLAN'][0].Plan)]);
      return client.query(statement);
    };
    return { repository: new WorkRepository({ query } as unknown as SystemPool, config), reads };
  };
  const takeAll = async (work: DueWork, lanes: Lanes): Promise<ClaimedRow[]> => {
    const taken: ClaimedRow[] = [];
    for (let more = true; more && lanes.freeSlots > 0;) {
      await work.scan();
      const claim = await work.claim(lanes.capacities, crypto.randomUUID(), true, []);
      for (const { lane: id, accountId } of claim.rows) lanes.assign({ id, accountId }, crypto.randomUUID());
      taken.push(...claim.rows);
      more = claim.more;
    }
    return taken;
  };
  const countBy = (rows: readonly ClaimedRow[], key: (row: ClaimedRow) => string): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
    return counts;
  };

  it('reads only the current lanes when thousands have email that is not due', async () => {
    await pending('later', { accounts: 50, lanes: 2_000, minutesAgo: -60 });
    await pending('due', { accounts: 5, lanes: 5, each: 3 });
    await client.query('analyze work');
    const { repository, reads } = explained();
    const rows = await takeAll(new DueWork(repository, config), new Lanes(slots, 32));
    expect(rows).toHaveLength(15);
    // The first claim finds too many lanes and reads none of them.
    expect(Math.max(...reads.get('claim')!)).toBeLessThanOrEqual(100);
    expect(Math.max(...reads.get('claim-named')!)).toBeLessThanOrEqual(60);
    expect(Math.max(...reads.get('scan-lanes')!)).toBeLessThanOrEqual(500);
  });

  it('reads twice as many rows as there are slots, when all lanes have much due email', async () => {
    await pending('due', { accounts: 400, lanes: 1_200, each: 8 });
    await client.query('analyze work');
    const { repository, reads } = explained();
    const rows = await takeAll(new DueWork(repository, config), new Lanes(slots, 32));
    expect(rows).toHaveLength(slots);
    expect(Math.max(...Object.values(countBy(rows, ({ accountId }) => accountId)))).toBe(1);
    expect(Math.max(...reads.get('claim')!)).toBeLessThanOrEqual(100);
    // The plan reads lanes, locks candidates and updates claimed rows: of each at most twice the number of slots.
    expect(Math.max(...reads.get('claim-named')!)).toBeLessThanOrEqual(8 * slots);
  });

  it('reads only what it claims, when one lane has tens of thousands due', async () => {
    await pending('due', { each: 50_000 });
    await client.query('analyze work, messages');
    const { repository, reads } = explained();
    const { rows } = await repository.claim(new Lanes(slots, 32).capacities, crypto.randomUUID(), true);
    expect(rows).toHaveLength(slots / 2);
    expect(Math.max(...reads.get('claim')!)).toBeLessThanOrEqual(4 * slots);
  });

  it('continues with other lanes when the email of the current ones was deleted', async () => {
    await pending('gone', { accounts: 300, lanes: 300, minutesAgo: 120 });
    await pending('left', { accounts: 2, lanes: 2, each: 2 });
    const repository = new WorkRepository(client as unknown as SystemPool, config);
    const work = new DueWork(repository, config);
    await work.claim(new Lanes(slots, 32).capacities, crypto.randomUUID(), true, []);
    await work.scan();
    await client.query(`delete from work where lane like 'gone%'`);
    const rows = await takeAll(work, new Lanes(slots, 32));
    expect(countBy(rows, ({ accountId }) => accountId)).toEqual({ left0: 2, left1: 2 });
  });

  it('claims the backlog of its process regardless of the last scan', async () => {
    await pending('later', { accounts: 300, lanes: 300, minutesAgo: -60 });
    const work = new DueWork(new WorkRepository(client as unknown as SystemPool, config), config);
    expect(await takeAll(work, new Lanes(slots, 32))).toEqual([]);
    await pending('new', {});
    const { capacities } = new Lanes(slots, 32);
    const { rows } = await work.claim(capacities, crypto.randomUUID(), true, [{ id: 'new_1', accountId: 'new0' }]);
    expect(rows.map(({ lane }) => lane)).toEqual(['new_1']);
  });

  it('claims the same rows from the current lanes as from all lanes', async () => {
    await pending('acme', { lanes: 20, each: 9, minutesAgo: 90 });
    await pending('globex', { accounts: 10, lanes: 30, each: 5 });
    await pending('initech', { accounts: 20, lanes: 20, each: 40, minutesAgo: 2 });
    await pending('later', { accounts: 100, lanes: 100, minutesAgo: -60 });
    await client.query(`update work set lane = lane || ':drip' where message_id like 'log\\_acme%5'`);
    const repository = new WorkRepository(client as unknown as SystemPool, config);
    const lanes = new Lanes(slots, 32);
    const ids = (rows: readonly ClaimedRow[]): string[] => rows.map(({ id }) => id).toSorted();
    const claim = jest.spyOn(repository, 'claim');
    for (let round = 0; round < 3; round++) {
      const { capacities } = lanes;
      const work = new DueWork(repository, config);
      expect((await work.claim(capacities, crypto.randomUUID(), true, [])).rows).toEqual([]);
      await work.scan();
      await client.query('begin');
      const among = await work.claim(capacities, crypto.randomUUID(), true, []);
      await client.query('rollback');
      const named = claim.mock.lastCall![0].perLane;
      const due = (await repository.scan('', 500)).filter((lane) => lane.due);
      const perLane = new Map(
        due.map(({ id }) => [id, capacities.perLane.get(id) ?? { free: capacities.otherwise, inUse: 0 }]),
      );
      const all = await repository.claim({ ...capacities, perLane }, crypto.randomUUID(), true, true);
      expect(ids(among.rows)).toEqual(ids(all.rows));
      if (round > 0) expect(named.size).toBeLessThan(due.length);
      // Release some slots, so that lanes hold different numbers of them.
      const held = all.rows.map(({ lane: id, accountId }) => lanes.assign({ id, accountId }, crypto.randomUUID()));
      held.filter((_slot, n) => n % 3 > 0).forEach((slot) => slot.release());
    }
  });
});
