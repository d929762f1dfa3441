import type { Figures } from './figures.js';
import { isPositive, toPoints, toTiles } from './figures.js';

const once = (unique: number) => ({ unique, total: unique });
const none = once(0);
const nothing: Figures = {
  sent: 0,
  refused: 0,
  delivered: none,
  opened: none,
  clicked: none,
  bounced: none,
  complaints: none,
  unsubscribes: none,
  conversions: none,
  revenue: 0,
};
const figures = (given: Partial<Figures>): Figures => ({ ...nothing, ...given });
const getTile = (measure: string, current: Figures, before = nothing) =>
  toTiles(current, before).find((tile) => tile.measure === measure)!;

describe('the figures of a period', () => {
  it('compare counts with counts, and rates with rates', () => {
    const before = figures({ sent: 100, delivered: once(90), bounced: once(10) });
    const twice = figures({ sent: 200, delivered: once(180), bounced: once(20) });
    expect(getTile('sent', twice, before)).toMatchObject({ value: 200, rate: undefined, change: 1 });
    const bounced = getTile('bounced', twice, before);
    expect(bounced).toMatchObject({ value: 20, rate: 0.1, change: 0 });
    expect(isPositive(bounced)).toBeUndefined();
    const worse = getTile('bounced', figures({ sent: 100, bounced: once(15) }), before);
    expect([worse.rate, worse.change!.toFixed(2), isPositive(worse)]).toEqual([0.15, '0.05', false]);
  });

  it('include email rejected at SMTP in the base of the bounce rate', () => {
    expect(getTile('bounced', figures({ sent: 1, refused: 3, bounced: once(3) })).rate).toBe(0.75);
    expect(getTile('bounced', figures({ sent: 0, refused: 3, bounced: once(3) })).rate).toBe(1);
    expect(getTile('bounced', figures({ sent: 1, bounced: once(3) })).rate).toBe(1);
    expect(getTile('bounced', figures({ sent: 10 })).rate).toBe(0);
  });

  it('have a delivery rate of the emails with a reported outcome', () => {
    expect(
      getTile('delivered', figures({ sent: 1_000, refused: 5, delivered: once(9), bounced: once(6) })),
    ).toMatchObject({
      value: 9,
      rate: 0.9,
      base: 10,
    });
  });

  it.each(['delivered', 'opened', 'clicked'])('have no rate of %s without reports', (measure) => {
    expect(getTile(measure, figures({ sent: 10, refused: 2, bounced: once(2) }))).toMatchObject({
      rate: undefined,
      isReported: false,
      change: undefined,
    });
  });

  it('have no rates when nothing was sent', () => {
    expect(toTiles(nothing, nothing).map(({ rate, isReported }) => [rate, isReported])).toEqual(
      Array.from({ length: 5 }, () => [undefined, true]),
    );
  });
});

describe('the points of a chart', () => {
  const buildBuckets = (count: number) =>
    Array.from({ length: count }, (_, day) => ({ begins: day * 86_400, ...figures({ sent: 1, opened: once(day) }) }));

  it('are the hours and days', () => {
    for (const [by, count] of [
      ['hour', 750],
      ['day', 90],
    ] as const) {
      const { step, points } = toPoints({ by, buckets: buildBuckets(count) });
      expect([step, points.length, points[2]]).toEqual([by, count, { begins: 172_800, values: [1, 0, 2, 0, 0] }]);
    }
  });

  it('are whole weeks up to the last day of a long time', () => {
    const { step, points } = toPoints({ by: 'day', buckets: buildBuckets(365) });
    expect([step, points.length]).toEqual(['week', 52]);
    expect(points[0]).toEqual({ begins: 86_400, values: [7, 0, 1 + 2 + 3 + 4 + 5 + 6 + 7, 0, 0] });
    expect(points.at(-1)).toMatchObject({ begins: 358 * 86_400 });
  });
});
