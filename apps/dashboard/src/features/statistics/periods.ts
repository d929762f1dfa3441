const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

/** The search parameters of a period: a named period up to now, or a range of days, both included. */
export interface PeriodSearch {
  readonly period?: Period | undefined;
  /** `yyyy-mm-dd`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export const defaultPeriod: Period = 'week';

interface Range {
  readonly by: 'hour' | 'day';
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
}
export interface Ranges {
  readonly current: Range;
  /** The period of the same length before it. */
  readonly before: Range;
  /** Whether days begin at midnight UTC instead of the reader's. */
  readonly isUtc: boolean;
}

const hour = 3_600;
const hours = 24;
const day = 86_400;
const days = { week: 7, month: 30, quarter: 90, year: 52 * 7 } as const;
/**
 * The API supports days of a time zone only for shorter and recent periods, and UTC days for all
 * (docs/reference/statistics.md).
 */
const maxLocalDays = 30;
const hoursKeptDays = 92;
const maxDaysByHour = 2;

export function toRanges({ period = defaultPeriod, from, to }: PeriodSearch, now: number): Ranges {
  if (from !== undefined || to !== undefined) return fromDates(from, to, now);
  if (period === 'day') {
    const end = (Math.floor(now / 1000 / hour) + 1) * hour;
    return ranges('hour', [end - 2 * hours * hour, end - hours * hour, end], false);
  }
  return fromDays(days[period] > maxLocalDays ? formatUtcDate(now) : formatDate(now), days[period], now);
}

function fromDates(from: string | undefined, to: string | undefined, now: number): Ranges {
  const ends = [from ?? to ?? formatDate(now), to ?? formatDate(now)].toSorted();
  const [first, last] = ends as [string, string];
  return fromDays(last, Math.round((Date.parse(last) - Date.parse(first)) / 1000 / day) + 1, now);
}

/** The days of the period up to this one. */
function fromDays(last: string, count: number, now: number): Ranges {
  const begins = (begin: (date: string, later: number) => number) =>
    [begin(last, 1 - 2 * count), begin(last, 1 - count), begin(last, 1)] as const;
  const local = begins(localMidnight);
  const isUtc = count > maxLocalDays || local[0] < now / 1000 - hoursKeptDays * day;
  if (isUtc) return ranges('day', begins(utcMidnight), true);
  return ranges(count <= maxDaysByHour ? 'hour' : 'day', local, false);
}

/** The start of a day, offset by days from a date, in Unix seconds. Handles daylight saving time. */
function localMidnight(date: string, later: number): number {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later).getTime() / 1000;
}
const utcMidnight = (date: string, later: number): number => Date.parse(date) / 1000 + later * day;

const formatUtcDate = (now: number): string => new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);
const formatDate = (now: number): string => formatUtcDate(now - new Date(now).getTimezoneOffset() * 60_000);

const ranges = (by: Range['by'], [begin, middle, end]: readonly [number, number, number], isUtc: boolean): Ranges => ({
  current: { by, from: middle, to: end },
  before: { by, from: begin, to: middle },
  isUtc,
});

/** Returns an explicit undefined for an invalid value, since the router keeps omitted parameters. */
export const validatePeriod = ({ period, from, to }: Record<string, unknown>): PeriodSearch => ({
  period: periods.find((name) => name === period),
  from: validDate(from),
  to: validDate(to),
});

const validDate = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && Date.parse(value) >= 0 ? value : undefined;

/** The last seven days, as the initial range of dates. */
export const initialDates = (now: number) => ({ from: formatDate(now - 6 * day * 1000), to: formatDate(now) });
