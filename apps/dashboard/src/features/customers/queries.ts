import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { CustomerFilter } from './filter.js';
import { readCustomer } from './requests.js';

export type Customer = components['schemas']['Customer'];

export const customersKey = ['customers'];
export const logsShown = 100;

export const customersQuery = (filter: CustomerFilter) =>
  listQuery([...customersKey, 'list', filter], (cursor, signal) =>
    answer(
      api.GET('/customers', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );

export const customerQuery = (email: string) =>
  queryOptions({
    queryKey: [...customersKey, email],
    queryFn: ({ signal }) => readCustomer(email, signal),
  });

/** The newest mails to them, those of drip campaigns that wait included. */
export const customerLogsQuery = (email: string) =>
  queryOptions({
    queryKey: [...customersKey, email, 'logs'],
    queryFn: async ({ signal }) => {
      const { logs } = await answer(
        api.GET('/customers/{email}/logs', { params: { path: { email }, query: { count: logsShown } }, signal }),
      );
      return logs;
    },
  });

export const customerSuppressionsQuery = (email: string) =>
  queryOptions({
    queryKey: ['suppressions', { email }],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/suppressions', { params: { query: { email } }, signal }))).data,
  });
