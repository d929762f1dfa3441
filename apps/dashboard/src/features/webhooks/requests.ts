import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';
import type { Webhook } from './queries.js';

type Schemas = components['schemas'];
export type WebhookBody = Pick<Webhook, 'url' | 'events' | 'description'> & { readonly enabled?: boolean };

const at = (id: string) => ({ params: { path: { id } } });

export const createWebhook = (body: WebhookBody) => answer(api.POST('/webhooks', { body }));
export const updateWebhook = (id: string, body: WebhookBody) => answer(api.PUT('/webhooks/{id}', { ...at(id), body }));
export const deleteWebhook = (id: string) => answer(api.DELETE('/webhooks/{id}', at(id)));
export const rotateSecret = (id: string) => answer(api.POST('/webhooks/{id}/rotate_secret', at(id)));

export const testWebhook = (id: string, type: Schemas['WebhookEventType']) =>
  answer(api.POST('/webhooks/{id}/test', { ...at(id), body: { type } }));

/** One event, or all between two times (seconds); a call posts a part of them. */
export async function replay(id: string, what: Schemas['WebhookReplayBody']): Promise<number> {
  let replayed = 0;
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const done: { replayed: number; next_cursor: string | null } = await answer(
      api.POST('/webhooks/{id}/replay', { ...at(id), body: { ...what, ...(cursor === undefined ? {} : { cursor }) } }),
    );
    replayed += done.replayed;
    cursor = done.next_cursor;
  }
  return replayed;
}
