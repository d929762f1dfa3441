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

/** Web ports and unprivileged ports only, to protect mail servers and other services on well-known ports. */
const isAllowedPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const unreachable = 'leads to a network that is not allowed';

/** SSRF protection: checks the URL when a webhook is saved, and the resolved address on each connection. */
@Injectable()
export class EndpointPolicy {
  private readonly networks: ReachableNetworks;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<TrackingConfig, 'WEBHOOK_ALLOWED_NETWORKS' | 'WEBHOOK_ALLOW_HTTP'>,
  ) {
    this.networks = new ReachableNetworks(config.WEBHOOK_ALLOWED_NETWORKS);
  }

  /** The reason why a URL is not allowed, as the end of a sentence; undefined if it is. */
  findProblem(text: string): string | undefined {
    const url = new URL(text);
    const host = getHost(url);
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
    if (url.protocol !== 'https:' && !this.config.WEBHOOK_ALLOW_HTTP) return 'must start with https://';
    if (!isAllowedPort(port)) return `must not use port ${port}; allowed are 80, 443 and ports from 1024`;
    // Host names are checked on each connection.
    if (isIP(host) > 0 && !this.networks.permits(host)) return unreachable;
    return undefined;
  }

  /** The allowed addresses of a host name; undefined if one of them is not allowed. */
  resolveAddresses(host: string, accountId?: string): Promise<readonly CheckedAddress[] | undefined> {
    return this.networks.resolveAddresses(host, accountId);
  }
}

/** The response of an endpoint; the body is truncated. */
export interface EndpointResponse {
  readonly status: number;
  readonly body: string;
  /** The Retry-After header. */
  readonly retryAfter?: string | undefined;
}

/** The request failed or timed out. The message is for the owner of the webhook. */
export class EndpointFailed extends Error {
  override readonly name = 'EndpointFailed';
}

/** Timeouts of the whole request, and of the body once the status is known. */
const timeouts = { deadlineMs: 15_000, bodyMs: 2_000 };
const maxStoredBytes = 1_024;
const maxReadBytes = 64 * 1_024;
const maxHeaderBytes = 16 * 1_024;
const idleTimeoutMs = 5_000;
const maxIdlePerHost = 8;

/** Errors of this process or machine, not of the endpoint. */
const localErrorCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Host name not found (DNS)',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before a response',
  HPE_HEADER_OVERFLOW: 'The response header was too large',
};

interface EndpointRequest {
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly stop: AbortSignal | undefined;
  readonly accountId: string | undefined;
}

/**
 * Requests URLs of accounts, such as webhooks: connects to checked addresses only, follows no redirects, and limits
 * time and size. Idle connections are reused; their address was checked when they were made.
 */
export class EndpointClient {
  private readonly agents: Readonly<Record<string, http.Agent>>;

  constructor(
    private readonly policy: Pick<EndpointPolicy, 'findProblem' | 'resolveAddresses'>,
    private readonly limits: typeof timeouts = timeouts,
  ) {
    const options = { keepAlive: true, maxFreeSockets: maxIdlePerHost, timeout: idleTimeoutMs };
    this.agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  }

  /**
   * @throws EndpointFailed; the reason of `stop` when that is aborted before a response; any other error is an error of
   * this service
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    stop?: AbortSignal,
    accountId?: string,
  ): Promise<EndpointResponse> {
    const own = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    return this.send(url, { method: 'POST', headers: { ...own, ...headers }, body, stop, accountId });
  }

  /** As `post`. */
  get(url: string, stop: AbortSignal, accountId: string): Promise<EndpointResponse> {
    return this.send(url, { method: 'GET', headers: {}, stop, accountId });
  }

  private async send(url: string, request: EndpointRequest): Promise<EndpointResponse> {
    const { stop } = request;
    const problem = this.policy.findProblem(url);
    if (problem !== undefined) throw new EndpointFailed(`The address ${problem}`);
    const { deadlineMs } = this.limits;
    const late = new EndpointFailed(`No response within ${deadlineMs / 1_000} s`);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(late), deadlineMs);
    const stopped = (): void => deadline.abort(stop?.reason);
    stop?.addEventListener('abort', stopped, { once: true });
    try {
      return await this.getResponse(() => this.request(url, request), deadline.signal);
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
    }
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async getResponse(send: () => ClientRequest, signal: AbortSignal): Promise<EndpointResponse> {
    for (;;) {
      signal.throwIfAborted();
      const request = send();
      const aborted = (): void => void request.destroy(signal.reason as Error);
      signal.addEventListener('abort', aborted, { once: true });
      try {
        return await readResponse(request, signal, this.limits.bodyMs);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // The endpoint closed the idle connection: it did not receive the request.
        if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') continue;
        if (localErrorCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        throw new EndpointFailed(getReason(error as NodeJS.ErrnoException), { cause: error });
      } finally {
        signal.removeEventListener('abort', aborted);
      }
    }
  }

  private request(url: string, { method, headers, body, accountId }: EndpointRequest): ClientRequest {
    const { protocol } = new URL(url);
    const request = (protocol === 'https:' ? https : http).request(url, {
      method,
      agent: this.agents[protocol],
      lookup: this.lookupFor(accountId),
      maxHeaderSize: maxHeaderBytes,
      headers: { 'user-agent': 'Postrider', ...headers },
    });
    request.end(body);
    return request;
  }

  /** Runs on each connection, so that a changed DNS record cannot bypass the check. */
  private lookupFor(accountId: string | undefined): LookupFunction {
    return (host, { all }, callback) => void this.resolveAddress(host, accountId, all === true, callback);
  }

  private async resolveAddress(
    host: string,
    accountId: string | undefined,
    all: boolean,
    callback: Parameters<LookupFunction>[2],
  ): Promise<void> {
    try {
      const addresses = await this.policy.resolveAddresses(host, accountId);
      if (!addresses?.[0]) throw new EndpointFailed(`The address ${unreachable}`);
      if (all) callback(null, [...addresses]);
      else callback(null, addresses[0].address, addresses[0].family);
    } catch (error) {
      callback(error as NodeJS.ErrnoException, '');
    }
  }
}

function readResponse(request: ClientRequest, signal: AbortSignal, bodyMs: number): Promise<EndpointResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode, headers } = response;
      void readBody(response, signal, bodyMs).then((body) =>
        resolve({ status: statusCode!, body, retryAfter: headers['retry-after'] }),
      );
    });
  });
}

/** Reads the stored part of the body and closes longer responses. Never rejects, because the status is known. */
function readBody(response: IncomingMessage, signal: AbortSignal, bodyMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let read = 0;
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      if (!response.complete) response.destroy();
      const text = Buffer.concat(chunks).subarray(0, maxStoredBytes).toString();
      // PostgreSQL cannot store NUL in text.
      resolve(text.replaceAll('\0', ''));
    };
    const timer = setTimeout(finish, bodyMs);
    signal.addEventListener('abort', finish, { once: true });
    response.on('data', (chunk: Buffer) => {
      if (read < maxStoredBytes) chunks.push(chunk);
      read += chunk.length;
      if (read >= maxReadBytes) finish();
    });
    response.on('error', finish);
    response.on('close', finish);
    response.on('end', finish);
  });
}

function getReason({ name, message, code = '' }: NodeJS.ErrnoException): string {
  if (name === 'EndpointFailed') return message;
  if (code === 'ETIMEDOUT') return 'The connection timed out';
  return reasons[code] ?? `The connection failed${code === '' ? '' : ` (${code})`}`;
}
