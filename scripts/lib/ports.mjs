import { connect, createServer } from 'node:net';

const loopback = '127.0.0.1';

/** Resolves to the error code of listening there (`EADDRINUSE`, `EACCES`), or to undefined when the port is free. */
export function whyNotListen(port, host = loopback) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** `count` different ports that nothing listens on at this moment. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer();
          server.once('error', reject);
          server.listen({ port: 0, host: loopback, exclusive: true }, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Whether something accepts connections there. */
export function answers(port, host = loopback, timeoutMs = 1000) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('connect', () => settle(true))
      .once('error', () => settle(false))
      .once('timeout', () => settle(false));
  });
}
