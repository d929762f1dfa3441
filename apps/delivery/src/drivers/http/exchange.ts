import type { z } from 'zod';

export interface ProviderRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | URLSearchParams;
}

/** No answer. `unknown`: the request had gone out, so that the provider may have taken the mail. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';

  constructor(message: string, readonly code: string | undefined, readonly unknown: boolean, readonly untrusted: boolean) {
    super(message);
  }
}

const maxAnswerBytes = 256 * 1024;

/** An answer, read to its end or to 256 KB. */
export class ProviderAnswer {
  constructor(readonly status: number, readonly headers: Headers, readonly text: string) {}

  /** The body, if it is JSON of this shape. */
  read<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | undefined {
    try {
      return schema.safeParse(JSON.parse(this.text)).data;
    } catch {
      return undefined;
    }
  }
}

/** One POST. Redirects are answers: a provider's API has none, and credentials follow nobody. @throws ExchangeFailed */
export async function exchange({ url, headers, body }: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json', ...headers }, body, signal, redirect: 'manual' });
    return new ProviderAnswer(response.status, response.headers, await readCapped(response));
  } catch (error) {
    throw failureOf(error, signal);
  }
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxAnswerBytes);
}

const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const untrustedPeer = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/;

function failureOf(error: unknown, signal: AbortSignal): ExchangeFailed {
  if (signal.aborted) return new ExchangeFailed('The attempt ran out of time', 'ETIMEDOUT', true, false);
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code;
  const untrusted = untrustedPeer.test(code ?? '');
  return new ExchangeFailed(cause?.message || code || message || 'no answer', code, !untrusted && !neverLeft.has(code ?? ''), untrusted);
}
