import { toRanges, validatePeriod } from './periods.js';

describe('a period', () => {
  const now = Date.parse('2026-11-22T12:34:56Z');
  // Without a zone, midnight is that of the reader.
  const at = (text: string): number => Date.parse(text) / 1000;

  it('is compared with the preceding period of the same length', () => {
    expect(toRanges({ period: 'week' }, now)).toEqual({
      current: { by: 'day', from: at('2026-11-16T00:00:00'), to: at('2026-11-23T00:00:00') },
      before: { by: 'day', from: at('2026-11-09T00:00:00'), to: at('2026-11-16T00:00:00') },
      isUtc: false,
    });
    expect(toRanges({ period: 'day' }, now).current).toEqual({
      by: 'hour',
      from: at('2026-11-21T13:00:00Z'),
      to: at('2026-11-22T13:00:00Z'),
    });
  });

  it('has days of UTC when it is long', () => {
    expect(toRanges({ period: 'quarter' }, now)).toEqual({
      current: { by: 'day', from: at('2026-08-25T00:00:00Z'), to: at('2026-11-23T00:00:00Z') },
      before: { by: 'day', from: at('2026-05-27T00:00:00Z'), to: at('2026-08-25T00:00:00Z') },
      isUtc: true,
    });
    const { current } = toRanges({ period: 'year' }, now);
    expect((current.to - current.from) / 86_400).toBe(364);
  });

  it.each([
    ['of some days is by day of the reader', '2026-11-01', '2026-11-03', '2026-11-01T00:00', '2026-11-04T00:00', 'day'],
    ['of one day is by hour', '2026-11-01', '2026-11-01', '2026-11-01T00:00', '2026-11-02T00:00', 'hour'],
    ['of long ago is by day of UTC', '2026-01-01', '2026-01-01', '2026-01-01T00:00Z', '2026-01-02T00:00Z', 'day'],
    ['may have its ends swapped', '2026-11-03', '2026-11-01', '2026-11-01T00:00', '2026-11-04T00:00', 'day'],
    ['ends today by default', '2026-11-20', undefined, '2026-11-20T00:00', '2026-11-23T00:00', 'day'],
    ['is one day without a start', undefined, '2026-11-20', '2026-11-20T00:00', '2026-11-21T00:00', 'hour'],
  ] as const)('from a day to a day %s', (_title, from, to, begin, end, by) => {
    expect(toRanges({ from, to }, now).current).toEqual({ by, from: at(begin), to: at(end) });
  });

  it('is one of five, or has valid dates', () => {
    expect(validatePeriod({ period: 'month', from: '2026-13-01', to: '2026-02-28' })).toEqual({
      period: 'month',
      to: '2026-02-28',
    });
    expect(validatePeriod({ period: 'century', from: 5 })).toEqual({});
  });
});
