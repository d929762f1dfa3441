import { perLanguage } from '../i18n/language.js';

/** A time from the API: seconds since 1970, or ISO 8601. */
export type Moment = number | string;

export const toDate = (moment: Moment): Date => new Date(typeof moment === 'number' ? moment * 1000 : moment);

const thisYear = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const anyYear = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const longFormat = { dateStyle: 'medium', timeStyle: 'long' } as const;

const ago = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }));
const inDays = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const dateOfThisYear = perLanguage((language) => new Intl.DateTimeFormat(language, thisYear));
const dateOfAnyYear = perLanguage((language) => new Intl.DateTimeFormat(language, anyYear));
const dayOfAnyYear = perLanguage((language) => new Intl.DateTimeFormat(language, { ...anyYear, timeZone: 'UTC' }));
const second = perLanguage((language) => new Intl.DateTimeFormat(language, longFormat));

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Relative up to a day, then a date. Future times too. */
export function relative(at: Date, now: Date, language: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  const format = ago(language);
  if (distance < 10) return format.format(0, 'second');
  if (distance < minute) return format.format(seconds, 'second');
  if (distance < hour) return format.format(Math.trunc(seconds / minute), 'minute');
  if (distance < day) return format.format(Math.trunc(seconds / hour), 'hour');
  return (at.getFullYear() === now.getFullYear() ? dateOfThisYear : dateOfAnyYear)(language).format(at);
}

/** A relative day (UTC) up to a week; then a date. */
export function relativeDay(at: Date, now: Date, language: string): string {
  const days = Math.floor(at.getTime() / 1000 / day) - Math.floor(now.getTime() / 1000 / day);
  if (Math.abs(days) < 7) return inDays(language).format(days, 'day');
  return dayOfAnyYear(language).format(at);
}

/** Formats a time to the second, with the time zone. */
export const exact = (at: Date, language: string): string => second(language).format(at);
