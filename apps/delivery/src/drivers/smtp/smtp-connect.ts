import { connect, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { CheckedAddress } from '@postrider/egress';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpServer {
  /** Checked addresses of `host`; the connection uses only these. */
  readonly addresses: readonly CheckedAddress[];
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly useTls: boolean;
  /** With `useTls`: TLS from the first byte instead of STARTTLS. */
  readonly implicitTls: boolean;
  /** Our host name in EHLO. */
  readonly ehloName: string;
  readonly allowPlainAuth: boolean;
  /** PEM; trusted in addition to the public authorities. */
  readonly ca?: string | undefined;
  readonly insecureTls?: boolean | undefined;
}

const connectTimeoutMs = 10_000;
const greetingTimeoutMs = 10_000;
/**
 * Longer than the longest lease: attempts have their own deadline, and after a blocked event loop this would discard a
 * reply.
 */
const socketTimeoutMs = 1_500_000;
const maxResponseBytes = 64 * 1024;
/** Time per address before the next is tried, if a host has several. */
const addressTimeoutMs = 2_500;

export const timedOut = (): Error => Object.assign(new Error('The attempt timed out'), { code: 'ETIMEDOUT' });

/** Options for a session over a connected socket. */
export function connectionOptions(
  { host, port, useTls, implicitTls, ehloName, ca, insecureTls }: SmtpServer,
  socket: Socket,
): SMTPConnectionOptions {
  const secure = useTls && implicitTls;
  return {
    connection: socket,
    host,
    port,
    name: ehloName,
    secure,
    // STARTTLS is either required or not used, so that a connection is never downgraded silently.
    requireTLS: useTls && !secure,
    ignoreTLS: !useTls,
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: insecureTls !== true,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    },
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: socketTimeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: maxResponseBytes,
  };
}

/** @throws an error with Node's code, `ETIMEDOUT` when the signal aborts it */
export async function connectSocket({ addresses, host, port }: SmtpServer, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw timedOut();
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      autoSelectFamily: addresses.length > 1,
      autoSelectFamilyAttemptTimeout: addressTimeoutMs,
      lookup: (_host, options, callback) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(first ? null : new Error('no address'), first?.address ?? '', first?.family);
      },
    });
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', expire);
      socket.removeAllListeners('error');
      finish();
    };
    const fail = (error: Error): void =>
      settle(() => {
        socket.on('error', () => undefined);
        socket.destroy();
        reject(error);
      });
    const expire = (): void => fail(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(expire, connectTimeoutMs);
    signal.addEventListener('abort', expire, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => settle(() => resolve(socket)));
  });
}
