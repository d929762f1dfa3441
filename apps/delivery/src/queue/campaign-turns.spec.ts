import { toDripLane } from '../esp-accounts/lane.js';
import type { Clock } from './campaign-turns.js';
import { CampaignTurns } from './campaign-turns.js';
import { Lanes } from './lanes.js';

const ordinary = { id: 'builtin:acme', accountId: 'acme' };
const campaign = toDripLane(ordinary);

/** A fake clock with an event loop utilization of `share`. */
function processAt(share: () => number, maxWaiting = 16) {
  let at = 0;
  let timers: { at: number; work: () => void }[] = [];
  const clock: Clock = {
    now: () => at,
    utilization: (since) => ({ idle: 0, active: 0, utilization: since ? share() : 0 }),
    after: (ms, work) => {
      const timer = { at: at + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const turns = new CampaignTurns(maxWaiting, clock);
  const passes = (ms: number): void => {
    for (const end = at + ms; at < end;) {
      const [next] = timers.toSorted((one, other) => one.at - other.at);
      // Rounding may make a timer due slightly too early; it is then set again.
      at = Math.max(at, Math.min(next?.at ?? end, end)) + 1e-9;
      const due = timers.filter((timer) => timer.at <= at);
      timers = timers.filter((timer) => timer.at > at);
      for (const { work } of due) work();
    }
  };
  const later = (ms: number, work: () => void): void => void clock.after(ms, work);
  /** Start times of campaign emails. */
  const starts: number[] = [];
  let claims = 0;
  /** Claims as much as there is room for, at most a thousand; each email ends `takesMs` after its start. */
  const claim = (takesMs: number): void => {
    const count = Math.min(turns.freeSlots, 1_000);
    if (count > 0) claims++;
    for (let n = 0; n < count; n++) turns.acquired(campaign.id);
    for (let n = 0; n < count; n++)
      turns.begin(() => {
        starts.push(at);
        later(takesMs, () => turns.released());
      });
  };
  /**
   * Runs for a number of milliseconds with an ordinary email of `mailTakesMs` every `mailEveryMs`, and a claim every
   * 100 ms. Returns how many campaign emails started.
   */
  const runs = (ms: number, { mailEveryMs = 40, mailTakesMs = 15, takesMs = 10 } = {}): number => {
    const before = starts.length;
    for (let passed = 0; passed < ms; passed += 20) {
      if (passed % mailEveryMs === 0) {
        turns.acquired(ordinary.id);
        later(mailTakesMs, () => turns.released());
      }
      if (passed % 100 === 0) claim(takesMs);
      passes(20);
    }
    return starts.length - before;
  };
  return { turns, clock, passes, starts, claim, runs, claims: () => claims };
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((time, index) => time - times[index]!);

describe('CampaignTurns', () => {
  it('starts campaign email immediately while no other email is sent, and again 5 s after the last one', () => {
    const { turns, starts, claim, runs, passes } = processAt(() => 1);
    expect(turns.freeSlots).toBe(Infinity);
    claim(10);
    expect(starts).toHaveLength(1_000);
    passes(100);
    runs(1_000);
    expect(turns.limited).toBe(true);
    expect(turns.freeSlots).toBeLessThan(Infinity);
    passes(5_100);
    expect(turns.freeSlots).toBe(Infinity);
    const before = starts.length;
    claim(10);
    expect(starts.length - before).toBe(1_000);
  });

  it('starts twenty emails a second when the process is busy, with pauses in between', () => {
    const { starts, runs } = processAt(() => 0.9);
    runs(1_000);
    const since = starts.length;
    const count = runs(60_000);
    expect(count).toBeGreaterThan(1_180);
    expect(count).toBeLessThan(1_220);
    expect(Math.min(...gaps(starts.slice(since)))).toBeGreaterThanOrEqual(25);
    expect(Math.max(...gaps(starts.slice(since)))).toBeLessThanOrEqual(100);
  });

  it('starts twenty a second also while other email is always in flight, and when campaign email is slow', () => {
    for (const takes of [{ mailTakesMs: 300 }, { takesMs: 2_000 }]) {
      const { runs } = processAt(() => 0.9);
      runs(1_000, takes);
      const count = runs(60_000, takes);
      expect(count).toBeGreaterThan(1_180);
      expect(count).toBeLessThan(1_220);
    }
  });

  it('starts email in gaps between other emails', () => {
    const { turns, starts, claim, passes } = processAt(() => 0.9);
    turns.acquired(ordinary.id);
    claim(10);
    passes(30);
    expect(starts).toEqual([]);
    turns.released();
    expect(starts.map(Math.round)).toEqual([30]);
    passes(60);
    expect(starts).toHaveLength(2);
  });

  it('waits for at most one turn without a gap', () => {
    const { turns, starts, claim, passes } = processAt(() => 0.9);
    turns.acquired(ordinary.id);
    claim(10);
    passes(201);
    expect(starts.map(Math.round)).toEqual([50, 100, 150, 200]);
  });

  it('has several emails claimed at a time rather than each', () => {
    const { runs, claims } = processAt(() => 0.9);
    runs(1_000);
    const before = claims();
    runs(60_000);
    expect(claims() - before).toBeLessThanOrEqual(150);
  });

  it('starts email at a rate that leaves the process idle enough', () => {
    let rate = 0;
    const { runs } = processAt(() => rate / 250);
    for (let second = 0; second < 120; second += 1) rate = runs(1_000);
    expect(rate).toBeGreaterThan(35);
    expect(rate).toBeLessThan(60);
  });

  it('starts all email when the process stops', () => {
    const { turns, starts, claim } = processAt(() => 0.9);
    turns.acquired(ordinary.id);
    claim(10);
    expect(starts).toEqual([]);
    turns.beginAll();
    expect(starts).toHaveLength(12);
  });

  it('starts email without a limit after other email has stopped', () => {
    const { turns, starts, claim, passes } = processAt(() => 0.9);
    turns.acquired(ordinary.id);
    passes(4_990);
    claim(10);
    turns.released();
    passes(40);
    expect(starts).toHaveLength(12);
  });

  it('limits waiting email to a quarter of the slots, in all lanes together, without counting other email', () => {
    const { turns, clock } = processAt(() => 1);
    turns.acquired(ordinary.id);
    const lanes = new Lanes(16, 8, undefined, undefined, new CampaignTurns(4, clock));
    const own = lanes.assign(ordinary, 'token');
    expect(lanes.capacityOf(campaign)).toBe(4);
    for (let n = 0; n < 4; n++) {
      lanes.assign(campaign, 'token');
      lanes.campaigns.begin(() => {});
    }
    expect([lanes.capacityOf(campaign), lanes.capacityOf(toDripLane({ id: 'esp_1', accountId: 'other' }))]).toEqual([
      0, 0,
    ]);
    expect(lanes.capacities.campaigns).toBe(0);
    expect(lanes.capacityOf(ordinary)).toBeGreaterThan(2);
    own.release();
    expect(new Lanes(64, 32).campaigns.freeSlots).toBe(Infinity);
  });
});
