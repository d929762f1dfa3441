/** A time as the API says it: seconds since 1970, or ISO 8601. */
export type Moment = number | string;

export const toDate = (moment: Moment): Date => new Date(typeof moment === 'number' ? moment * 1000 : moment);

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, up to a day; then it is a date. What lies ahead is told the same way. */
export function relative(at: Date, now: Date, language: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (distance < 10) return format.format(0, 'second');
  if (distance < minute) return format.format(seconds, 'second');
  if (distance < hour) return format.format(Math.trunc(seconds / minute), 'minute');
  if (distance < day) return format.format(Math.trunc(seconds / hour), 'hour');
  const isThisYear = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? { hour: '2-digit', minute: '2-digit' } : { year: 'numeric' }),
  }).format(at);
}

/** To the second, with the zone it is told in. */
export const exact = (at: Date, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' }).format(at);
