import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookContent = Pick<Webhook, 'url' | 'events' | 'description'>;

const at = (id: string) => ({ params: { path: { id } } });

export async function readWebhook(id: string, signal?: AbortSignal): Promise<Webhook> {
  const { webhook } = await answer(api.GET('/webhooks/{id}', { ...at(id), ...(signal && { signal }) }));
  return webhook;
}

/** What its form holds. */
export const contentOf = ({ url, events, description }: Webhook): WebhookContent => ({ url, events, description });

export const createWebhook = (body: WebhookContent) => answer(api.POST('/webhooks', { body }));

/** Whether it is switched on stays where it is not said; what else is left out is removed. */
export const updateWebhook = (id: string, body: WebhookContent & { readonly enabled?: boolean }) =>
  answer(api.PUT('/webhooks/{id}', { ...at(id), body }));

/** Of the rest, what there is now stays. */
export const switchWebhook = async (id: string, enabled: boolean) =>
  updateWebhook(id, { ...contentOf(await readWebhook(id)), enabled });

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
