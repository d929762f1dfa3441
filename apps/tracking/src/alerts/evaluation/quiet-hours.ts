import type { QuietHours } from '@postrider/contracts';

/** Whether the clocks of the time zone show a quiet time. An end before the start is on the next day. */
export function isQuiet({ from, to, time_zone }: QuietHours, now: Date): boolean {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}
