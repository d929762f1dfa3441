import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';

type Schemas = components['schemas'];

const at = (id: string) => ({ params: { path: { id } } });

export const readEspAccount = async (id: string, signal?: AbortSignal) =>
  (await answer(api.GET('/esp_accounts/{id}', { ...at(id), ...(signal && { signal }) }))).esp_account;

export const createEspAccount = (body: Schemas['EspAccountBody']) => answer(api.POST('/esp_accounts', { body }));

export const updateEspAccount = (id: string, body: Schemas['EspAccountUpdate']) =>
  answer(api.PUT('/esp_accounts/{id}', { ...at(id), body }));

export const deleteEspAccount = (id: string) => answer(api.DELETE('/esp_accounts/{id}', at(id)));

export const makeDefault = (esp_id: string) => answer(api.PUT('/esp_accounts/set_default', { body: { esp_id } }));

export const testEspAccount = (id: string) => answer(api.POST('/esp_accounts/{id}/test', at(id)));

export const tryEspAccount = (body: Schemas['EspAccountTrial']) => answer(api.POST('/esp_accounts/test', { body }));

export const setUpWebhook = (id: string) => answer(api.POST('/esp_accounts/{id}/setup_webhook', at(id)));

export const rotateWebhookUrl = (id: string) => answer(api.POST('/esp_accounts/{id}/rotate_webhook', at(id)));
