import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { z } from 'zod';

export interface ProviderRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData | URLSearchParams | undefined;
}

/**
 * Why there is no response.
 * - `invalid_request`: the account's credentials cannot be put into a request.
 * - `untrusted`: the TLS certificate is invalid.
 * - `not_sent`: no byte of the request was sent.
 * - `outcome_unknown`: sending had started, so the provider may have accepted the email.
 */
export type NoResponseReason = 'invalid_request' | 'untrusted' | 'not_sent' | 'outcome_unknown';

export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';

  constructor(
    readonly reason: NoResponseReason,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

const networkErrors: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host name not found (DNS)',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
};

/** The error in plain words, for the log. */
export const describeNetworkError = ({ code = '', message }: ExchangeFailed): string => networkErrors[code] ?? message;

const maxResponseBytes = 256 * 1024;

/** A response, of which at most 256 KB are read. */
export class ProviderResponse {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  /** The body, if it is JSON of this shape. */
  read<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | undefined {
    try {
      return schema.safeParse(JSON.parse(this.text)).data;
    } catch {
      return undefined;
    }
  }
}

/** Whether the request of an exchange has started to be sent. */
interface Progress {
  hasStarted: boolean;
}

/** fetch does not report this, but undici does: when it is connected and about to write the headers. */
const exchanges = new AsyncLocalStorage<Progress>();
const progressByRequest = new WeakMap<object, Progress>();
subscribe('undici:request:create', (event) => {
  const progress = exchanges.getStore();
  if (progress) progressByRequest.set((event as { request: object }).request, progress);
});
subscribe('undici:client:sendHeaders', (event) => {
  const progress = progressByRequest.get((event as { request: object }).request);
  if (progress) progress.hasStarted = true;
});

/**
 * One request. Redirects are not followed: provider APIs have none, and credentials must not leak.
 * @throws ExchangeFailed
 */
export async function exchange(input: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse> {
  const request = toRequest(input);
  const progress: Progress = { hasStarted: false };
  const controller = new AbortController();
  const end = (): void => controller.abort();
  // After a blocked event loop, timers fire before sockets are read: a response that has arrived is read first.
  const abort = (): void => void (progress.hasStarted ? setImmediate(end) : end());
  if (signal.aborted) end();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await exchanges.run(progress, () =>
      fetch(request, { signal: controller.signal, redirect: 'manual' }),
    );
    return new ProviderResponse(response.status, response.headers, await readCapped(response));
  } catch (error) {
    throw toFailure(error, controller.signal, progress);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toRequest({ method = 'POST', url, headers, body }: ProviderRequest): Request {
  try {
    return new Request(url, { method, headers: { accept: 'application/json', ...headers }, body: body ?? null });
  } catch (error) {
    throw new ExchangeFailed('invalid_request', (error as Error).message);
  }
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += chunk.length;
    if (bytes > maxResponseBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxResponseBytes);
}

const untrustedPeer =
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/;

function toFailure(error: unknown, signal: AbortSignal, { hasStarted }: Progress): ExchangeFailed {
  if (signal.aborted)
    return new ExchangeFailed(hasStarted ? 'outcome_unknown' : 'not_sent', 'The attempt timed out', 'ETIMEDOUT');
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code;
  const reason = hasStarted ? 'outcome_unknown' : untrustedPeer.test(code ?? '') ? 'untrusted' : 'not_sent';
  return new ExchangeFailed(reason, cause?.message || code || message || 'no answer', code);
}
