import type { components } from '@postrider/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import { t } from '../../i18n/texts.js';
import { espAccountsQuery } from '../esp-accounts/queries.js';

/** The ESP accounts of the failures, by name. */
export function useEspAccountName(): (id: string) => string {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  return (id) => (id === 'builtin' ? t('built-in delivery') : (accounts.find((each) => each.id === id)?.name ?? id));
}

/** A cause: an ESP account, an outcome and the provider's code or `none` (docs/reference/failures.md). */
export type Cause = { readonly esp_account: string; readonly status: 'bounced' | 'dropped'; readonly code: string };
type FailureFilter = Partial<Cause>;

/** The search parameters of the list: all causes, or one. */
export function failureFilter({ esp_account, status, code }: Record<string, unknown>): FailureFilter {
  return typeof esp_account === 'string' && (status === 'bounced' || status === 'dropped') && typeof code === 'string'
    ? { esp_account, status, code }
    : {};
}

/** The cause in the URL, if any. */
export const toCause = ({ esp_account, status, code }: FailureFilter): Cause | undefined =>
  esp_account === undefined || status === undefined || code === undefined ? undefined : { esp_account, status, code };

export type Failed = components['schemas']['Failure'];
export type Group = components['schemas']['FailureGroup'];

export const failuresKey = ['failures'];

export const groupsQuery = queryOptions({
  queryKey: [...failuresKey, 'groups'],
  queryFn: ({ signal }) => unwrap(api.GET('/failures/groups', { signal })),
});

const retriedForDays = 3;

/** Emails that are being retried. The newest hundred determine the causes. */
export const retryingQuery = queryOptions({
  queryKey: [...failuresKey, 'retrying'],
  queryFn: async ({ signal }) => {
    const query = {
      status: 'failed_to_send,failed_to_queue,deferred',
      created_gte: Math.floor(Date.now() / 1000) - retriedForDays * 86_400,
      test: 'false' as const,
      count: 100,
    };
    return (await unwrap(api.GET('/logs/search', { params: { query }, signal }))).data;
  },
  refetchInterval: 5_000,
});

export const failuresQuery = (cause: Cause) =>
  listQuery([...failuresKey, cause], (cursor, signal) =>
    unwrap(
      api.GET('/failures', {
        params: { query: { ...cause, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );

type Replayed = { readonly replayed: number; readonly skipped: number };

/** Replays all emails of a cause, page by page. */
export async function replayCause(cause: Cause): Promise<Replayed> {
  let done: Replayed = { replayed: 0, skipped: 0 };
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const part: { replayed: readonly unknown[]; skipped: readonly unknown[]; next_cursor: string | null } =
      await unwrap(api.POST('/failures/replay', { body: { ...cause, ...(cursor === undefined ? {} : { cursor }) } }));
    done = { replayed: done.replayed + part.replayed.length, skipped: done.skipped + part.skipped.length };
    cursor = part.next_cursor;
  }
  return done;
}

/** Dismisses all failures of a cause. Their logs stay. */
export async function dropCause(cause: Cause): Promise<number> {
  let forgotten = 0;
  for (let more = true; more;) {
    const part = await unwrap(api.POST('/failures/forget', { body: cause }));
    forgotten += part.forgotten;
    more = part.more;
  }
  return forgotten;
}
