import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from './client.js';

/** An account has at most 20, unless the operator permits more. */
export const failingWebhooksQuery = queryOptions({
  queryKey: ['webhooks', 'failing'],
  queryFn: ({ signal }) => unwrap(api.GET('/webhooks', { params: { query: { count: 100 } }, signal })),
  select: ({ data }) => data.filter(({ enabled, failing_since }) => enabled && failing_since !== undefined).length,
});
