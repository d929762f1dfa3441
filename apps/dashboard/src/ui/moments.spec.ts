import { relative, relativeDay, toDate } from './moments.js';

const now = new Date('2026-11-22T12:00:00Z');
const formatted = (seconds: number, language = 'en'): string =>
  relative(new Date(now.getTime() + seconds * 1000), now, language);

describe('a time', () => {
  it('is relative up to a day', () => {
    expect([formatted(-3), formatted(-45), formatted(-200), formatted(-7_300), formatted(600)]).toEqual([
      'now',
      '45 sec. ago',
      '3 min. ago',
      '2 hr. ago',
      'in 10 min.',
    ]);
    expect(formatted(-200, 'de')).toBe('vor 3 Min.');
  });

  it('is a date after a day', () => {
    expect(formatted(-3 * 86_400)).toContain('Nov 19');
    expect(formatted(-400 * 86_400)).toBe('Oct 18, 2025');
  });

  it('without an hour is relative in days up to a week', () => {
    const day = (date: string, language = 'en') => relativeDay(new Date(date), now, language);
    expect(['2026-11-22', '2026-11-21', '2026-11-18', '2026-11-10'].map((date) => day(date))).toEqual([
      'today',
      'yesterday',
      '4 days ago',
      'Nov 10, 2026',
    ]);
    expect(day('2026-11-22', 'de')).toBe('heute');
  });

  it('accepts seconds and ISO text', () => {
    expect(toDate(1_795_348_800).toISOString()).toBe('2026-11-22T12:00:00.000Z');
    expect(toDate('2026-11-22T12:00:00Z').getTime()).toBe(1_795_348_800_000);
  });
});
