import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Health } from '@postrider/service';
import { waitFor } from '@postrider/testing';
import { gatewayConfig } from '../config.js';
import { configureHttp } from './server.js';

const required = {
  AMQP_URL: 'memory:',
  DATABASE_URL: 'postgres://localhost/x',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

/** The HTTP server without the application. */
async function serve(onRequest: RequestListener, environment: Record<string, string>, timeout?: number) {
  const server = createServer(onRequest);
  const app = {
    disable() {},
    set() {},
    getHttpAdapter: () => ({ getInstance: () => ({ response: {} }) }),
    getHttpServer: () => server,
    close: () => Promise.resolve(),
  };
  const config = gatewayConfig.read({ ...required, ...environment });
  const http = configureHttp(app as unknown as NestExpressApplication, config, new Health([]), timeout);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = (path: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  return { server, call, close: () => http.close() };
}

describe('an HTTP connection', () => {
  it('is closed if its response is not read, and stays open if it is read slowly', async () => {
    // More than the socket buffers, so that the slow reader needs twice the socket timeout.
    const bytes = 32 * 1024 * 1024;
    const ended = new Set<string | undefined>();
    const respond: RequestListener = ({ url }, response) => {
      response.once('close', () => ended.add(url)).end(Buffer.alloc(bytes));
    };
    const { call, close } = await serve(respond, {}, 4_000);
    const unread = call('/unread').pause();
    const slow = call('/slow');
    const read = { unread: 0, slow: 0 };
    try {
      slow.on('data', ({ length }: Buffer) => {
        read.slow += length;
        slow.pause();
        setTimeout(() => slow.resume(), 20);
      });
      await waitFor(() => ended.has('/unread'), { what: 'the unread connection to be closed' });
      // Only what is in the socket buffers can still be read.
      const closed = once(unread, 'close');
      unread.on('data', ({ length }: Buffer) => {
        read.unread += length;
      });
      unread.resume();
      await closed;
      expect(read.unread).toBeLessThan(bytes);
      await waitFor(() => read.slow >= bytes, { timeoutMs: 60_000, what: 'the answer that is read slowly' });
    } finally {
      unread.destroy();
      slow.destroy();
      await close();
    }
  }, 90_000);

  it.each([
    ['60000', 70_000],
    ['120000', 130_000],
  ])('has a socket timeout above the request timeout (%s ms)', async (REQUEST_TIMEOUT_MS, silentMs) => {
    const { server, close } = await serve((_request, response) => response.end(), { REQUEST_TIMEOUT_MS });
    expect(server.timeout).toBe(silentMs);
    await close();
  });
});
