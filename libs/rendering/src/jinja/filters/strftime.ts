import { ValueProblem } from '../python/values.js';

type Formats = (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat;

const numeric: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
  numberingSystem: 'latn',
  calendar: 'gregory',
};

/** The number of a field, padded to so many digits. */
const field =
  (type: Intl.DateTimeFormatPartTypes, digits: number, change = (value: number): number => value) =>
  (at: number, formats: Formats): string => {
    const part =
      formats(numeric)
        .formatToParts(at)
        .find((each) => each.type === type)?.value ?? '';
    return String(change(Number(part))).padStart(digits, '0');
  };

const name =
  (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions) =>
  (at: number, formats: Formats): string =>
    formats(options)
      .formatToParts(at)
      .find((each) => each.type === type)?.value ?? '';

const halfDay = (hour: number): number => hour % 12 || 12;

/** As in Python, names in the language of the mail; a `-` leaves the padding out. */
const directives: Readonly<Record<string, (at: number, formats: Formats) => string>> = {
  Y: field('year', 4),
  y: field('year', 2, (year) => year % 100),
  m: field('month', 2),
  '-m': field('month', 1),
  d: field('day', 2),
  '-d': field('day', 1),
  H: field('hour', 2),
  '-H': field('hour', 1),
  I: field('hour', 2, halfDay),
  '-I': field('hour', 1, halfDay),
  M: field('minute', 2),
  S: field('second', 2),
  // Beside a day the name of a month may have another ending.
  B: name('month', { day: 'numeric', month: 'long' }),
  b: name('month', { day: 'numeric', month: 'short' }),
  A: name('weekday', { weekday: 'long' }),
  a: name('weekday', { weekday: 'short' }),
  p: name('dayPeriod', { hour: 'numeric', hourCycle: 'h12' }),
  Z: name('timeZoneName', { timeZoneName: 'short' }),
  '%': () => '%',
};

/** `at` in milliseconds, by a pattern such as `%d.%m.%Y`. */
export const printedDate = (at: number, pattern: string, formats: Formats, spend: () => void): string =>
  pattern.replace(/%(-?[^]?)/g, (whole, written: string) => {
    spend();
    const directive = Object.hasOwn(directives, written) ? directives[written] : undefined;
    if (!directive)
      throw new ValueProblem(
        `date has no ${whole}; it knows ${Object.keys(directives)
          .map((known) => `%${known}`)
          .join(' ')}`,
      );
    return directive(at, formats);
  });
