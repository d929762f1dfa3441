import { maxBuckets } from '@postrider/contracts';
import { bucketsOf, rangeOf } from './buckets.js';

const noon = Date.UTC(2026, 10, 22, 12) / 1000;
const midnight = Date.UTC(2026, 10, 22) / 1000;
const [hour, day] = [3_600, 86_400];

describe('the time that figures are of', () => {
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
  ])('is whole days or hours: %j', (query, range) => {
    expect(rangeOf(query, noon)).toEqual(range);
  });

  it.each([
    [{ from: noon, to: noon }, 'must be before to, or before now'],
    [{ from: noon + 1 }, 'must be before to, or before now'],
    [{ from: 0 }, 'must be at most 750 days before to'],
    [{ from: noon - 32 * day, by: 'hour' as const }, 'must be at most 750 hours before to'],
    [
      { from: noon - 100 * day, to: noon - 99 * day, by: 'hour' as const },
      'must be within the last 93 days: older figures are known by the day',
    ],
  ])('is bounded: %j', (query, message) => {
    expect(() => rangeOf(query, noon)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [{ field: 'from', message }] }) as Error,
    );
  });

  it('has every bucket, at most so many', () => {
    const range = rangeOf({ from: midnight - (maxBuckets - 1) * day, to: noon }, noon);
    const buckets = [...bucketsOf(range)];
    expect(buckets).toHaveLength(maxBuckets);
    expect([buckets[0], buckets.at(-1)]).toEqual([midnight - (maxBuckets - 1) * day, midnight]);
  });
});
