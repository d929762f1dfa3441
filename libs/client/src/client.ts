import type { Client as FetchClient, Middleware } from 'openapi-fetch';
import createFetchClient from 'openapi-fetch';
import type { paths } from './api.js';
import type { RetryOptions } from './retrying-fetch.js';
import { retryingFetch } from './retrying-fetch.js';
import type { Mail, Receipt, SendOptions } from './send.js';
import { send } from './send.js';

export interface ClientOptions extends Partial<RetryOptions> {
  /** The URL of the gateway: `https://mail.example.com`, without `/api/v1`. */
  readonly url: string;
  /** An API key, live or test. */
  readonly key: string;
}

/** One method per HTTP method; each takes an API path and returns `{ data }` or `{ error }`. */
export interface Client extends FetchClient<paths> {
  /**
   * `POST /send`, with or without a template.
   * @throws PostriderError if the email is not accepted
   */
  send(mail: Mail, options?: SendOptions): Promise<Receipt>;
}

/** Paths whose POST accepts an `Idempotency-Key` in the OpenAPI description. */
type IdempotentPath = {
  [Path in keyof paths & string]: paths[Path] extends { post: { parameters: { header?: infer Header } } }
    ? [NonNullable<Header>] extends [never]
      ? never
      : Path
    : never;
}[keyof paths & string];
const idempotentPaths: Readonly<Record<IdempotentPath, true>> = {
  '/send': true,
  '/send/raw': true,
  '/resend': true,
  '/send_proposals': true,
  '/drip_campaigns/{id}/activate': true,
};

/** A client of the API (docs/guides/conventions.md). */
export function createClient({
  url,
  key,
  retries = 3,
  timeoutMs = 30_000,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  const client = createFetchClient<paths>({
    baseUrl: `${url.replace(/(?<!\/)\/+$/, '')}/api/v1`,
    headers: { authorization: `Basic ${btoa(`${key}:`)}` },
    fetch: retryingFetch({ retries, timeoutMs, fetch }),
  });
  client.use(idempotent);
  return { ...client, send: (mail, options) => send(client, mail, options) };
}

const idempotent: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method === 'POST' && schemaPath in idempotentPaths && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    return request;
  },
};
