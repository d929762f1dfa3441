import { endOfMinute, minuteOf, startOfMinute } from './queries.js';

describe('the minutes of a replay', () => {
  it('hold what happens now', () => {
    const now = new Date('2026-11-24T12:34:56.789Z');
    const shown = minuteOf(now);
    expect(startOfMinute(shown)).toBe(Date.parse('2026-11-24T12:34:00Z') / 1000);
    expect(endOfMinute(shown)).toBe(Date.parse('2026-11-24T12:35:00Z') / 1000);
  });

  it('are one minute where both times are the same', () => {
    expect(endOfMinute('2026-11-24T12:34') - startOfMinute('2026-11-24T12:34')).toBe(60);
  });
});
