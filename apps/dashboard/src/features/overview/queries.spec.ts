import { rangesOf, validatePeriod } from './queries.js';

describe('a period', () => {
  const now = Date.parse('2026-11-22T12:34:56Z');
  // Without a zone, midnight is that of the reader.
  const at = (text: string): number => Date.parse(text) / 1000;

  it('is compared with the preceding period of the same length', () => {
    expect(rangesOf('week', now)).toEqual({
      current: { by: 'day', from: at('2026-11-16T00:00:00'), to: at('2026-11-23T00:00:00') },
      before: { by: 'day', from: at('2026-11-09T00:00:00'), to: at('2026-11-16T00:00:00') },
    });
    expect(rangesOf('day', now).current).toEqual({
      by: 'hour',
      from: at('2026-11-21T13:00:00Z'),
      to: at('2026-11-22T13:00:00Z'),
    });
  });

  it('is one of three', () => {
    expect([validatePeriod({ period: 'month' }), validatePeriod({ period: 'year' })]).toEqual([
      { period: 'month' },
      {},
    ]);
  });
});
