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

/** For what a caller sends first, and for the answer to be read: the peer may be slow, or silent. */
const waitMs = 20_000;

/**
 * Answers whoever speaks plain HTTP where HTTPS is served with 403 `https_required` (docs/guides/errors.md#error-codes), in place of a connection that breaks.
 * A first byte that begins the name of a method begins no TLS record (RFC 8446, 5.1); nothing else of the request is looked at.
 */
export function refusePlainHttp(server: Server): void {
  const handshakes = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const giveUp = (): void => void socket.destroy();
    // One that breaks, or is silent, before it has said anything concerns nobody.
    socket.setTimeout(waitMs, giveUp).once('error', giveUp);
    socket.once('readable', () => {
      const [first] = (socket.read(1) as Buffer | null) ?? [];
      if (first === undefined) return giveUp();
      socket.unshift(Buffer.of(first));
      if (first >= 0x41 && first <= 0x5a) return refuse(socket);
      socket.setTimeout(0).off('timeout', giveUp).off('error', giveUp);
      for (const shake of handshakes) shake.call(server, socket);
    });
  });
}

function refuse(socket: Socket): void {
  const { code, message } = httpsRequired();
  const body = JSON.stringify({ success: false, status: code, message, request_id: newId('request') });
  const head = ['HTTP/1.1 403 Forbidden', 'Content-Type: application/json; charset=utf-8', 'Connection: close'];
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  // What is left unread would break the connection before the answer has arrived.
  socket.resume();
}

/** How soon a renewed certificate is used (docs/operate/configure.md#https). */
const recheckMs = 10_000;

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * The certificate and key that the API is served with; undefined where it is served over plain HTTP.
 * @throws ConfigError where one of the two is missing, unreadable or does not fit the other
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

const left = new Gauge({
  name: 'postrider_certificate_left_seconds',
  help: 'How long the certificate that this process shows is still good, in seconds',
});
// Not 0, which would be one that expires now, where none is shown.
left.remove();
const dayMs = 86_400_000;
const endsSoonMs = 14 * dayMs;

/** What an operator should know of a certificate: nothing, until four fifths of its time and all but 14 days have passed without its renewal. */
export function warningOf(
  cert: Buffer,
  now: number,
): { readonly ended: boolean; readonly message: string } | undefined {
  const { validFrom, validTo } = new X509Certificate(cert);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const ended = now >= to;
  if (!ended && to - now > Math.min(endsSoonMs, (to - from) / 5)) return undefined;
  const said = ended
    ? `the certificate has expired (${validTo}): callers refuse it`
    : `the certificate expires soon (${validTo})`;
  return {
    ended,
    message: `${said}. What TLS_CERT and TLS_KEY hold is used within ${recheckMs / 1_000} s of its renewal`,
  };
}

/** Serves a certificate that was renewed to whoever connects from then on. Files that do not fit each other are half written: they are read again. Of one that is not renewed it says so, once a day. */
export class TlsRenewal extends PeriodicTask {
  private warned: { readonly message: string; readonly at: number } | undefined;

  constructor(
    private readonly config: GatewayConfig,
    private readonly server: Server,
    private current: TlsFiles,
    everyMs = recheckMs,
  ) {
    super({ everyMs, failure: 'the certificate before it stays in use: the new one could not be read' });
  }

  protected async batch(): Promise<void> {
    try {
      await this.readAgain();
    } finally {
      const now = Date.now();
      left.set((Date.parse(new X509Certificate(this.current.cert).validTo) - now) / 1_000);
      this.warn(now);
    }
  }

  private async readAgain(): Promise<void> {
    const files = await readTls(this.config);
    if (!files || (files.cert.equals(this.current.cert) && files.key.equals(this.current.key))) return;
    this.server.setSecureContext(files);
    this.current = files;
    this.logger.log('the certificate was read again');
  }

  private warn(now: number): void {
    const warning = warningOf(this.current.cert, now);
    if (!warning || (this.warned?.message === warning.message && now - this.warned.at < dayMs)) return;
    this.warned = { message: warning.message, at: now };
    if (warning.ended) this.logger.error(warning.message);
    else this.logger.warn(warning.message);
  }
}
