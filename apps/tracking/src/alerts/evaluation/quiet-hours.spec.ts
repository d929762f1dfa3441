import { isQuiet } from './quiet-hours.js';

describe('quiet hours', () => {
  it.each([
    ['2026-11-27T20:59:00Z', false],
    ['2026-11-27T21:00:00Z', true],
    ['2026-11-27T23:30:00Z', true],
    ['2026-11-28T05:59:00Z', true],
    ['2026-11-28T06:00:00Z', false],
    // Summer time: an hour earlier in UTC.
    ['2026-07-27T20:00:00Z', true],
    ['2026-07-28T05:00:00Z', false],
  ])('from 22:00 to 07:00 in Berlin contain %s: %s', (time, quiet) => {
    expect(isQuiet({ from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }, new Date(time))).toBe(quiet);
  });

  it.each([
    ['2026-11-27T11:59:00Z', false],
    ['2026-11-27T12:00:00Z', true],
    ['2026-11-27T13:00:00Z', false],
  ])('from 12:00 to 13:00 contain %s: %s', (time, quiet) => {
    expect(isQuiet({ from: '12:00', to: '13:00', time_zone: 'UTC' }, new Date(time))).toBe(quiet);
  });
});
