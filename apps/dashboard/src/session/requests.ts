import type { components } from '@postrider/client';
import { currentAccount, rememberAccount } from '../api/account.js';
import { answer, api } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import type { Session } from './session.js';
import { accountOf } from './session.js';

type Schemas = components['schemas'];

/** Who is logged in, or nobody. */
export const readSession = (): Promise<Session | null> => answer(api.GET('/session')).then(begin).catch(nobody);

export const readLogInMethods = () => answer(api.GET('/log_in_methods'));

export const logIn = (body: Schemas['LogInBody']): Promise<Session> =>
  answer(api.POST('/session', { body })).then(begin);

export const logOut = (): Promise<unknown> => answer(api.DELETE('/session'));

export const logOutEverywhere = (): Promise<unknown> => answer(api.DELETE('/sessions'));

export const changeUser = (body: Schemas['UserChanges']): Promise<Session> => answer(api.PATCH('/session', { body }));

export const askForReset = (email: string): Promise<unknown> =>
  answer(api.POST('/password_resets', { body: { email } }));

export const confirmReset = (body: Schemas['ConfirmBody']): Promise<Session> =>
  answer(api.POST('/password_resets/confirm', { body })).then(begin);

export const checkInvitation = (token: string) => answer(api.POST('/invitations/check', { body: { token } }));

export type Invitation = Awaited<ReturnType<typeof checkInvitation>>;

export const acceptInvitation = (body: Schemas['AcceptBody']): Promise<Session> =>
  answer(api.POST('/invitations/accept', { body })).then(begin);

/** Requests are made for the account of a session from the moment the session is known. */
function begin(session: Session): Session {
  const account = accountOf(session, currentAccount());
  if (account && account.id !== currentAccount()) rememberAccount(account.id);
  return session;
}

function nobody(error: unknown): null {
  if (error instanceof ApiFailure && error.httpStatus === 401) return null;
  throw error;
}
