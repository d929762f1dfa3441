import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { exactJson } from '@postrider/numbers';
import type { Health } from '@postrider/service';
import type { Express, Response } from 'express';
import type { GatewayConfig } from '../config.js';

/** Longer than the idle timeout of load balancers (60 s), so that they never reuse a connection that is closing. */
const keepAliveMs = 65_000;
const headersMs = 20_000;
const requestMs = 60_000;
/** How much the socket timeout exceeds the request timeout. A response that is not read is held no longer. */
const socketTimeoutMarginMs = 10_000;
const drainMs = 20_000;
/** Time for the first request of a connection that was opened just before shutdown. */
const firstRequestMs = 500;

/**
 * Configures Express, the timeouts and the shutdown. During shutdown, responses close their connections, so that no
 * connection is cut off with a request in transit.
 */
export function configureHttp(
  app: NestExpressApplication,
  config: GatewayConfig,
  health: Health,
  timeout = config.REQUEST_TIMEOUT_MS + socketTimeoutMarginMs,
): { close(others?: Promise<void>): Promise<void> } {
  app.disable('x-powered-by');
  app.disable('etag');
  (app.getHttpAdapter().getInstance() as Express).response.json = sendLosslessJson;
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  const server: Server = app.getHttpServer();
  Object.assign(server, {
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    timeout,
  });
  const inProgress = new Set<ServerResponse>();
  const unused = new Set<Socket>();
  /** Not during the shutdown delay, when a request may be in transit on an idle connection. */
  let closing = false;
  const connected = (socket: Socket): void => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  const handshakes = server instanceof TlsServer ? trackHandshakes(server) : undefined;
  server.on(handshakes ? 'secureConnection' : 'connection', connected);
  // Before Express, which may respond synchronously.
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    inProgress.add(response);
    if (health.isStopping) response.setHeader('Connection', 'close');
    response.once('close', () => {
      inProgress.delete(response);
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    /** Stops listening, waits up to 20 s for requests in progress and for `others`, then closes the application. */
    async close(others) {
      closing = true;
      for (const response of inProgress) if (!response.headersSent) response.setHeader('Connection', 'close');
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Node does not close connections without a request as idle.
      const unusedTimer = setTimeout(() => {
        unused.forEach((socket) => socket.destroySoon());
        handshakes?.forEach((socket) => socket.destroy());
      }, firstRequestMs);
      await closed;
      clearTimeout(timer);
      clearTimeout(unusedTimer);
      await others;
      await app.close();
    },
  };
}

/** Like `response.json` of Express, but numbers of callers keep their text. */
function sendLosslessJson(this: Response, body: unknown): Response {
  if (!this.get('Content-Type')) this.type('json');
  return this.send(exactJson(body));
}

/** TCP connections during their TLS handshake, by peer. After the handshake, requests have another socket object. */
function trackHandshakes(server: TlsServer): ReadonlyMap<string, Socket> {
  const handshakes = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = getPeer(socket);
    handshakes.set(peer, socket);
    socket.once('close', () => {
      if (handshakes.get(peer) === socket) handshakes.delete(peer);
    });
  });
  server.on('secureConnection', (socket: Socket) => handshakes.delete(getPeer(socket)));
  return handshakes;
}

const getPeer = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
