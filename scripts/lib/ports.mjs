import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const loopback = '127.0.0.1';

/**
 * Resolves to the error code of listening on the port (`EADDRINUSE`, `EACCES`), or to undefined when it is free.
 *
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
export function whyNotListen(port, host = loopback) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * The port that a server listens on.
 *
 * @param {import('node:net').Server} server
 */
export function getPort(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

/** Below the ephemeral range: an outgoing connection could take a port between its choice and its use. */
const range = { from: 15_000, to: 32_000 };
const maxTries = 1_000;

/**
 * `count` different ports that are free now.
 *
 * @param {number} count
 */
export async function freePorts(count) {
  /** @type {Set<number>} */
  const ports = new Set();
  for (let tries = 0; ports.size < count; tries++) {
    if (tries === maxTries) throw new Error(`No ${count} free ports found between ${range.from} and ${range.to}`);
    const port = randomInt(range.from, range.to);
    if ((await whyNotListen(port)) === undefined) ports.add(port);
  }
  return [...ports];
}

/**
 * Whether a server accepts connections on the port.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isListening(port, host = loopback, timeoutMs = 1000) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs });
    const settle = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket
      .once('connect', () => settle(true))
      .once('error', () => settle(false))
      .once('timeout', () => settle(false));
  });
}
