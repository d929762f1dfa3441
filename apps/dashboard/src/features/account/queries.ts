import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';

export type Account = components['schemas']['Account'];
export type AccountChanges = components['schemas']['AccountChanges'];
export type Limit = components['schemas']['Limit'];

export const readAccount = (signal?: AbortSignal) => unwrap(api.GET('/account', signal ? { signal } : {}));

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) });

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/limits', { signal }))).limits,
});

export const changeAccount = (body: AccountChanges) => unwrap(api.PATCH('/account', { body }));
