import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, fetchForAccount, fileFrom } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import { rejected } from '../../api/failure.js';

export type Reason = components['schemas']['SuppressionReason'];
export type SuppressionFilter = { readonly search?: string; readonly reason?: Reason };

export const reasons = ['hard_bounce', 'spam_report', 'unsubscribe', 'manual'] as const satisfies readonly Reason[];

/** The search parameters of the list. */
export const suppressionFilter = ({ search, reason }: Record<string, unknown>): SuppressionFilter => ({
  ...(typeof search === 'string' && search !== '' ? { search } : {}),
  ...(reasons.includes(reason as Reason) ? { reason: reason as Reason } : {}),
});

export type Suppression = components['schemas']['Suppression'];

export const suppressionsKey = ['suppressions'];

export const suppressionsQuery = (filter: SuppressionFilter) =>
  listQuery([...suppressionsKey, filter], (cursor, signal) =>
    unwrap(
      api.GET('/suppressions', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );

/** Those of one address. */
export const suppressionsOfQuery = (email: string) =>
  queryOptions({
    queryKey: [...suppressionsKey, { email }],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/suppressions', { params: { query: { email } }, signal }))).data,
  });

type NewSuppression = { readonly email: string; readonly reason: Reason; readonly note?: string };

/** The result of an import, or of its dry run. */
export type ImportResult = {
  readonly added: number;
  readonly known: number;
  readonly refused: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
};

export const suppress = (body: NewSuppression) => unwrap(api.POST('/suppressions', { body }));

export const unsuppress = (email: string, reason: Reason) =>
  unwrap(api.DELETE('/suppressions/{email}', { params: { path: { email }, query: { reason } } }));

/** Restores a removed suppression. */
export const restore = ({ email, reason, note }: Suppression & { email: string }) => suppress({ email, reason, note });

/** @param isTrial writes nothing */
export async function importFile(file: File, isTrial: boolean): Promise<ImportResult> {
  const response = await fetchForAccount(
    new Request(`/api/v1/suppressions/import?dry_run=${isTrial}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: file,
    }),
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw rejected(response, body);
  return body as ImportResult;
}

/** A file for the reader's disk. */
export const exportFile = (filter: SuppressionFilter): Promise<Blob> =>
  fileFrom(`/suppressions/export?${new URLSearchParams(filter)}`);
