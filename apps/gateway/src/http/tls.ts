import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { PeriodicTask } from '@postrider/concurrency';
import { ConfigError } from '@postrider/service';
import { Gauge } from 'prom-client';
import type { GatewayConfig } from '../config.js';
import type { Socket } from 'node:net';
import { newId } from '@postrider/contracts';
import { httpsRequired } from './request.middleware.js';

/** Timeout for the first byte, and for reading the response to plain HTTP. */
const timeoutMs = 20_000;

/**
 * Responds to plain HTTP on the HTTPS port with 403 `https_required` (docs/guides/errors.md#error-codes) instead of a
 * broken connection. A TLS record never starts with a letter (RFC 8446, 5.1), but every HTTP method does.
 */
export function rejectPlainHttp(server: Server): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const destroy = (): void => void socket.destroy();
    // Until the first byte, errors and timeouts are not logged.
    socket.setTimeout(timeoutMs, destroy).once('error', destroy);
    socket.once('readable', () => {
      const [first] = (socket.read(1) as Buffer | null) ?? [];
      if (first === undefined) return destroy();
      socket.unshift(Buffer.of(first));
      if (first >= 0x41 && first <= 0x5a) return reject(socket);
      socket.setTimeout(0).off('timeout', destroy).off('error', destroy);
      for (const listener of listeners) listener.call(server, socket);
    });
  });
}

function reject(socket: Socket): void {
  const { code, message } = httpsRequired();
  const body = JSON.stringify({ success: false, status: code, message, request_id: newId('request') });
  const head = ['HTTP/1.1 403 Forbidden', 'Content-Type: application/json; charset=utf-8', 'Connection: close'];
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  // Unread bytes would reset the connection before the response has arrived.
  socket.resume();
}

/** How often the files are checked for a renewed certificate (docs/operate/configure.md#https). */
const recheckMs = 10_000;

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * The certificate and key of the API; undefined if it is served over plain HTTP.
 * @throws ConfigError if one of them is missing or unreadable, or if they do not match
 */
export async function readTls({ TLS_CERT, TLS_KEY }: GatewayConfig): Promise<TlsFiles | undefined> {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined;
  if (TLS_CERT === undefined || TLS_KEY === undefined)
    throw new ConfigError('TLS_CERT and TLS_KEY go together: set both, or neither.');
  try {
    const [cert, key] = await Promise.all([readFile(TLS_CERT), readFile(TLS_KEY)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    throw new ConfigError(`TLS_CERT and TLS_KEY cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

const secondsLeft = new Gauge({
  name: 'postrider_certificate_left_seconds',
  help: 'Seconds until the TLS certificate of this process expires',
});
// Without a certificate there is no value; 0 would mean that one expires now.
secondsLeft.remove();
const dayMs = 86_400_000;
const expiresSoonMs = 14 * dayMs;

/** A warning if less than a fifth of the certificate's lifetime is left, and less than 14 days. */
export function getWarning(
  cert: Buffer,
  now: number,
): { readonly hasExpired: boolean; readonly message: string } | undefined {
  const { validFrom, validTo } = new X509Certificate(cert);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const hasExpired = now >= to;
  if (!hasExpired && to - now > Math.min(expiresSoonMs, (to - from) / 5)) return undefined;
  const state = hasExpired
    ? `the certificate has expired (${validTo}): clients reject it`
    : `the certificate expires soon (${validTo})`;
  return {
    hasExpired,
    message: `${state}. Renewed files at TLS_CERT and TLS_KEY are used within ${recheckMs / 1_000} s`,
  };
}

/** Serves a renewed certificate to new connections, and warns once a day of one that is not renewed in time. */
export class TlsRenewal extends PeriodicTask {
  private warned: { readonly message: string; readonly at: number } | undefined;

  constructor(
    private readonly config: GatewayConfig,
    private readonly servers: readonly { setSecureContext(files: TlsFiles): void }[],
    private current: TlsFiles,
    everyMs = recheckMs,
  ) {
    super({ everyMs, failure: 'cannot read the new certificate; the old one stays in use' });
  }

  protected async batch(): Promise<void> {
    try {
      await this.reload();
    } finally {
      const now = Date.now();
      secondsLeft.set((Date.parse(new X509Certificate(this.current.cert).validTo) - now) / 1_000);
      this.warn(now);
    }
  }

  private async reload(): Promise<void> {
    const files = await readTls(this.config);
    if (!files || (files.cert.equals(this.current.cert) && files.key.equals(this.current.key))) return;
    for (const server of this.servers) server.setSecureContext(files);
    this.current = files;
    this.logger.log('certificate reloaded');
  }

  private warn(now: number): void {
    const warning = getWarning(this.current.cert, now);
    if (!warning || (this.warned?.message === warning.message && now - this.warned.at < dayMs)) return;
    this.warned = { message: warning.message, at: now };
    if (warning.hasExpired) this.logger.error(warning.message);
    else this.logger.warn(warning.message);
  }
}
