import { beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import type { DeliveryConfig } from '../config.js';
import { LanePace } from './lane-pace.js';

describe('LanePace', () => {
  const most = 32;
  let pace: LanePace;
  beforeEach(() => {
    pace = paceOf(most);
  });
  const paceOf = (perLane: number) => new LanePace({ DELIVERY_LANE_CONCURRENCY: perLane } as DeliveryConfig);
  const take = (times: number, seconds: number, lane = 'slow'): void => {
    for (let n = 0; n < times; n++) pace.took(lane, seconds * 1000);
  };

  it('leaves lanes alone whose attempts take less than five seconds', () => {
    for (const seconds of [0.3, 4.9, 1, 4.9]) take(100, seconds);
    expect(pace.limitOf('slow')).toBe(Infinity);
    expect(pace.limited).toEqual([]);
  });

  it.each([
    [10, 16],
    [15, 10],
    [30, 5],
    [45, 4],
    [600, 4],
  ])('gives a lane whose attempts take %d s only %d slots', (seconds, slots) => {
    take(most, seconds);
    expect(pace.limitOf('slow')).toBe(slots);
    expect(pace.limited).toEqual(['slow']);
  });

  it('never gives a lane more than DELIVERY_LANE_CONCURRENCY for being slow', () => {
    pace = paceOf(2);
    take(20, 45);
    expect(pace.limitOf('slow')).toBe(2);
  });

  it('hardly minds one attempt that was slow', () => {
    take(1, 30);
    expect(pace.limitOf('slow')).toBeGreaterThanOrEqual(26);
    take(8, 0.3);
    expect(pace.limitOf('slow')).toBe(Infinity);
  });

  it('lets a lane that is fast again grow by one with each attempt, and then forgets it', () => {
    take(most, 30);
    take(9, 0.3);
    expect(pace.limitOf('slow')).toBeLessThanOrEqual(14);
    const limits: number[] = [];
    for (let n = 0; n < most && pace.limitOf('slow') !== Infinity; n++) {
      limits.push(pace.limitOf('slow'));
      take(1, 0.3);
    }
    expect(limits).toEqual(Array.from({ length: limits.length }, (_each, n) => limits[0]! + n));
    expect(limits.at(-1)).toBe(most - 1);
    expect(pace.limited).toEqual([]);
  });

  it('keeps a lane small that is slow now and then', () => {
    take(most, 30);
    for (let n = 0; n < 50; n++) {
      take(1, 30);
      take(1, 1);
    }
    expect(pace.limitOf('slow')).toBeLessThanOrEqual(12);
  });

  it('keeps other lanes out of it', () => {
    take(most, 30);
    expect(pace.limitOf('other')).toBe(Infinity);
  });

  it('forgets what was learned of an account that changed', () => {
    take(most, 30);
    pace.forget('slow');
    expect(pace.limitOf('slow')).toBe(Infinity);
  });

  it('shows the operator how many slots each slow lane has', async () => {
    const shown = async (): Promise<unknown> =>
      (await register.getSingleMetric('postrider_lane_slots')?.get())?.values.map(({ labels, value }) => [
        labels.esp_account,
        value,
      ]);
    take(most, 30, 'shown');
    expect(await shown()).toContainEqual(['shown', 5]);
    take(most * 2, 0.3, 'shown');
    expect(await shown()).not.toContainEqual(['shown', expect.anything()]);
  });

  it('remembers a bounded number of lanes, those that were slow last', () => {
    for (let n = 0; n < 600; n++) take(5, 30, `lane-${n}`);
    expect(pace.limited).toHaveLength(500);
    expect(pace.limitOf('lane-0')).toBe(Infinity);
    expect(pace.limitOf('lane-599')).toBeLessThan(most);
  });
});
