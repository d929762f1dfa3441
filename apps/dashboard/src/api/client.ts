import type { paths } from '@postrider/client';
import createFetchClient from 'openapi-fetch';
import { rejected, unanswered } from './failure.js';
import { browserStorage, tabStorage } from '../storage.js';

const storageKey = 'postrider.account';

/** The account that this tab shows. A new tab starts with the account chosen last. */
export const currentAccount = (): string | undefined =>
  tabStorage.get(storageKey) ?? browserStorage.get(storageKey) ?? undefined;

export function rememberAccount(id: string): void {
  tabStorage.set(storageKey, id);
  browserStorage.set(storageKey, id);
}

const listeners = new Set<() => void>();

/** Notifies the log-in dialog that the session has ended. */
const notifySessionEnded = (): void => listeners.forEach((listener) => listener());

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isLeaving = false;

/** Requests that start while the page unloads continue without it (keepalive). */
export function watchPageLeaving(): void {
  addEventListener('pagehide', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
}

const accountHeader = 'Postrider-Account';

/**
 * The API client of the current session (docs/dashboard.md#call-the-api): `unwrap(api.GET('/logs', { params: { query
 * }, signal }))`.
 */
export const api = createFetchClient<paths>({ baseUrl: '/api/v1', fetch: (request) => fetchForAccount(request) });

/** The response data. Throws an `ApiFailure`. */
export async function unwrap<Data>(
  pending: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await pending;
  if (!response.ok) throw rejected(response, error);
  return data as Exclude<Data, undefined>;
}

/** `fetch` for the selected account. A 401 notifies the log-in dialog. */
export async function fetchForAccount(request: Request): Promise<Response> {
  const account = currentAccount();
  if (account !== undefined) request.headers.set(accountHeader, account);
  try {
    // Requests outlive the page that started them (https://fetch.spec.whatwg.org/#request-keepalive-flag).
    const response = await fetch(request, isLeaving ? { keepalive: true } : {});
    if (response.status === 401) notifySessionEnded();
    return response;
  } catch (error) {
    throw request.signal.aborted ? error : unanswered(error, request.method);
  }
}

/** Downloads a file of the API; `address` is the path after `/api/v1`. */
export async function fileFrom(address: string): Promise<Blob> {
  const response = await fetchForAccount(new Request(`/api/v1${address}`));
  if (!response.ok) throw rejected(response, await response.json().catch(() => undefined));
  return response.blob();
}

/** The path of a resource: `api.GET('/webhooks/{id}', at(id))`. */
export const at = (id: string) => ({ params: { path: { id } } });
