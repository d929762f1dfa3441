import { daysIn } from './zone-days.js';

const at = (time: string): number => Date.parse(time) / 1_000;
const hour = 3_600;

describe('daysIn', () => {
  it.each([
    ['Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z', '2026-10-23T22:00Z', [24, 25, 24]],
    ['America/New_York', '2026-03-07T12:00Z', '2026-03-09T12:00Z', '2026-03-07T05:00Z', [24, 23, 24]],
    ['Asia/Kolkata', '2026-11-21T18:29Z', '2026-11-22T18:31Z', '2026-11-20T18:30Z', [24, 24, 24]],
    ['Pacific/Kiritimati', '2026-11-22T09:59Z', '2026-11-22T10:00Z', '2026-11-21T10:00Z', [24]],
    // Clocks change from 23:59 to 1:00, and from 23:59 back to 23:00.
    ['Africa/Cairo', '2026-04-23T12:00Z', '2026-04-24T12:00Z', '2026-04-22T22:00Z', [24, 23]],
    ['Africa/Cairo', '2026-10-29T12:00Z', '2026-10-30T12:00Z', '2026-10-28T21:00Z', [25, 24]],
    // 30 December was skipped.
    ['Pacific/Apia', '2011-12-29T12:00Z', '2011-12-31T09:59Z', '2011-12-29T10:00Z', [24, 24]],
    ['UTC', '2026-11-22T00:00Z', '2026-11-23T00:00Z', '2026-11-22T00:00Z', [24]],
  ])('%s, %s to %s', (zone, from, before, first, hours) => {
    const begins = daysIn(zone, at(from), at(before));
    expect(begins[0]).toBe(at(first));
    expect(begins.slice(1).map((begin, index) => (begin - begins[index]!) / hour)).toEqual(hours);
  });
});
