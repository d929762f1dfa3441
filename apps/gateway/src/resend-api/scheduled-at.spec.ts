import { readFileSync } from 'node:fs';
import { parseScheduledAt } from './scheduled-at.js';

/** A Thursday. */
const now = Date.parse('2026-11-26T10:00:00Z');
const parsed = (text: string) => {
  const at = parseScheduledAt(text, now);
  return at === undefined ? undefined : new Date(at).toISOString().replace(':00.000Z', '');
};

describe('parseScheduledAt', () => {
  it.each([
    ['2026-12-01T09:30:00Z', '2026-12-01T09:30'],
    ['2026-12-01T09:30:00.000Z', '2026-12-01T09:30'],
    ['2026-12-01T09:30:00+02:00', '2026-12-01T07:30'],
    ['2026-12-01 09:30:00.000000+00:00', '2026-12-01T09:30'],
    ['2026-12-01T09:30-0500', '2026-12-01T14:30'],
    ['2026-12-01T09:30+01', '2026-12-01T08:30'],
    ['2026-12-01T09:30', '2026-12-01T09:30'],
    ['2026-12-01', '2026-12-01T00:00'],
    ['in 1 min', '2026-11-26T10:01'],
    ['in 30 minutes', '2026-11-26T10:30'],
    ['In 2 Hours', '2026-11-26T12:00'],
    ['in an hour', '2026-11-26T11:00'],
    ['in 90m', '2026-11-26T11:30'],
    ['in 3 days', '2026-11-29T10:00'],
    ['in a week', '2026-12-03T10:00'],
    ['tomorrow', '2026-11-27T00:00'],
    ['tomorrow at 9am', '2026-11-27T09:00'],
    ['tomorrow 14:30', '2026-11-27T14:30'],
    ['tomorrow at 12am', '2026-11-27T00:00'],
    ['tomorrow at noon', '2026-11-27T12:00'],
    ['today at 3:15 pm', '2026-11-26T15:15'],
    ['Friday at 3pm ET', '2026-11-27T20:00'],
    ['next monday at 9am', '2026-11-30T09:00'],
    ['on Thu at 9am', '2026-12-03T09:00'],
    ['thursday at 11am', '2026-11-26T11:00'],
    ['tomorrow at 9am PST', '2026-11-27T17:00'],
    ['tomorrow at 9am Europe/Berlin', '2026-11-27T08:00'],
    ['tomorrow at 9am Asia/Kolkata', '2026-11-27T03:30'],
  ])('reads %j', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  it('reads every example of its documentation', () => {
    const page = readFileSync(new URL('../../../../docs/guides/resend.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('## Schedule with words');
    const phrases = [...section.split('\n## ')[0]!.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
    );
    expect(phrases.length).toBeGreaterThan(10);
    expect(phrases.filter((phrase) => parseScheduledAt(phrase, now) === undefined)).toEqual([]);
  });

  it('uses daylight saving time of the scheduled day', () => {
    const beforeChange = Date.parse('2026-03-07T12:00:00Z');
    expect(parseScheduledAt('tomorrow at 9am ET', beforeChange)).toBe(Date.parse('2026-03-08T13:00:00Z'));
  });

  it('takes the day in the given zone', () => {
    const lateEvening = Date.parse('2026-11-26T03:00:00Z');
    expect(parseScheduledAt('tomorrow at 9am PT', lateEvening)).toBe(Date.parse('2026-11-26T17:00:00Z'));
  });

  it.each([
    '',
    'soon',
    'in two hours',
    'in 5 fortnights',
    'yesterday at 9am',
    'today at 9am',
    'tomorrow at 25:00',
    'tomorrow at 13pm',
    'tomorrow at 9:75',
    'tomorrow at 9am Mars/Olympus',
    'someday at 9am',
    '2026-02-30T09:30:00Z',
    '2026-13-01',
    '2026-12-01T25:00',
    `in 1 min${' '.repeat(100)}`,
  ])('rejects %j', (text) => {
    expect(parsed(text)).toBeUndefined();
  });
});
