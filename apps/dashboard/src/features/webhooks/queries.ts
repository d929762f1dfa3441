import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { listQuery, withHead } from '../../api/pages.js';
import { readWebhook } from './requests.js';

export type Attempt = components['schemas']['WebhookAttempt'];

/** How often the attempts are read again while somebody looks at them: a test takes a second or two. */
const attemptsMs = 3_000;

export const webhooksKey = ['webhooks'];

export const webhooksQuery = listQuery([...webhooksKey, 'list'], (cursor, signal) =>
  answer(api.GET('/webhooks', { params: { query: cursor === undefined ? {} : { cursor } }, signal })),
);

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
  listQuery([...webhooksKey, id, 'attempts'], (cursor, signal) => readAttempts(id, cursor, signal));

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
