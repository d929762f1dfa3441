import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { LaneLimits } from './lane-limits.js';

const createLimits = (perLane: number) => new LaneLimits({ DELIVERY_LANE_CONCURRENCY: perLane });
const rejected = { detail: '535 5.7.8 Authentication failed', code: '5.7.8' };
const shown = async (metric: string): Promise<unknown[]> =>
  (await register.getSingleMetric(metric)!.get()).values.map(({ labels, value }) => [labels['esp_account'], value]);

describe('LaneLimits for an ESP account that fails', () => {
  let limits: LaneLimits;
  beforeEach(() => {
    jest.useFakeTimers();
    limits = createLimits(32);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const fail = (times: number, lane = 'broken'): void => {
    for (let n = 0; n < times; n++) limits.recordFailure(lane, rejected);
  };

  it('does not limit it before five failures in a row', () => {
    fail(4);
    limits.recordSuccess('broken');
    fail(4);
    expect(limits.getLimit('broken')).toBe(Infinity);
    fail(1);
    expect([limits.getLimit('broken'), limits.getLimit('other')]).toEqual([0, Infinity]);
    expect([limits.limited, limits.failing]).toEqual([['broken'], ['broken']]);
  });

  it('allows one attempt at a time after the pause, and all after a success', () => {
    fail(5);
    const until = Date.now() + 5_000;
    expect(limits.pausedUntil('broken')).toBe(until);
    jest.setSystemTime(until - 1);
    expect(limits.getLimit('broken')).toBe(0);
    jest.setSystemTime(until);
    expect([limits.getLimit('broken'), limits.pausedUntil('broken')]).toEqual([1, undefined]);
    limits.recordSuccess('broken');
    expect([limits.getLimit('broken'), limits.limited]).toEqual([Infinity, []]);
  });

  it('shows the last failure while it is limited', () => {
    fail(4);
    expect(limits.getError('broken')).toBeUndefined();
    fail(1);
    expect(limits.getError('broken')).toEqual({
      message: rejected.detail,
      code: '5.7.8',
      at: Math.floor(Date.now() / 1000),
    });
    limits.recordSuccess('broken');
    expect(limits.getError('broken')).toBeUndefined();
  });

  it('ends the pause once for each request to retry that comes during it', () => {
    fail(5);
    const limitAfter = (retriedAt: number): number => {
      limits.applyRetry('broken', retriedAt);
      return limits.getLimit('broken');
    };
    expect([limitAfter(100), limitAfter(200), limits.failing]).toEqual([0, Infinity, []]);
    fail(1);
    expect([limitAfter(200), limitAfter(300)]).toEqual([0, Infinity]);
  });

  it('doubles the pause with every failed attempt, up to fifteen minutes', () => {
    fail(5);
    for (const pause of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      jest.advanceTimersByTime(pause * 1_000 - 1);
      expect(limits.getLimit('broken')).toBe(0);
      jest.advanceTimersByTime(1);
      expect(limits.getLimit('broken')).toBe(1);
      fail(1);
    }
  });

  it('forgets it after an hour without an attempt, and shows no pause then', async () => {
    fail(5, 'deleted');
    expect(await shown('postrider_breaker_open')).toContainEqual(['deleted', 1]);
    jest.advanceTimersByTime(60 * 60_000 - 1);
    expect(limits.failing).toEqual(['deleted']);
    jest.advanceTimersByTime(1);
    expect(limits.failing).toEqual([]);
    expect(await shown('postrider_breaker_open')).not.toContainEqual(['deleted', 1]);
  });

  it('does not extend the pause for attempts that were in flight when it started', () => {
    fail(20);
    jest.advanceTimersByTime(5_000);
    expect(limits.getLimit('broken')).toBe(1);
  });
});

describe('LaneLimits for an ESP account that is slow', () => {
  const max = 32;
  let limits: LaneLimits;
  beforeEach(() => {
    limits = createLimits(max);
  });
  const take = (times: number, seconds: number, lane = 'slow'): void => {
    for (let n = 0; n < times; n++) limits.recordDuration(lane, seconds * 1000);
  };

  it('allows all slots while attempts take less than five seconds', () => {
    for (const seconds of [0.3, 4.9, 1, 4.9]) take(100, seconds);
    expect([limits.getLimit('slow'), limits.limited]).toEqual([Infinity, []]);
  });

  it.each([
    [10, 16],
    [15, 10],
    [30, 5],
    [45, 4],
    [600, 4],
  ])('for attempts of %d s allows %d slots', (seconds, slots) => {
    take(max, seconds);
    expect([limits.getLimit('slow'), limits.getLimit('other')]).toEqual([slots, Infinity]);
    expect([limits.limited, limits.failing]).toEqual([['slow'], []]);
  });

  it('allows at most DELIVERY_LANE_CONCURRENCY', () => {
    limits = createLimits(2);
    take(20, 45);
    expect(limits.getLimit('slow')).toBe(2);
  });

  it('reduces the slots only a little after one slow attempt', () => {
    take(1, 30);
    expect(limits.getLimit('slow')).toBeGreaterThanOrEqual(26);
    take(8, 0.3);
    expect(limits.getLimit('slow')).toBe(Infinity);
  });

  it('adds one slot after each fast attempt, and forgets it in the end', () => {
    take(max, 30);
    take(9, 0.3);
    expect(limits.getLimit('slow')).toBeLessThanOrEqual(14);
    const seen: number[] = [];
    for (let n = 0; n < max && limits.getLimit('slow') !== Infinity; n++) {
      seen.push(limits.getLimit('slow'));
      take(1, 0.3);
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_each, n) => seen[0]! + n));
    expect(seen.at(-1)).toBe(max - 1);
    expect(limits.limited).toEqual([]);
  });

  it('reduces the slots also when every second attempt is slow', () => {
    take(max, 30);
    for (let n = 0; n < 50; n++) {
      take(1, 30);
      take(1, 1);
    }
    expect(limits.getLimit('slow')).toBeLessThanOrEqual(12);
  });

  it('forgets it when it was changed', () => {
    take(max, 30);
    limits.delete('slow');
    expect(limits.getLimit('slow')).toBe(Infinity);
  });

  it('shows its slots in a gauge', async () => {
    take(max, 30, 'shown');
    expect(await shown('postrider_lane_slots')).toContainEqual(['shown', 5]);
    take(max * 2, 0.3, 'shown');
    expect(await shown('postrider_lane_slots')).not.toContainEqual(['shown', expect.anything()]);
  });

  it('remembers the last 500 slow accounts', () => {
    for (let n = 0; n < 600; n++) take(5, 30, `lane-${n}`);
    expect(limits.limited).toHaveLength(500);
    expect(limits.getLimit('lane-0')).toBe(Infinity);
    expect(limits.getLimit('lane-599')).toBeLessThan(max);
  });
});
