import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

export type Account = components['schemas']['Account'];
export type AccountChanges = components['schemas']['AccountChanges'];
export type Limit = components['schemas']['Limit'];

export const readAccount = (signal?: AbortSignal) => answer(api.GET('/account', signal ? { signal } : {}));

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) });

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await answer(api.GET('/limits', { signal }))).limits,
});

export const changeAccount = (body: AccountChanges) => answer(api.PATCH('/account', { body }));
