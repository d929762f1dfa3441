import type { components } from '@postrider/client';
import { unwrap, api, at } from '../../api/client.js';

type Schemas = components['schemas'];
export type Alert = Schemas['Alert'];
export type AlertBody = Schemas['AlertBody'];
export type Condition = Schemas['AlertCondition'];
export type ChannelType = Alert['channel']['type'];

export const readAlert = async (id: string): Promise<Alert> => (await unwrap(api.GET('/alerts/{id}', at(id)))).alert;

export const createAlert = (body: AlertBody) => unwrap(api.POST('/alerts', { body }));
export const updateAlert = (id: string, body: AlertBody) => unwrap(api.PUT('/alerts/{id}', { ...at(id), body }));
export const deleteAlert = (id: string) => unwrap(api.DELETE('/alerts/{id}', at(id)));
export const testAlert = (id: string) => unwrap(api.POST('/alerts/{id}/test', at(id)));
