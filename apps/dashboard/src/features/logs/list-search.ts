import type { QueryClient } from '@tanstack/react-query';
import type { LogSearch } from './log-search.js';

/** Beside what was read, so that it goes with the session. */
const queryKey = ['logs-list'];

/** Remembers the filters of the list, so that the way back from a mail keeps them. */
export function keepListSearch(queries: QueryClient, search: LogSearch): void {
  queries.setQueryDefaults(queryKey, { gcTime: Infinity });
  queries.setQueryData(queryKey, search);
}

export const listSearch = (queries: QueryClient): LogSearch => queries.getQueryData(queryKey) ?? {};
