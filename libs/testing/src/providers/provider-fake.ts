import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface FakeRequest {
  readonly method: string;
  /** The path with its query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: object | string | undefined;
}

/** An email that a provider accepted: `raw` if its API takes MIME, `fields` if it takes fields. */
export interface AcceptedMail {
  readonly to: readonly string[];
  readonly logId: string | undefined;
  readonly raw?: string | undefined;
  readonly fields?: unknown;
}

/** The behaviour of a provider: checks authentication and request shape as the provider does, with its error bodies. */
export type FakeProvider = (
  request: FakeRequest,
  accept: (mail: AcceptedMail) => void,
) => FakeResponse | Promise<FakeResponse>;

/**
 * `trickle`: an endless response, byte by byte; `flood`: an endless response at full speed; `reset`: before a response;
 * `reset mid-body`: within it; `garbage`: a success with an unknown body.
 */
export type FakeFault = 'hang' | 'trickle' | 'flood' | 'reset' | 'reset mid-body' | 'garbage';

const garbage: FakeResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>It works!</body></html>',
};

function* flood(): Generator<string> {
  for (;;) yield 'x'.repeat(64 * 1024);
}

/** A fake of a hosted provider on a free local port. */
export class ProviderFake {
  readonly requests: FakeRequest[] = [];
  readonly mails: AcceptedMail[] = [];
  private readonly script: (FakeResponse | FakeFault)[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));

  private constructor(private readonly provider: FakeProvider) {}

  static async start(provider: FakeProvider): Promise<ProviderFake> {
    const fake = new ProviderFake(provider);
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the responses to the next requests, one each, instead of the provider's behaviour. */
  next(...replies: (FakeResponse | FakeFault)[]): void {
    this.script.push(...replies);
  }

  /** Discards the remaining scripted responses; returns their number. */
  clearScript(): number {
    return this.script.splice(0).length;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    };
    this.requests.push(request);
    const scripted = this.script.shift();
    if (scripted === 'hang') return;
    if (scripted === 'trickle') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(drip));
      return;
    }
    if (scripted === 'flood') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      await pipeline(flood, response).catch(() => undefined);
      return;
    }
    if (scripted === 'reset') {
      incoming.socket.destroy();
      return;
    }
    const reply =
      scripted === 'garbage'
        ? garbage
        : typeof scripted === 'object'
          ? scripted
          : await this.provider(request, (mail) => this.mails.push(mail));
    const body = typeof reply.body === 'object' ? JSON.stringify(reply.body) : (reply.body ?? '');
    const cut = scripted === 'reset mid-body';
    response.writeHead(reply.status, {
      ...(typeof reply.body === 'object' ? { 'content-type': 'application/json' } : {}),
      'content-length': Buffer.byteLength(body) + (cut ? 100 : 0),
      ...reply.headers,
    });
    if (cut) response.write(body || '{', () => incoming.socket.destroy());
    else response.end(body);
  }
}

/** The body as JSON; undefined if it is not. */
export function parseJson(request: FakeRequest): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const addressPattern = /^[^\s@<>,;"()]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** `ada@example.com` or `"Ada" <ada@example.com>` with an address that providers accept. */
export const looksLikeMailbox = (value: unknown): value is string =>
  typeof value === 'string' && addressPattern.test(/<([^<>]*)>$/.exec(value)?.[1] ?? value);
