import { maxBuckets } from '@postrider/contracts';
import { toRange } from './buckets.js';

const noon = Date.UTC(2026, 10, 22, 12) / 1000;
const midnight = Date.UTC(2026, 10, 22) / 1000;
const [hour, day] = [3_600, 86_400];

describe('toRange', () => {
  it.each([
    [{}, { period: 'day', from: midnight - 29 * day, to: midnight + day }],
    [{ by: 'hour' as const }, { period: 'hour', from: noon - 48 * hour, to: noon }],
    [
      { from: noon - 1, to: noon },
      { period: 'day', from: midnight, to: midnight + day },
    ],
    [
      { from: noon - 1, to: noon, by: 'hour' as const },
      { period: 'hour', from: noon - hour, to: noon },
    ],
    [
      { from: noon, to: noon + 1, by: 'hour' as const },
      { period: 'hour', from: noon, to: noon + hour },
    ],
    [
      { from: midnight - day, to: midnight },
      { period: 'day', from: midnight - day, to: midnight },
    ],
    [{ to: 10 }, { period: 'day', from: 0, to: day }],
    [{ from: noon - 10 * day }, { period: 'day', from: midnight - 10 * day, to: midnight + day }],
  ])('returns whole days or hours: %j', (query, range) => {
    expect(toRange(query, noon)).toMatchObject({ by: range.period, ...range });
  });

  it.each([
    [{ from: noon, to: noon }, 'must be before to, or before now'],
    [{ from: noon + 1 }, 'must be before to, or before now'],
    [{ from: 0 }, 'must be at most 750 days before to'],
    [{ from: noon - 32 * day, by: 'hour' as const }, 'must be at most 750 hours before to'],
    [
      { from: noon - 100 * day, to: noon - 99 * day, by: 'hour' as const },
      'must be within the last 93 days; older statistics are only available by UTC day',
    ],
    [
      { from: noon - 100 * day, to: noon - 90 * day, time_zone: 'Asia/Tokyo' },
      'must be within the last 93 days; older statistics are only available by UTC day',
    ],
    [{ from: noon - 31 * day - 1, time_zone: 'Asia/Tokyo' }, 'must be at most 31 days before to when time_zone is set'],
    [{ from: noon + 1, time_zone: 'Asia/Tokyo' }, 'must be before to, or before now'],
  ])('rejects ranges beyond the limits: %j', (query, message) => {
    expect(() => toRange(query, noon)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [{ field: 'from', message }] }) as Error,
    );
  });

  it('sums up days of a time zone from hours', () => {
    const tokyo = { by: 'day', period: 'hour' };
    const midnightThere = midnight - 9 * hour;
    expect(toRange({ time_zone: 'Asia/Tokyo' }, noon)).toMatchObject({
      ...tokyo,
      from: midnightThere - 29 * day,
      to: midnightThere + day,
    });
    expect(toRange({ from: noon - day, to: midnightThere + 1, time_zone: 'Asia/Tokyo' }, noon)).toEqual({
      ...tokyo,
      from: midnightThere - day,
      to: midnightThere + day,
      starts: [midnightThere - day, midnightThere],
    });
    const hours = { by: 'hour' as const, from: noon - hour, to: noon };
    expect(toRange({ ...hours, time_zone: 'Asia/Tokyo' }, noon)).toEqual(toRange(hours, noon));
  });

  it('contains every bucket, up to the maximum', () => {
    const range = toRange({ from: midnight - (maxBuckets - 1) * day, to: noon }, noon);
    expect(range.starts).toHaveLength(maxBuckets);
    expect([range.starts[0], range.starts.at(-1)]).toEqual([midnight - (maxBuckets - 1) * day, midnight]);
  });
});
