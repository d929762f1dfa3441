import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, fileFrom } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import { ApiFailure } from '../../api/failure.js';

const at = (email: string) => ({ params: { path: { email } } });

export async function readCustomer(email: string, signal?: AbortSignal) {
  const { customer } = await unwrap(api.GET('/customers/{email}', { ...at(email), ...(signal && { signal }) }));
  return customer;
}

/** Whether a customer with this address exists. An invalid address returns false; saving reports it. */
export async function isKnown(email: string): Promise<boolean> {
  const { data } = await unwrap(api.GET('/customers', { params: { query: { search: email, count: 1 } } })).catch(
    (error: unknown) => {
      if (error instanceof ApiFailure && error.httpStatus === 400) return { data: [] };
      throw error;
    },
  );
  return data.some((found) => found.email.toLowerCase() === email.toLowerCase());
}

export const saveCustomer = (body: components['schemas']['CustomerBody']) => unwrap(api.POST('/customers', { body }));

export const deleteCustomer = (email: string) => unwrap(api.DELETE('/customers/{email}', at(email)));

/** Erases the person, also in logs and campaigns (docs/reference/personal-data.md#erase-a-person). */
export const eraseCustomer = (email: string) =>
  unwrap(api.DELETE('/customers/{email}', { params: { path: { email }, query: { erase: 'true' } } }));

/** @param cents of revenue; undefined without a value */
export const recordConversion = (email: string, cents: number | undefined) =>
  unwrap(
    api.POST('/customers/{email}/conversions', {
      ...at(email),
      body: cents === undefined ? {} : { revenue: cents },
    }),
  );

export const leaveCampaigns = (recipient_address: string) =>
  unwrap(api.POST('/drip_campaigns/deactivate', { body: { recipient_address } }));

/** All stored data of the person. */
export const exportCustomer = (email: string): Promise<Blob> =>
  fileFrom(`/customers/${encodeURIComponent(email)}/export`);

type CustomerFilter = { readonly search?: string };

/** The search parameters of the list. */
export const customerFilter = ({ search }: Record<string, unknown>): CustomerFilter =>
  typeof search === 'string' && search !== '' ? { search } : {};

export type Customer = components['schemas']['Customer'];

export const customersKey = ['customers'];
export const logsShown = 100;

export const customersQuery = (filter: CustomerFilter) =>
  listQuery([...customersKey, 'list', filter], (cursor, signal) =>
    unwrap(
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

/** The newest emails to the customer, including waiting emails of drip campaigns. */
export const customerLogsQuery = (email: string) =>
  queryOptions({
    queryKey: [...customersKey, email, 'logs'],
    queryFn: async ({ signal }) => {
      const { logs } = await unwrap(
        api.GET('/customers/{email}/logs', { params: { path: { email }, query: { count: logsShown } }, signal }),
      );
      return logs;
    },
  });
