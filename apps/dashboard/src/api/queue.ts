import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from './client.js';

export type QueueLane = components['schemas']['QueueLane'];

/** The queue by ESP account. */
export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => unwrap(api.GET('/queue', { signal })),
});

/** ESP accounts that fail or are paused. */
export const findFailingAccounts = (lanes: readonly QueueLane[]): ReadonlySet<string> =>
  new Set(lanes.flatMap(({ state, esp_account }) => (state === 'open' ? [] : (esp_account ?? []))));
