import { describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import type { DeliveryConfig } from '../config.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { Lane } from '../esp-accounts/lane.js';
import type { LaneCapacity } from './lanes.js';
import { Dispatcher } from './dispatcher.js';
import { Lanes } from './lanes.js';

/** A lane with its own account, unless `accountId` is set. */
const lane = (id: string, accountId = `account of ${id}`): Lane => ({ id, accountId });
const freeIn = (capacities: ReadonlyMap<string, LaneCapacity>) =>
  Object.fromEntries([...capacities].map(([id, { free }]) => [id, free]));

describe('Lanes', () => {
  it('limits the slots of a lane, and leaves slots for others', () => {
    const lanes = new Lanes(8, 2);
    expect(
      [lanes.reserve(lane('slow')), lanes.reserve(lane('slow')), lanes.reserve(lane('slow'))].map(Boolean),
    ).toEqual([true, true, false]);
    expect(lanes.reserve(lane('other'))).toBeDefined();
  });

  it('limits the slots in total', () => {
    const lanes = new Lanes(3, 2);
    for (const id of ['a', 'b', 'c']) lanes.reserve(lane(id));
    expect(lanes.freeSlots).toBe(0);
    expect(lanes.reserve(lane('d'))).toBeUndefined();
  });

  it.each([1, 2, 3, 7])('leaves an equal share free when %d accounts are stuck', (hanging) => {
    const lanes = new Lanes(64, 64);
    const names = Array.from({ length: hanging }, (_each, n) => `hanging-${n}`);
    for (let round = 0; round < 64; round++) for (const name of names) lanes.reserve(lane(name));
    const share = 64 / (hanging + 1);
    expect(lanes.freeSlots).toBeGreaterThanOrEqual(Math.floor(share));
    expect(lanes.capacityOf(lane('healthy'))).toBeGreaterThanOrEqual(Math.floor(share / 2));
  });

  it.each([
    [1, 90],
    [1, 7],
    [2, 30],
    [3, 7],
  ])(
    'leaves an equal share to others, and half of that free, when %d accounts with %d lanes each are stuck',
    (accounts, each) => {
      const lanes = new Lanes(64, 64);
      for (let round = 0; round < 64; round++)
        for (let n = 0; n < accounts * each; n++) lanes.reserve(lane(`hanging-${n}`, `account-${n % accounts}`));
      const maxHeld = (2 * 64) / (2 * accounts + 1);
      for (const { inUse } of lanes.capacities.perAccount.values())
        expect(inUse).toBeLessThanOrEqual(Math.ceil(maxHeld));
      expect(lanes.freeSlots).toBeGreaterThanOrEqual(Math.floor(maxHeld / 2));
      expect(lanes.capacityOf(lane('healthy'))).toBeGreaterThanOrEqual(Math.floor(maxHeld / 4));
    },
  );

  it('leaves slots of an account for its other lanes', () => {
    const lanes = new Lanes(64, 64);
    for (let n = 0; n < 64; n++) lanes.reserve(lane('hanging', 'acme'));
    expect(lanes.freeSlots).toBe(32);
    expect(lanes.capacityOf(lane('healthy', 'acme'))).toBeGreaterThanOrEqual(8);
  });

  it('returns the slots that accounts hold, and forgets accounts without any', () => {
    const lanes = new Lanes(8, 8);
    const slots = [lanes.reserve(lane('a', 'acme')), lanes.reserve(lane('b', 'acme'))];
    expect([...lanes.capacities.perAccount]).toEqual([['acme', { free: 3, inUse: 2 }]]);
    for (const slot of slots) slot?.release();
    expect(lanes.capacities.perAccount.size).toBe(0);
  });

  it('gives the last slot only to a lane that holds none', () => {
    const lanes = new Lanes(2, 2);
    lanes.reserve(lane('hanging'));
    expect(lanes.reserve(lane('hanging'))).toBeUndefined();
    expect(lanes.reserve(lane('healthy'))).toBeDefined();
  });

  it('considers a claim worthwhile when half of a lane is free', () => {
    const lanes = new Lanes(8, 4);
    const slots = Array.from({ length: 4 }, () => lanes.reserve(lane('a')));
    expect(lanes.isWorthClaim(lane('a'))).toBe(false);
    slots[0]?.release();
    expect(lanes.isWorthClaim(lane('a'))).toBe(false);
    slots[1]?.release();
    expect(lanes.isWorthClaim(lane('a'))).toBe(true);
  });

  it('considers a claim of campaign email worthwhile when a quarter is free, unless it is paced', () => {
    const lanes = new Lanes(64, 32);
    const campaign = lane('a:drip', 'acme');
    const slots = Array.from({ length: 32 }, () => lanes.reserve(campaign));
    for (const slot of slots.slice(0, 7)) slot?.release();
    expect(lanes.isWorthClaim(campaign)).toBe(false);
    slots[7]?.release();
    expect(lanes.isWorthClaim(campaign)).toBe(true);
    lanes.reserve(lane('b', 'other'))?.release();
    expect(lanes.isWorthClaim(campaign)).toBe(false);
    for (const slot of slots.slice(8, 30)) slot?.release();
    expect(lanes.isWorthClaim(campaign)).toBe(true);
  });

  it('releases a slot once when release is called repeatedly', () => {
    const released: string[] = [];
    const lanes = new Lanes(4, 2, undefined, ({ id }) => released.push(id));
    const slot = lanes.reserve(lane('a'));
    lanes.reserve(lane('a'));
    slot?.release();
    slot?.release();
    expect(lanes.freeSlots).toBe(3);
    expect(released).toEqual(['a']);
  });

  it('returns the capacity of lanes in use, and forgets idle ones', () => {
    const lanes = new Lanes(8, 2);
    const slot = lanes.reserve(lane('a'));
    lanes.reserve(lane('b'));
    lanes.reserve(lane('b'));
    expect(freeIn(lanes.capacities.perLane)).toEqual({ a: 1, b: 0 });
    slot?.release();
    expect([...lanes.capacities.perLane.keys()]).toEqual(['b']);
  });

  it('gives no slot to a paused account and its campaigns, and returns no capacity for them', () => {
    const lanes = new Lanes(4, 2, {
      getLimit: (id) => (id === 'paused' ? 0 : Infinity),
      limited: ['paused'],
      failing: ['paused'],
    });
    expect(lanes.reserve(lane('paused'))).toBeUndefined();
    expect(lanes.reserve(lane('other'))).toBeDefined();
    expect(lanes.reserve(lane('paused:drip'))).toBeUndefined();
    expect(freeIn(lanes.capacities.perLane)).toEqual({ other: 1, paused: 0, 'paused:drip': 0 });
  });

  it('limits a slow lane, returns its capacity also while it is idle, and does not consider it paused', () => {
    const limits = new LaneLimits({ DELIVERY_LANE_CONCURRENCY: 32 });
    const lanes = new Lanes(64, 32, limits);
    for (let n = 0; n < 32; n++) limits.recordDuration('slow', 30_000);
    expect(freeIn(lanes.capacities.perLane)).toEqual({ slow: 5, 'slow:drip': 5 });
    const slots = Array.from({ length: 6 }, () => lanes.reserve(lane('slow')));
    expect(slots.map(Boolean)).toEqual([true, true, true, true, true, false]);
    expect(lanes.capacityOf(lane('fast'))).toBeGreaterThan(5);
    expect(lanes.paused).toEqual([]);
    for (let n = 0; n < 60; n++) limits.recordDuration('slow', 300);
    expect(lanes.capacityOf(lane('slow'))).toBeGreaterThan(10);
  });

  it('returns no capacity for a lane that holds more slots than its new limit', () => {
    const limits = new LaneLimits({ DELIVERY_LANE_CONCURRENCY: 32 });
    const lanes = new Lanes(64, 32, limits);
    for (let n = 0; n < 20; n++) lanes.reserve(lane('slow'));
    for (let n = 0; n < 20; n++) limits.recordDuration('slow', 45_000);
    expect(lanes.capacities.perLane.get('slow')).toEqual({ free: 0, inUse: 20 });
  });

  it('resolves when no attempt is in progress', async () => {
    const lanes = new Lanes(2, 2);
    await lanes.empty();
    const slot = lanes.reserve(lane('a'));
    const first = Promise.race([
      lanes.empty().then(() => 'empty'),
      new Promise((resolve) => {
        setImmediate(resolve, 'busy');
      }),
    ]);
    expect(await first).toBe('busy');
    slot?.release();
    await expect(lanes.empty()).resolves.toBeUndefined();
  });

  it('shows the current slots in a gauge', async () => {
    const shown = (): Promise<string> => register.getSingleMetricAsString('postrider_attempt_slots');
    const config = { DELIVERY_CONCURRENCY: 64, DELIVERY_LANE_CONCURRENCY: 32 } as DeliveryConfig;
    const none = {} as never;
    const slot = new Dispatcher(none, none, new LaneLimits(config), none, none, config).reserve(lane('a'));
    expect(await shown()).toContain('{state="in_use"} 1\npostrider_attempt_slots{state="free"} 63');
    slot?.release();
    expect(await shown()).toContain('{state="in_use"} 0\npostrider_attempt_slots{state="free"} 64');
  });

  it('gives every slot its own lease token', () => {
    const lanes = new Lanes(4, 2);
    expect(lanes.reserve(lane('a'))?.leaseToken).not.toBe(lanes.reserve(lane('a'))?.leaseToken);
  });
});
