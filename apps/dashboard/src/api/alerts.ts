import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from './client.js';

/** An account has at most 50, unless the operator permits more. Their states change every minute. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => unwrap(api.GET('/alerts', { params: { query: { count: 100 } }, signal })),
  select: ({ data }) => data,
  refetchInterval: 15_000,
});
