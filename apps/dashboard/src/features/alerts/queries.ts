import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

type Schemas = components['schemas'];
export type Alert = Schemas['Alert'];
export type AlertBody = Schemas['AlertBody'];
export type Condition = Schemas['AlertCondition'];
export type ChannelType = Alert['channel']['type'];

const at = (id: string) => ({ params: { path: { id } } });

export const alertsKey = ['alerts'];

/** An account has at most 50, unless the operator permits more. Their states change every minute. */
export const alertsQuery = queryOptions({
  queryKey: alertsKey,
  queryFn: ({ signal }) => answer(api.GET('/alerts', { params: { query: { count: 100 } }, signal })),
  select: ({ data }) => data,
  refetchInterval: 15_000,
});

export const readAlert = async (id: string): Promise<Alert> => (await answer(api.GET('/alerts/{id}', at(id)))).alert;

export const createAlert = (body: AlertBody) => answer(api.POST('/alerts', { body }));
export const updateAlert = (id: string, body: AlertBody) => answer(api.PUT('/alerts/{id}', { ...at(id), body }));
export const deleteAlert = (id: string) => answer(api.DELETE('/alerts/{id}', at(id)));
export const testAlert = (id: string) => answer(api.POST('/alerts/{id}/test', at(id)));
