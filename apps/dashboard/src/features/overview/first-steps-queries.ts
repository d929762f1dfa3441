import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, currentAccount } from '../../api/client.js';
import { sessionQuery } from '../../session/queries.js';
import type { Presence } from '../../session/session.js';
import { findAccount } from '../../session/session.js';
import { browserStorage } from '../../storage.js';
import { readAccount } from '../account/queries.js';
import type { Mail } from './code-samples.js';

type Choice = 'dismissed' | 'built-in';

const buildName = (accountId: string, choice: Choice): string => `postrider.first-steps.${accountId}.${choice}`;

/** Whether the user dismissed the list, or chose the built-in delivery. Stored in this browser. */
export const hasChosen = (accountId: string, choice: Choice): boolean =>
  browserStorage.get(buildName(accountId, choice)) !== null;
export const choose = (accountId: string, choice: Choice): void =>
  browserStorage.set(buildName(accountId, choice), 'yes');

/** Whether the overview shows the list, before the account is loaded. */
export const mayShowFirstSteps = ({ id, role }: Presence['account']): boolean =>
  role === 'admin' && !hasChosen(id, 'dismissed');

/** Older accounts are not new, even if steps are missing. */
const newForSeconds = 30 * 86_400;

/** The progress of a new account. Only admins may read all of it. */
export const firstStepsQuery = queryOptions({
  queryKey: ['overview', 'first-steps'],
  queryFn: async ({ signal }) => {
    const account = await readAccount(signal);
    if (account.created < Date.now() / 1000 - newForSeconds) return null;
    const [logs, providers, keys, users, webhooks, templates] = await Promise.all([
      unwrap(api.GET('/logs/search', { params: { query: { count: 1 } }, signal })),
      unwrap(api.GET('/esp_accounts', { signal })),
      unwrap(api.GET('/api_keys', { signal })),
      unwrap(api.GET('/users', { signal })),
      unwrap(api.GET('/webhooks', { signal })),
      unwrap(api.GET('/templates/search', { signal })),
    ]);
    return {
      account,
      /** A template that can be sent. */
      template: templates.data.find(({ locales: [first] }) => (first?.published ?? 0) > 0)?.id,
      hasSent: logs.data.length > 0,
      hasProvider: providers.length > 0,
      hasKey: keys.length > 0,
      hasUsedKey: keys.some(({ last_used }) => last_used !== undefined),
      hasTeam: users.length > 1,
      hasWebhook: webhooks.data.length > 0,
    };
  },
});

/** Loaded together with the statistics, because it would move them down. */
export async function prefetchFirstSteps(queries: QueryClient): Promise<void> {
  const session = queries.getQueryData(sessionQuery.queryKey);
  const account = session && findAccount(session, currentAccount());
  if (account && mayShowFirstSteps(account)) await queries.prefetchQuery(firstStepsQuery);
}

export type FirstSteps = NonNullable<Awaited<ReturnType<NonNullable<typeof firstStepsQuery.queryFn>>>>;

/** Sends an email to the user. Sets a sender if the account has none. */
export const buildFirstMail = (
  { account: { default_sender } }: Pick<FirstSteps, 'account'>,
  { user: { email }, account }: Presence,
  content: { readonly template: string } | { readonly subject: string; readonly html: string },
): Mail => ({
  ...content,
  recipient: { address: email },
  ...(default_sender ? {} : { sender: { address: email, reply_to: email, name: account.name } }),
});
