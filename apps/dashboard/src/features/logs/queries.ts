import type { components } from '@postrider/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import type { LogQuery, LogSearch } from './log-search.js';
import { toQuery } from './log-search.js';

/** Sends an unchanged copy with its own log. */
export const resend = (log_id: string) =>
  unwrap(api.POST('/resend', { body: { log_id }, params: { header: { 'Idempotency-Key': crypto.randomUUID() } } }));

/** Replays a failed email, which then no longer counts as failed. */
export const replay = (log_id: string) => unwrap(api.POST('/failures/replay', { body: { log_ids: [log_id] } }));

export const cancel = (log_id: string) => unwrap(api.POST('/logs/{log_id}/cancel', { params: { path: { log_id } } }));

export type FoundLog = components['schemas']['FoundLog'];
export type Log = components['schemas']['Log'];
export type LogEvent = components['schemas']['LogEvent'];
export type Attempt = components['schemas']['Attempt'];
export type Mail = components['schemas']['Mail'];

const pageSize = 50;

export const readLogs = (query: LogQuery, signal?: AbortSignal) =>
  unwrap(api.GET('/logs/search', { params: { query }, ...(signal ? { signal } : {}) }));

const readPage = (search: LogSearch, cursor: string | undefined, signal?: AbortSignal) =>
  readLogs({ ...toQuery(search, Date.now()), count: pageSize, ...(cursor === undefined ? {} : { cursor }) }, signal);
export type LogBatch = Awaited<ReturnType<typeof readPage>>;

/** Page after page, going back in time. */
export const logsQuery = (search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['logs', 'search', search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Navigating back shows the list unchanged. The event stream adds new rows.
    staleTime: 60_000,
  });

/** The newest page of the list. */
export const readHead = (search: LogSearch): Promise<LogBatch> => readPage(search, undefined);

const byId = (id: string) => ({ params: { path: { log_id: id } } });

export const logQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/logs/{log_id}', { ...byId(id), signal })),
  });

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'one', id, 'events'],
    queryFn: ({ signal }) => unwrap(api.GET('/logs/{log_id}/events', { ...byId(id), signal })),
  });

export const attemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'one', id, 'attempts'],
    queryFn: ({ signal }) => unwrap(api.GET('/logs/{log_id}/attempts', { ...byId(id), signal })),
  });

/** Sent content never changes, except by erasure. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'mail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/logs/{log_id}/mail', { ...byId(id), signal })),
    staleTime: 600_000,
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'source', id],
    queryFn: ({ signal }) => unwrap(api.GET('/logs/{log_id}/mail/source', { ...byId(id), signal })),
    staleTime: 600_000,
  });

export const espNamesQuery = queryOptions({
  queryKey: ['esp_accounts', 'names'],
  queryFn: async ({ signal }) => {
    const accounts = await unwrap(api.GET('/esp_accounts', { signal }));
    return new Map(accounts.map(({ id, name }) => [id, name]));
  },
  staleTime: 300_000,
});

/** The template of a filter. */
export const templateNameQuery = (template_id: string) =>
  queryOptions({
    queryKey: ['templates', template_id, 'name'],
    queryFn: async ({ signal }) => {
      const { name } = await unwrap(api.GET('/templates/{template_id}', { params: { path: { template_id } }, signal }));
      return name;
    },
    staleTime: 300_000,
  });

export const getRows = (pages: readonly LogBatch[]): readonly FoundLog[] => pages.flatMap(({ data }) => data);

/** The number of pages without a match at the end of the list. */
export const emptyRun = (pages: readonly LogBatch[]): number =>
  pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0);
