import type { paths } from '@postrider/client';
import type { Mode } from '../../session/mode.js';
import { searchTerms } from '../../ui/search-match.js';
import type { LogStatus, Outcome } from './log-status.js';
import { outcomes } from './log-status.js';
import type { QueryClient } from '@tanstack/react-query';

const logTabs = ['timeline', 'mail', 'text', 'source', 'data', 'attempts'] as const;
export type LogTab = (typeof logTabs)[number];

export const validateTab = ({ tab }: Record<string, unknown>): { tab?: LogTab } => {
  const known = logTabs.find((name) => name === tab);
  return known === undefined ? {} : { tab: known };
};

/** The filters of the list. */
export type LogSearch = {
  readonly q?: string;
  /** A group of statuses, or one status. */
  readonly outcome?: Outcome;
  readonly status?: LogStatus;
  /** A period up to now, or days in the reader's time zone. */
  readonly since?: Since;
  readonly from?: string;
  readonly to?: string;
  readonly template?: string;
  readonly esp_account?: string;
  readonly tag?: string;
  readonly test?: 'true' | 'false';
};
export type LogSearchChanges = { readonly [Name in keyof LogSearch]: LogSearch[Name] | undefined };
/** The search parameters of the page: the filters, and the email that is open next to the list. */
export type LogsSearch = LogSearch & { readonly log?: string; readonly tab?: LogTab };
export type LogQuery = NonNullable<paths['/logs/search']['get']['parameters']['query']>;

const hour = 3_600;
const spans = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const;
export const sinces = ['today', 'hour', 'day', 'week', 'month'] as const;
export type Since = (typeof sinces)[number];

export function validateLogSearch(given: Record<string, unknown>): LogsSearch {
  const text = (name: string, max: number): string | undefined => {
    // The router reads ?q=123 as a number and ?tag=true as a boolean.
    const value = given[name];
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isText ? String(value).trim().slice(0, max) || undefined : undefined;
  };
  const findOne = <Name extends string>(name: string, known: readonly Name[]): Name | undefined =>
    known.find((value) => value === String(given[name]));
  const status = findOne('status', Object.values(outcomes).flat());
  const since = findOne('since', sinces);
  const [from, to] = since === undefined ? [parseDay(given['from']), parseDay(given['to'])] : [];
  // Returns explicit undefined for an invalid filter, since the router keeps omitted parameters.
  const search: { [Name in keyof LogsSearch]: LogsSearch[Name] | undefined } = {
    q: searchTerms(text('q', 1_000) ?? '') || undefined,
    outcome: status === undefined ? findOne('outcome', Object.keys(outcomes) as Outcome[]) : undefined,
    status,
    since,
    from,
    to,
    template: text('template', 64),
    esp_account: text('esp_account', 64),
    tag: text('tag', 255),
    test: findOne('test', ['true', 'false']),
    log: text('log', 64),
    tab: validateTab(given).tab,
  };
  return search as LogsSearch;
}

/** `2026-11-27`, if the day exists. */
function parseDay(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(given)) return undefined;
  const at = new Date(`${given}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given) ? given : undefined;
}

/** The filters alone. The query does not depend on the open email. */
export const getFilters = ({ log: _log, tab: _tab, ...filters }: LogsSearch): LogSearch => filters;

/** A filter for keys, for example in a shared link, overrides the mode. */
export const inMode = (filters: LogSearch, mode: Mode): LogSearch => ({
  ...filters,
  test: filters.test ?? (mode === 'test' ? 'true' : 'false'),
});

/** Midnight in the reader's time zone, in seconds since 1970. */
const midnight = (day: Date, later = 0): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime() / 1_000;
const localDay = (day: string): Date => new Date(`${day}T00:00`);

function getStart(since: Since | undefined, from: string | undefined, now: number): number | undefined {
  if (since === undefined) return from === undefined ? undefined : midnight(localDay(from));
  return since === 'today' ? midnight(new Date(now)) : Math.floor(now / 1_000) - spans[since];
}

/** The filters in the form of the API. */
export function toQuery({ outcome, status, since, from, to, ...rest }: LogSearch, now: number): LogQuery {
  const statuses = status ?? (outcome && outcomes[outcome].join(','));
  const start = getStart(since, from, now);
  return {
    ...rest,
    ...(statuses === undefined ? {} : { status: statuses }),
    ...(start === undefined ? {} : { created_gte: start }),
    ...(to === undefined ? {} : { created_lt: midnight(localDay(to), 1) }),
  };
}

/** Kept in the query cache, which is cleared with the session. */
const queryKey = ['logs-list'];

/** Remembers the filters of the list for the way back from an email. */
export function keepListSearch(queries: QueryClient, search: LogSearch): void {
  queries.setQueryDefaults(queryKey, { gcTime: Infinity });
  queries.setQueryData(queryKey, search);
}

export const listSearch = (queries: QueryClient): LogSearch => queries.getQueryData(queryKey) ?? {};
