import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { isIPv6 } from 'node:net';

/**
 * Binds a server and returns its port. Rejects with an error that names the variable to change when the port is in use
 * or forbidden, or the host is not an address of this machine.
 */
export async function listen(
  server: Server,
  what: string,
  host: string,
  port: number,
  portVariable: string,
): Promise<number> {
  const listening = once(server, 'listening');
  server.listen(port, host);
  try {
    await listening;
  } catch (error) {
    const reason = reasons[errorCode(error)] ?? `of ${String(error)}`;
    throw new Error(
      `${what} cannot listen on ${host}:${port} because ${reason}: set ${portVariable} to another port.`,
      { cause: error },
    );
  }
  return (server.address() as AddressInfo).port;
}

/** The `code` of a system error (`ENOENT`), otherwise `''`. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'the port needs privileges',
  EADDRNOTAVAIL: 'the host is not an address of this machine',
};

/** `host:port` for a URL that works on this machine. */
export function authority(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
