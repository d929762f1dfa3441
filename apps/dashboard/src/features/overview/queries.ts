import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import type { Period } from './periods.js';
import { rangesOf } from './periods.js';

/** Both periods, so that neither is shown without the other. */
export const figuresQuery = (period: Period) =>
  queryOptions({
    queryKey: ['overview', 'figures', period],
    queryFn: async ({ signal }) => {
      const { current, before } = rangesOf(period, Date.now());
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const read = (range: typeof current) =>
        answer(api.GET('/stats', { params: { query: { ...range, time_zone } }, signal }));
      const [now, earlier] = await Promise.all([read(current), read(before)]);
      return { now, earlier };
    },
    placeholderData: keepPreviousData,
  });

const day = 86_400;

/** What failed for good in the last day, and what is tried again; the newest hundred tell the causes. */
export const failingQuery = queryOptions({
  queryKey: ['overview', 'failing'],
  queryFn: async ({ signal }) => {
    const query = {
      status: 'bounced,dropped,failed_to_send,failed_to_queue,deferred',
      created_gte: Math.floor(Date.now() / 1000) - day,
      test: 'false' as const,
      count: 100,
    };
    return answer(api.GET('/logs/search', { params: { query }, signal }));
  },
});

/** What waits now, by ESP account. */
export const queueQuery = queryOptions({
  queryKey: ['overview', 'queue'],
  queryFn: ({ signal }) => answer(api.GET('/queue', { signal })),
});
