import { ask } from '../api/client.js';
import { ApiFailure, refused } from '../api/failure.js';
import type { Role, Session } from './session.js';

/** Who is logged in, or nobody. */
export const readSession = (): Promise<Session | null> => call<Session>('GET', '/session').catch(nobody);

export const logIn = (credentials: { email: string; password: string }): Promise<Session> =>
  call('POST', '/session', credentials);

export const logOut = (): Promise<unknown> => call('DELETE', '/session');

export const changeProfile = (change: { name?: string; language?: string }): Promise<Session> =>
  call('PATCH', '/session', change);

export const askForReset = (email: string): Promise<unknown> => call('POST', '/password_resets', { email });

export const confirmReset = (token: string, password: string): Promise<Session> =>
  call('POST', '/password_resets/confirm', { token, password });

export type Invitation = {
  readonly email: string | null;
  readonly account: { readonly name: string };
  readonly role: Role;
};

export const checkInvitation = (token: string): Promise<Invitation> => call('POST', '/invitations/check', { token });

export const acceptInvitation = (accepted: {
  token: string;
  name: string;
  email?: string;
  password: string;
}): Promise<Session> => call('POST', '/invitations/accept', accepted);

function nobody(error: unknown): null {
  if (error instanceof ApiFailure && error.httpStatus === 401) return null;
  throw error;
}

async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await ask(new Request(`/api/v1${path}`, { method, ...json }), { isLogIn: true });
  const content = (await response.json().catch(() => undefined)) as unknown;
  if (!response.ok) throw refused(response, content);
  return content as Data;
}
