import { deliverySeconds, deliveryTimes, deliveredAfter } from './measures.js';
import { timeToDelivered } from './time-to-delivered.js';

/** The counts of deliveries after these seconds. */
const toCounts = (seconds: readonly number[]): number[] => {
  const counted = seconds.map((each) => deliveredAfter(each * 1000));
  return deliveryTimes.map((time) => counted.reduce((sum, each) => sum + (each[time] ?? 0), 0));
};
const getPercentiles = (seconds: readonly number[]) => timeToDelivered(toCounts(seconds)).time_to_delivered;

describe('the time to delivered', () => {
  it('is absent without deliveries', () => {
    expect(timeToDelivered(toCounts([]))).toEqual({});
    expect(deliveredAfter(undefined)).toEqual({});
  });

  it.each([0, 0.999, 1, 3, 100, 127.999, 128, 131_071])(
    'counts %d seconds in one column with its bounds',
    (seconds) => {
      const place = toCounts([seconds]).indexOf(1);
      expect(toCounts([seconds]).filter((count) => count > 0)).toEqual([1]);
      expect(seconds).toBeLessThan(deliverySeconds[place]!);
      expect(seconds).toBeGreaterThanOrEqual(deliverySeconds[place - 1] ?? 0);
    },
  );

  it('is estimated within the bounds of the column', () => {
    const times = Array.from({ length: 1_000 }, (_each, index) => 1.5 ** ((index * 16) / 1_000));
    const { p50, p95 } = getPercentiles(times)!;
    for (const [estimate, exact] of [
      [p50, times[500]!],
      [p95, times[950]!],
    ] as const) {
      expect(estimate).toBeGreaterThan(exact * 0.8);
      expect(estimate).toBeLessThan(exact * 1.25);
    }
  });

  it('has a longest time', () => {
    expect(getPercentiles([500_000, 900_000])).toEqual({ p50: 130_000, p95: 130_000 });
  });
});
