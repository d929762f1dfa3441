import type { paths } from '@postrider/client';
import { lookedFor } from '../../ui/looked-for.js';
import type { Outcome } from './log-status.js';
import { outcomes } from './log-status.js';
import type { QueryClient } from '@tanstack/react-query';

const logTabs = ['timeline', 'mail', 'text', 'source', 'data', 'attempts'] as const;
type LogTab = (typeof logTabs)[number];

export const validateTab = ({ tab }: Record<string, unknown>): { tab?: LogTab } => {
  const known = logTabs.find((name) => name === tab);
  return known === undefined ? {} : { tab: known };
};

/** The search parameters of the list. */
export type LogSearch = {
  readonly q?: string;
  readonly outcome?: Outcome;
  readonly since?: Since;
  readonly template?: string;
  readonly esp_account?: string;
  readonly tag?: string;
  readonly test?: 'true' | 'false';
};
type Query = NonNullable<paths['/logs/search']['get']['parameters']['query']>;

const hour = 3_600;
const spans = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const;
export type Since = keyof typeof spans;

export function validateLogSearch(given: Record<string, unknown>): LogSearch {
  const text = (name: string): string | undefined => {
    // The router reads ?q=123 as a number.
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined;
  };
  const oneOf = <Name extends string>(name: string, known: readonly Name[]): Name | undefined =>
    known.find((value) => value === String(given[name]));
  // Returns explicit undefined for an invalid filter, since the router keeps omitted parameters.
  const search: { [Name in keyof LogSearch]: LogSearch[Name] | undefined } = {
    q: lookedFor(text('q') ?? '') || undefined,
    outcome: oneOf('outcome', Object.keys(outcomes) as Outcome[]),
    since: oneOf('since', Object.keys(spans) as Since[]),
    template: text('template'),
    esp_account: text('esp_account'),
    tag: text('tag'),
    test: oneOf('test', ['true', 'false']),
  };
  return search as LogSearch;
}

/** The same in the words of the API. */
export function queryOf({ outcome, since, ...rest }: LogSearch, now: number): Query {
  return {
    ...rest,
    ...(outcome === undefined ? {} : { status: outcomes[outcome].join(',') }),
    ...(since === undefined ? {} : { created_gte: Math.floor(now / 1000) - spans[since] }),
  };
}

/** Kept in the query cache, so that it ends with the session. */
const queryKey = ['logs-list'];

/** Remembers the filters of the list, so that the way back from a mail keeps them. */
export function keepListSearch(queries: QueryClient, search: LogSearch): void {
  queries.setQueryDefaults(queryKey, { gcTime: Infinity });
  queries.setQueryData(queryKey, search);
}

export const listSearch = (queries: QueryClient): LogSearch => queries.getQueryData(queryKey) ?? {};
