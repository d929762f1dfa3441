import { jest } from '@jest/globals';
import { toDripLane, toLane } from '../esp-accounts/lane.js';
import { DueWork } from './due-work.js';
import type { Capacities } from './lanes.js';
import { Lanes } from './lanes.js';
import type { Claim, ClaimedRow, DueLane, WorkRepository } from './work.repository.js';

const ordinary = toLane('acme', 'esp_1', false);
const campaign = toDripLane(ordinary);
const token = crypto.randomUUID();

describe('DueWork', () => {
  /** Whether another claim follows immediately after these rows, when campaigns may start `campaigns` emails. */
  const more = async (lanes: readonly string[], campaigns: number): Promise<boolean> => {
    const rows = lanes.map((lane) => ({ lane }) as ClaimedRow);
    const repository = { claim: async (): Promise<Claim> => ({ rows, tooMany: false }) } as Partial<WorkRepository>;
    const work = new DueWork(repository as WorkRepository, { POLL_MS: 500 });
    return (await work.claim({ ...new Lanes(64, 32).capacities, campaigns }, token, true, [])).more;
  };

  it('claims again immediately after a claim with rows, except when only paced campaign email is due', async () => {
    expect(await more([], 12)).toBe(false);
    expect(await more([ordinary.id], 12)).toBe(true);
    expect(await more([campaign.id, ordinary.id], 2)).toBe(true);
    expect(await more([campaign.id, campaign.id], 2)).toBe(false);
    expect(await more([campaign.id], 2)).toBe(true);
    expect(await more([campaign.id, campaign.id], 64)).toBe(true);
  });
});

describe('DueWork with more lanes than a claim reads', () => {
  const capacities: Capacities = { total: 4, perAccount: new Map(), perLane: new Map(), otherwise: 4, campaigns: 4 };
  /** A lane of the account named by its first letter. */
  const lane = (id: string, more: Partial<DueLane> = {}): DueLane => ({
    id,
    accountId: id[0]!,
    dueForMs: 1_000,
    rate: null,
    tokens: null,
    ...more,
  });
  const row = (id: string, seen: number, cut = false) => ({ lane: id, accountId: id[0]!, seen, cut }) as ClaimedRow;

  /**
   * A function that claims `rows` after a scan found these lanes, and returns the `named` lanes that the claim read.
   */
  const scanned = async (lanes: readonly DueLane[]) => {
    let named: readonly string[] = [];
    let claimed: Claim = { rows: [], tooMany: true };
    const repository: Partial<WorkRepository> = {
      claim: async ({ perLane }) => {
        named = [...perLane.keys()].toSorted();
        return claimed;
      },
      scan: async () => lanes.map((each) => ({ ...each, due: true, position: 100 })),
    };
    const work = new DueWork(repository as WorkRepository, { POLL_MS: 500 });
    await work.claim(capacities, token, true, []);
    await work.scan();
    return async (within: Partial<Capacities> = {}, rows: ClaimedRow[] = [], backlog = [] as DueLane[]) => {
      claimed = { rows, tooMany: false };
      named = [];
      const taken = await work.claim({ ...capacities, ...within }, token, true, backlog);
      return { ...taken, named };
    };
  };

  it('returns lanes of each account in turn, also when another has many', async () => {
    const many = Array.from({ length: 50 }, (_each, n) => lane(`a${n}`, { dueForMs: 9_000 }));
    const { named } = await (await scanned([...many, lane('b0'), lane('b1'), lane('c0')]))();
    expect(named.filter((id) => !id.startsWith('a'))).toEqual(['b0', 'b1', 'c0']);
    expect(named.length).toBeLessThanOrEqual(8);
    const all = Array.from({ length: 999 }, (_each, n) => lane(`${n}`, { accountId: `${n}` }));
    expect((await (await scanned(all))({ total: 999 })).named).toHaveLength(256);
  });

  it('names lanes of the accounts and lanes first that hold the fewest slots', async () => {
    const take = await scanned([lane('a0', { dueForMs: 9_000 }), lane('a1'), lane('b0'), lane('c0')]);
    const perAccount = new Map([
      ['a', { free: 4, inUse: 1 }],
      ['b', { free: 4, inUse: 2 }],
    ]);
    const perLane = new Map([['a0', { free: 4, inUse: 1 }]]);
    expect((await take({ total: 1, perAccount, perLane })).named).toEqual(['a1', 'c0']);
  });

  it.each<[string, Partial<Capacities>]>([
    ['an account has no room', { perAccount: new Map([['a', { free: 0, inUse: 3 }]]) }],
    ['it is paused', { perLane: new Map([['a0:drip', { free: 0, inUse: 0 }]]) }],
    ['there is no room for campaigns', { campaigns: 0 }],
  ])('does not name a lane when %s', async (_why, within) => {
    const take = await scanned([lane('a0:drip'), lane('b0')]);
    expect((await take(within)).named).toEqual(['b0']);
  });

  it('names the lane of a rate-limited ESP account when it has a token', async () => {
    jest.useFakeTimers();
    try {
      const take = await scanned([lane('a0', { rate: 2, tokens: 0.5 })]);
      expect((await take()).named).toEqual([]);
      jest.advanceTimersByTime(250);
      // No row was claimed: the token was used elsewhere, or there is no email left.
      expect(await take()).toMatchObject({ named: ['a0'], more: false });
      expect((await take()).named).toEqual([]);
      jest.advanceTimersByTime(500);
      expect((await take()).named).toEqual(['a0']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not name a lane again that a claim emptied', async () => {
    const take = await scanned(['a0', 'b0', 'c0', 'd0'].map((id) => lane(id)));
    const found = await take({}, [row('a0', 2), row('b0', 2), row('b0', 2), row('c0', 1)]);
    expect(found.more).toBe(true);
    expect(['a', 'b', 'c', 'd'].map((id) => found.isEmpty(lane(`${id}0`)))).toEqual([false, false, true, true]);
    expect((await take()).named).toEqual(['a0', 'b0']);
  });

  it('names a lane again that was skipped in favour of others', async () => {
    const take = await scanned([lane('a0'), lane('b0')]);
    await take({}, [row('b0', 1, true)]);
    expect((await take()).named).toEqual(['a0']);
  });

  it('returns lanes of the backlog regardless of the scan', async () => {
    const take = await scanned([lane('a0')]);
    expect((await take({}, [], [lane('a0'), lane('b0')])).named).toEqual(['a0', 'b0']);
  });
});
