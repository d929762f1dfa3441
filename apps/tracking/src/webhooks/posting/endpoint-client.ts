import type { ClientRequest, IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { CheckedAddress } from '@postrider/egress';
import { ReachableNetworks } from '@postrider/egress';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../../config.js';

/** The two of the web, and those that need no privilege: no mail server, no database on a well-known port of somebody else's. */
const mayBePort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const unreachable = 'leads to a network that webhooks may not be posted to';

/** Where webhooks may lead: of what the URL says when it is written, and of where its name leads when it is connected to. */
@Injectable()
export class EndpointPolicy {
  private readonly networks: ReachableNetworks;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<TrackingConfig, 'WEBHOOK_ALLOWED_NETWORKS' | 'WEBHOOK_ALLOW_HTTP'>,
  ) {
    this.networks = new ReachableNetworks(config.WEBHOOK_ALLOWED_NETWORKS);
  }

  /** What it may not be, as the end of a sentence; undefined where nothing is wrong with it. */
  faultOf(text: string): string | undefined {
    const url = new URL(text);
    const host = hostOf(url);
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
    if (url.protocol !== 'https:' && !this.config.WEBHOOK_ALLOW_HTTP) return 'must begin with https://';
    if (!mayBePort(port)) return `must not name the port ${port}: 80, 443 and those from 1024 on are allowed`;
    // Of a name this is seen when it is connected to, each time.
    if (isIP(host) > 0 && !this.networks.permits(host)) return unreachable;
    return undefined;
  }

  /** The addresses that a name may be connected to; undefined where it leads elsewhere. */
  addressesOf(host: string, accountId?: string): Promise<readonly CheckedAddress[] | undefined> {
    return this.networks.addressesOf(host, accountId);
  }
}

/** What a webhook answered: the body as far as it is kept. */
export interface EndpointAnswer {
  readonly status: number;
  readonly answer: string;
  /** The header of this name. */
  readonly retryAfter?: string | undefined;
}

/** The post could not be made or was not answered; the message says why, for the owner of the webhook. */
export class PostFailed extends Error {
  override readonly name = 'PostFailed';
}

/** In all, and for the body after the status, which decides. */
const patience = { deadlineMs: 15_000, bodyMs: 2_000 };
const keptBytes = 1_024;
const readBytes = 64 * 1_024;
const headerBytes = 16 * 1_024;
const idleMs = 5_000;
const idlePerHost = 8;

/** This process or machine lacks something: no fault of the endpoint. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Host name not found (DNS)',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before there was an answer',
  HPE_HEADER_OVERFLOW: 'The header of its answer was too large',
};

/**
 * Posts to the addresses of callers: connects to checked addresses only, follows nothing, waits for a bounded time and reads a bounded piece. Idle
 * connections are used again, each to the address that was checked when it was made.
 */
export class EndpointClient {
  private readonly agents: Readonly<Record<string, http.Agent>>;

  constructor(
    private readonly policy: Pick<EndpointPolicy, 'faultOf' | 'addressesOf'>,
    private readonly waits: typeof patience = patience,
  ) {
    const options = { keepAlive: true, maxFreeSockets: idlePerHost, timeout: idleMs };
    this.agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  }

  /** @throws PostFailed; the reason of `stop` when that is aborted before there is an answer; any other error is a fault of this service */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    stop?: AbortSignal,
    accountId?: string,
  ): Promise<EndpointAnswer> {
    const fault = this.policy.faultOf(url);
    if (fault !== undefined) throw new PostFailed(`The address ${fault}`);
    const { deadlineMs } = this.waits;
    const late = new PostFailed(`There was no answer within ${deadlineMs / 1_000} s`);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(late), deadlineMs);
    const stopped = (): void => deadline.abort(stop?.reason);
    stop?.addEventListener('abort', stopped, { once: true });
    try {
      return await this.answerTo(() => this.request(url, headers, body, accountId), deadline.signal);
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
    }
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async answerTo(send: () => ClientRequest, signal: AbortSignal): Promise<EndpointAnswer> {
    for (;;) {
      signal.throwIfAborted();
      const request = send();
      const aborted = (): void => void request.destroy(signal.reason as Error);
      signal.addEventListener('abort', aborted, { once: true });
      try {
        return await answerOf(request, signal, this.waits.bodyMs);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // The endpoint had closed the idle connection meanwhile: what was written went nowhere.
        if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') continue;
        if (ownFaults.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        throw new PostFailed(reasonOf(error as NodeJS.ErrnoException), { cause: error });
      } finally {
        signal.removeEventListener('abort', aborted);
      }
    }
  }

  private request(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    accountId: string | undefined,
  ): ClientRequest {
    const { protocol } = new URL(url);
    const request = (protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: this.agents[protocol],
      lookup: this.lookupFor(accountId),
      maxHeaderSize: headerBytes,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Postrider',
        ...headers,
      },
    });
    request.end(body);
    return request;
  }

  /** At each connection, so that a second answer of the DNS cannot undo a check. */
  private lookupFor(accountId: string | undefined): LookupFunction {
    return (host, { all }, callback) => void this.look(host, accountId, all === true, callback);
  }

  private async look(
    host: string,
    accountId: string | undefined,
    all: boolean,
    callback: Parameters<LookupFunction>[2],
  ): Promise<void> {
    try {
      const addresses = await this.policy.addressesOf(host, accountId);
      if (!addresses?.[0]) throw new PostFailed(`The address ${unreachable}`);
      if (all) callback(null, [...addresses]);
      else callback(null, addresses[0].address, addresses[0].family);
    } catch (error) {
      callback(error as NodeJS.ErrnoException, '');
    }
  }
}

function answerOf(request: ClientRequest, signal: AbortSignal, bodyMs: number): Promise<EndpointAnswer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode, headers } = response;
      void beginningOf(response, signal, bodyMs).then((answer) =>
        resolve({ status: statusCode!, answer, retryAfter: headers['retry-after'] }),
      );
    });
  });
}

/** As much of the body as is kept; a body that goes on ends the connection. Never rejects: the status is there. */
function beginningOf(response: IncomingMessage, signal: AbortSignal, bodyMs: number): Promise<string> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let read = 0;
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      if (!response.complete) response.destroy();
      const text = Buffer.concat(kept).subarray(0, keptBytes).toString();
      // PostgreSQL stores no NUL.
      resolve(text.replaceAll('\0', ''));
    };
    const timer = setTimeout(over, bodyMs);
    signal.addEventListener('abort', over, { once: true });
    response.on('data', (chunk: Buffer) => {
      if (read < keptBytes) kept.push(chunk);
      read += chunk.length;
      if (read >= readBytes) over();
    });
    response.on('error', over);
    response.on('close', over);
    response.on('end', over);
  });
}

function reasonOf({ name, message, code = '' }: NodeJS.ErrnoException): string {
  if (name === 'PostFailed') return message;
  if (code === 'ETIMEDOUT') return 'The connection could not be made in time';
  return reasons[code] ?? `The connection failed${code === '' ? '' : ` (${code})`}`;
}
