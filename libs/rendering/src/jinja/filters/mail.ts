import { LRUCache } from 'lru-cache';
import { argument, optional } from '../python/method-arguments.js';
import { isNumber, toDouble } from '../python/numbers.js';
import type { NativeFunction, Runtime } from '../python/runtime.js';
import type { Value } from '../python/values.js';
import { Float, Undefined, ValueProblem, getText, typeName } from '../python/values.js';

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

/** The number of a field, padded to this many digits. */
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

/** Directives as in Python, but names are in the email's language; a `-` removes the padding. */
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
  // In some languages, the month name has another form next to a day.
  B: name('month', { day: 'numeric', month: 'long' }),
  b: name('month', { day: 'numeric', month: 'short' }),
  A: name('weekday', { weekday: 'long' }),
  a: name('weekday', { weekday: 'short' }),
  p: name('dayPeriod', { hour: 'numeric', hourCycle: 'h12' }),
  Z: name('timeZoneName', { timeZoneName: 'short' }),
  '%': () => '%',
};

/** Formats `at` (milliseconds) by a pattern such as `%d.%m.%Y`. */
const printedDate = (at: number, pattern: string, formats: Formats, spend: () => void): string =>
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

/** Filters that Jinja does not have, for locale-dependent output. */
export const mailFilters: Readonly<Record<string, NativeFunction>> = {
  date: {
    parameters: ['format', 'tz'],
    run: (runtime, value, format, tz) => {
      runtime.spend(formatSteps);
      const { at, zone } = parseMoment(value);
      const written = optional(format, 'date') ?? 'medium';
      const timeZone = zone ?? optional(tz, 'date') ?? 'UTC';
      if (written.includes('%')) {
        runtime.work(written.length);
        return printedDate(
          at,
          written,
          (options) => dateFormat(runtime.locale, timeZone, options),
          () => runtime.spend(formatSteps),
        );
      }
      const style = styles.find((name) => name === written);
      if (!style)
        throw new ValueProblem(`date knows the formats ${styles.join(', ')}, and patterns such as "%d.%m.%Y"`);
      return dateFormat(runtime.locale, timeZone, { dateStyle: style }).format(at);
    },
  },
  money: {
    parameters: ['currency'],
    run: (runtime, value, currency) => {
      runtime.spend(formatSteps);
      if (currency === undefined) throw new ValueProblem('money needs a currency, such as money("EUR")');
      const code = argument(currency, 'money').toUpperCase();
      if (!currencies.has(code)) throw new ValueProblem(`money knows no currency ${JSON.stringify(code.slice(0, 20))}`);
      return moneyFormat(runtime.locale, code).format(parseAmount(runtime, value));
    },
  },
};

const styles = ['short', 'medium', 'long', 'full'] as const;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The cost of formatting, in steps. */
const formatSteps = 16;
/** Creating a formatter takes much longer than using it. */
const cacheOptions = { max: 200 };
const dateFormats = new LRUCache<string, Intl.DateTimeFormat>(cacheOptions);
const moneyFormats = new LRUCache<string, Intl.NumberFormat>(cacheOptions);

export function dateFormat(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    dateFormats.set(key, format);
    return format;
  } catch {
    throw new ValueProblem(
      `there is no time zone ${JSON.stringify(timeZone.slice(0, 60))}; write one such as "Europe/Berlin"`,
    );
  }
}

function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  moneyFormats.set(key, format);
  return format;
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[-+]\d\d(?::?\d\d)?)?)?$/i;
/** The latest time that JavaScript dates support, in seconds. */
const latest = 8_640_000_000_000;

/** A day without a time is that day in every zone; a time without a zone is UTC. */
export function parseMoment(value: Value): { readonly at: number; readonly zone?: string } {
  if (value instanceof Undefined) value.reject();
  const text = getText(value);
  if (text === undefined) {
    if (!isNumber(value) || typeof value === 'boolean') throw notADate(typeName(value));
    const seconds = toDouble(value);
    if (!(Math.abs(seconds) <= latest)) throw notADate('one so far away');
    return { at: seconds * 1_000 };
  }
  const [, day, time, offset = 'Z'] = iso.exec(text.trim()) ?? [];
  const zone = /^[-+]\d\d$/.test(offset) ? `${offset}:00` : offset.replace(/^([-+]\d\d)(\d\d)$/, '$1:$2');
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time ?? '00:00'}${zone.toUpperCase()}`);
  // Dates that do not exist, such as 30 February, become a day of the next month.
  const exists =
    Number(day?.slice(8)) <= new Date(Date.UTC(Number(day?.slice(0, 4)), Number(day?.slice(5, 7)), 0)).getUTCDate();
  if (Number.isNaN(at) || !exists) throw notADate(JSON.stringify(text.slice(0, 40)));
  return time === undefined ? { at, zone: 'UTC' } : { at };
}

const notADate = (what: string): ValueProblem =>
  new ValueProblem(`date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not ${what}`);

/** The text of a number, so that decimals stay exact. */
type Amount = Parameters<Intl.NumberFormat['format']>[0];

const decimal = /^[-+]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})$/;

function parseAmount(runtime: Runtime, value: Value): Amount {
  if (value instanceof Undefined) value.reject();
  const text = getText(value)?.trim();
  const written = text ?? (value instanceof Float ? value.text : undefined) ?? '';
  runtime.work(written.length);
  if (decimal.test(written)) return written.replace(/^\+/, '') as Amount;
  if (typeof value === 'bigint') return value;
  if (isNumber(value) && typeof value !== 'boolean' && Number.isFinite(toDouble(value))) return toDouble(value);
  throw new ValueProblem(
    `money needs a number, not ${text === undefined ? typeName(value) : JSON.stringify(text.slice(0, 40))}`,
  );
}
