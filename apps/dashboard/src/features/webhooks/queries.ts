import type { components } from '@postrider/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { byCursor, withHead } from '../../api/pages.js';
import { readWebhook } from './requests.js';

export type Attempt = components['schemas']['WebhookAttempt'];

/** How often the attempts are read again while somebody looks at them: a test takes a second or two. */
const attemptsMs = 3_000;

export const webhooksKey = ['webhooks'];

export const webhooksQuery = infiniteQueryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ pageParam, signal }) =>
    answer(api.GET('/webhooks', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } }, signal })),
  ...byCursor,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => readWebhook(id, signal),
  });

const readAttempts = (id: string, cursor: string | undefined, signal: AbortSignal) =>
  answer(
    api.GET('/webhooks/{id}/attempts', {
      params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
      signal,
    }),
  );

export const keyOfAttempt = ({ event_id, attempt, created }: Attempt): string => `${event_id} ${attempt} ${created}`;

export const attemptsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, id, 'attempts'],
    queryFn: ({ pageParam, signal }) => readAttempts(id, pageParam, signal),
    ...byCursor,
  });

/** Keeps the first page of the attempts as it is; the pages below it do not change. */
export const latestAttemptsQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'latest-attempts'],
    queryFn: async ({ client, signal }) => {
      const head = await readAttempts(id, undefined, signal);
      client.setQueryData(attemptsQuery(id).queryKey, (old) => old && withHead(old, head, keyOfAttempt));
      return head.data.length;
    },
    refetchInterval: attemptsMs,
  });
