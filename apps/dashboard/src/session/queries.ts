import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@postrider/client';
import { unwrap, api, currentAccount, rememberAccount } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import type { Session } from './session.js';
import { findAccount } from './session.js';
import { t } from '../i18n/texts.js';
import { leaveEventStream, restartEventStream } from '../api/use-event-stream.js';
import { runPending } from '../ui/toasts.js';

/** For a known user only the password can be wrong; the API does not distinguish. */
export const wrongPassword = (failure: Error | null): string | undefined =>
  isWrongPassword(failure) ? t('Wrong password.') : undefined;

/** The same if the address was typed too. */
export const wrongPasswordOrAddress = (failure: Error | null): string | undefined =>
  isWrongPassword(failure) ? t('Email or password is wrong.') : undefined;

/** Shown at the password, so the form does not repeat it. */
export const isWrongPassword = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.code === 'wrong_credentials';

type Schemas = components['schemas'];

/** The current session, or null. */
export const readSession = (): Promise<Session | null> => unwrap(api.GET('/session')).then(begin).catch(noSession);

const readLogInMethods = () => unwrap(api.GET('/log_in_methods'));

export const logIn = (body: Schemas['LogInBody']): Promise<Session> =>
  unwrap(api.POST('/session', { body })).then(begin);

export const logOut = (): Promise<unknown> => unwrap(api.DELETE('/session'));

export const logOutEverywhere = (): Promise<unknown> => unwrap(api.DELETE('/sessions'));

export const changeUser = (body: Schemas['UserChanges']): Promise<Session> => unwrap(api.PATCH('/session', { body }));

export const requestPasswordReset = (email: string): Promise<unknown> =>
  unwrap(api.POST('/password_resets', { body: { email } }));

export const confirmReset = (body: Schemas['ConfirmBody']): Promise<Session> =>
  unwrap(api.POST('/password_resets/confirm', { body })).then(begin);

export const checkInvitation = (token: string) => unwrap(api.POST('/invitations/check', { body: { token } }));

export type Invitation = Awaited<ReturnType<typeof checkInvitation>>;

export const acceptInvitation = (body: Schemas['AcceptBody']): Promise<Session> =>
  unwrap(api.POST('/invitations/accept', { body })).then(begin);

/**
 * Accepts the invitation of the first admin, and names the account. The name can be changed later, so a failure to
 * set it is ignored.
 */
export async function beginAccount(body: Schemas['AcceptBody'], name: string): Promise<Session> {
  const session = await acceptInvitation(body);
  await unwrap(api.PATCH('/account', { body: { name } })).catch(() => undefined);
  return (await readSession()) ?? session;
}

/** Requests carry the account of the session as soon as the session is known. */
function begin(session: Session): Session {
  const account = findAccount(session, currentAccount());
  if (account && account.id !== currentAccount()) rememberAccount(account.id);
  return session;
}

function noSession(error: unknown): null {
  if (error instanceof ApiFailure && error.httpStatus === 401) return null;
  throw error;
}

/** Read once. Later requests report the end of the session by 401, which must not unmount the page. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  // A session with another selected account must rerender.
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Constant while the page is open: the operator decides it. */
export const logInMethodsQuery = queryOptions({
  queryKey: ['log-in-methods'],
  queryFn: readLogInMethods,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Clears all cached data when the user, the session or the account changes. The session's own query stays, since
 * `SessionGate` observes it.
 */
export function changeSession(queries: QueryClient, session: Session | null): void {
  queries.setQueryData(sessionQuery.queryKey, session && { ...session });
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queries.getMutationCache().clear();
  if (session) restartEventStream();
  else leaveEventStream();
}

/** Ends the session with `end`, after carrying out pending actions. */
export function useLogOut(end: () => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await runPending();
      // A refetch now would get a 401.
      await queries.cancelQueries();
      await end();
    },
    onSuccess: () => changeSession(queries, null),
  });
}
