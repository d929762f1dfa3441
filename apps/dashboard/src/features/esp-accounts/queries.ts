import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, at } from '../../api/client.js';

type Schemas = components['schemas'];

export const readEspAccount = async (id: string, signal?: AbortSignal) =>
  (await unwrap(api.GET('/esp_accounts/{id}', { ...at(id), ...(signal && { signal }) }))).esp_account;

export const createEspAccount = (body: Schemas['EspAccountBody']) => unwrap(api.POST('/esp_accounts', { body }));

export const updateEspAccount = (id: string, body: Schemas['EspAccountUpdate']) =>
  unwrap(api.PUT('/esp_accounts/{id}', { ...at(id), body }));

export const deleteEspAccount = (id: string) => unwrap(api.DELETE('/esp_accounts/{id}', at(id)));

/** Repeats the call until no email can be moved. */
export async function moveMail(id: string, to: string): Promise<{ moved: number; staying: number }> {
  for (let moved = 0; ;) {
    const part = await unwrap(api.POST('/esp_accounts/{id}/move_mail', { ...at(id), body: { to } }));
    moved += part.moved;
    if (!part.more) return { moved, staying: part.staying };
  }
}

/** Counts are written every ten seconds. */
const attemptsAgainAfterMs = 10_000;

export const attemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['esp-accounts', id, 'attempts'],
    queryFn: ({ signal }) => unwrap(api.GET('/esp_accounts/{id}/attempts', { ...at(id), signal })),
    refetchInterval: attemptsAgainAfterMs,
  });

/** Ends a pause, and makes emails due that failed because of the account. */
export const retryEspAccount = (id: string) => unwrap(api.POST('/esp_accounts/{id}/retry', at(id)));

export const makeDefault = (esp_id: string) => unwrap(api.PUT('/esp_accounts/set_default', { body: { esp_id } }));

export const testEspAccount = (id: string) => unwrap(api.POST('/esp_accounts/{id}/test', at(id)));

export const tryEspAccount = (body: Schemas['EspAccountTrial']) => unwrap(api.POST('/esp_accounts/test', { body }));

export type SenderDomain = Schemas['SenderDomain'];

export const checkSender = (address: string) => unwrap(api.POST('/esp_accounts/check_sender', { body: { address } }));

export const setUpWebhook = (id: string) => unwrap(api.POST('/esp_accounts/{id}/setup_webhook', at(id)));

export const rotateWebhookUrl = (id: string) => unwrap(api.POST('/esp_accounts/{id}/rotate_webhook', at(id)));

export type EspAccount = components['schemas']['EspAccount'];

export const espAccountsKey = ['esp-accounts'];

export const espAccountsQuery = queryOptions({
  queryKey: [...espAccountsKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/esp_accounts', { signal })),
});

export const espAccountQuery = (id: string) =>
  queryOptions({
    queryKey: [...espAccountsKey, id],
    queryFn: ({ signal }) => readEspAccount(id, signal),
  });
