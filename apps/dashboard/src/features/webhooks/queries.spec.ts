import { endOfMinute, formatMinute, startOfMinute } from './queries.js';

describe('the minutes of a replay', () => {
  it('include the current minute', () => {
    const now = new Date('2026-11-24T12:34:56.789Z');
    const shown = formatMinute(now);
    expect(startOfMinute(shown)).toBe(Date.parse('2026-11-24T12:34:00Z') / 1000);
    expect(endOfMinute(shown)).toBe(Date.parse('2026-11-24T12:35:00Z') / 1000);
  });

  it('cover one minute when both times are equal', () => {
    expect(endOfMinute('2026-11-24T12:34') - startOfMinute('2026-11-24T12:34')).toBe(60);
  });
});
