import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { readEspAccount } from './requests.js';

export type EspAccount = components['schemas']['EspAccount'];

export const espAccountsKey = ['esp-accounts'];

export const espAccountsQuery = queryOptions({
  queryKey: [...espAccountsKey, 'list'],
  queryFn: ({ signal }) => answer(api.GET('/esp_accounts', { signal })),
});

export const espAccountQuery = (id: string) =>
  queryOptions({
    queryKey: [...espAccountsKey, id],
    queryFn: ({ signal }) => readEspAccount(id, signal),
  });
