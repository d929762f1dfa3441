import { weeksAt } from './weekly-schedule.js';

const shown = (schedule: Parameters<typeof weeksAt>[0], now: string) =>
  Object.fromEntries(
    Object.entries(weeksAt(schedule, new Date(now))).map(([name, time]) => [
      name,
      new Date(time * 1_000).toISOString().slice(0, 16),
    ]),
  );

describe('the weeks of a report', () => {
  const monday = { weekday: 'monday', hour: 8, time_zone: 'Europe/Berlin' } as const;

  it('end before the day on which it is due, in its time zone', () => {
    expect(shown(monday, '2026-11-23T07:00:00Z')).toEqual({
      due: '2026-11-23T07:00',
      next: '2026-11-30T07:00',
      before: '2026-11-08T23:00',
      from: '2026-11-15T23:00',
      to: '2026-11-22T23:00',
    });
    expect(shown(monday, '2026-11-23T06:59:00Z')).toMatchObject({ due: '2026-11-16T07:00', next: '2026-11-23T07:00' });
  });

  it('contain the day on which the clocks change', () => {
    // Winter time begins on Sunday, 25 October.
    expect(shown(monday, '2026-10-26T12:00:00Z')).toMatchObject({
      due: '2026-10-26T07:00',
      from: '2026-10-18T22:00',
      to: '2026-10-25T23:00',
    });
    const sunday = { ...monday, weekday: 'sunday' as const };
    expect(shown(sunday, '2026-10-25T07:00:00Z')).toMatchObject({ due: '2026-10-25T07:00' });
    expect(shown(sunday, '2026-03-29T06:00:00Z')).toMatchObject({ due: '2026-03-29T06:00' });
  });

  it.each(['Asia/Kolkata', 'Pacific/Apia', 'America/Sao_Paulo'])('are known for every hour in %s', (time_zone) => {
    for (let hour = 0; hour < 24; hour++) {
      const now = new Date('2026-11-25T12:00:00Z');
      const { due, next, from, to, before } = weeksAt({ weekday: 'wednesday', hour, time_zone }, now);
      expect(next - due).toBe(7 * 86_400);
      expect([to - from, from - before]).toEqual([7 * 86_400, 7 * 86_400]);
      expect(due * 1_000 <= now.getTime() && next * 1_000 > now.getTime()).toBe(true);
    }
  });
});
