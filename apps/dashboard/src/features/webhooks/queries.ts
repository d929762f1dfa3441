import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, at } from '../../api/client.js';
import { listQuery, mergeFirstPage } from '../../api/pages.js';

/** The value of a `datetime-local` input, in the user's time zone. */
export const formatMinute = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const startOfMinute = (value: string): number => Math.floor(new Date(value).getTime() / 1000);

/** The API stops before `until`, and the input has no seconds, so the displayed minute is included. */
export const endOfMinute = (value: string): number => startOfMinute(value) + 60;

export type EventType = components['schemas']['WebhookEventType'];

/** In the usual order of events. */
export const eventTypes = [
  'email.triggered',
  'email.queued',
  'email.sent',
  'email.processed',
  'email.delivered',
  'email.deferred',
  'email.dropped',
  'email.bounced',
  'email.opened',
  'email.re_opened',
  'email.clicked',
  'email.re_clicked',
  'email.reported_as_spam',
  'email.unsubscribed',
] as const satisfies readonly EventType[];

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookContent = Pick<Webhook, 'url' | 'events' | 'description'> & Pick<Schemas['WebhookBody'], 'format'>;

export async function readWebhook(id: string, signal?: AbortSignal): Promise<Webhook> {
  const { webhook } = await unwrap(api.GET('/webhooks/{id}', { ...at(id), ...(signal && { signal }) }));
  return webhook;
}

/** The fields of the form. */
export const toContent = ({ url, events, description }: Webhook): WebhookContent => ({ url, events, description });

export const createWebhook = (body: WebhookContent) => unwrap(api.POST('/webhooks', { body }));

/** PUT keeps `enabled` if omitted, and removes other omitted fields. */
export const updateWebhook = (id: string, body: WebhookContent & { readonly enabled?: boolean }) =>
  unwrap(api.PUT('/webhooks/{id}', { ...at(id), body }));

/** Keeps the other fields. */
export const setWebhookEnabled = async (id: string, enabled: boolean) =>
  updateWebhook(id, { ...toContent(await readWebhook(id)), enabled });

export const deleteWebhook = (id: string) => unwrap(api.DELETE('/webhooks/{id}', at(id)));
export const rotateSecret = (id: string) => unwrap(api.POST('/webhooks/{id}/rotate_secret', at(id)));

export const testWebhook = (id: string, type: Schemas['WebhookEventType']) =>
  unwrap(api.POST('/webhooks/{id}/test', { ...at(id), body: { type } }));

/** Replays one event, or a time range (Unix seconds) page by page. */
export async function replay(id: string, what: Schemas['WebhookReplayBody']): Promise<number> {
  let replayed = 0;
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const done: { replayed: number; next_cursor: string | null } = await unwrap(
      api.POST('/webhooks/{id}/replay', { ...at(id), body: { ...what, ...(cursor === undefined ? {} : { cursor }) } }),
    );
    replayed += done.replayed;
    cursor = done.next_cursor;
  }
  return replayed;
}

export type Attempt = components['schemas']['WebhookAttempt'];

/** Polling interval of the attempts while visible: a test event takes a second or two. */
const attemptsMs = 3_000;

export const webhooksKey = ['webhooks'];

export const webhooksQuery = listQuery([...webhooksKey, 'list'], (cursor, signal) =>
  unwrap(api.GET('/webhooks', { params: { query: cursor === undefined ? {} : { cursor } }, signal })),
);

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => readWebhook(id, signal),
  });

const readAttempts = (id: string, cursor: string | undefined, signal: AbortSignal) =>
  unwrap(
    api.GET('/webhooks/{id}/attempts', {
      params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
      signal,
    }),
  );

export const keyOfAttempt = ({ event_id, attempt, created }: Attempt): string => `${event_id} ${attempt} ${created}`;

export const attemptsQuery = (id: string) =>
  listQuery([...webhooksKey, id, 'attempts'], (cursor, signal) => readAttempts(id, cursor, signal));

/** Keeps the first page of the attempts unchanged. The pages below it do not change. */
export const latestAttemptsQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'latest-attempts'],
    queryFn: async ({ client, signal }) => {
      const head = await readAttempts(id, undefined, signal);
      client.setQueryData(attemptsQuery(id).queryKey, (old) => old && mergeFirstPage(old, head, keyOfAttempt));
      return head.data.length;
    },
    refetchInterval: attemptsMs,
  });
