import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { exactJson } from '@postrider/numbers';
import type { Health } from '@postrider/service';
import type { Express, Response } from 'express';
import type { GatewayConfig } from '../config.js';

/** Longer than load balancers keep theirs (60 s), so that they never reuse a connection we are closing. */
const keepAliveMs = 65_000;
const headersMs = 20_000;
const requestMs = 60_000;
/** How much longer than a request may take a connection may be silent both ways: an answer that nobody reads is held no longer. */
const silentMs = 10_000;
const drainMs = 20_000;
/** For the first request of a connection that was opened just before the stop. */
const firstRequestMs = 500;

/**
 * Turns the Nest application into our HTTP server: what Express must not do, how long it waits, and how it ends: from when the stop begins
 * answers close their connections, so that none is cut off with a request on its way.
 */
export function configureHttp(
  app: NestExpressApplication,
  config: GatewayConfig,
  health: Health,
  timeout = config.REQUEST_TIMEOUT_MS + silentMs,
): { close(): Promise<void> } {
  app.disable('x-powered-by');
  app.disable('etag');
  (app.getHttpAdapter().getInstance() as Express).response.json = answerExactly;
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  const server: Server = app.getHttpServer();
  Object.assign(server, {
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    timeout,
  });
  const answering = new Set<ServerResponse>();
  const unused = new Set<Socket>();
  /** Not while others still come: a request may be on its way over a connection that is idle. */
  let closing = false;
  const connected = (socket: Socket): void => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  const handshakes = server instanceof TlsServer ? handshakesOf(server) : undefined;
  server.on(handshakes ? 'secureConnection' : 'connection', connected);
  // Before Express has the request: some are answered at once.
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    answering.add(response);
    if (health.isStopping) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answering.delete(response);
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    /** Takes no more connections, lets what is being answered finish for at most 20 s, then closes everything behind it. */
    async close() {
      closing = true;
      for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Node counts as idle only what has been used.
      const unusedTimer = setTimeout(() => {
        unused.forEach((socket) => socket.destroySoon());
        handshakes?.forEach((socket) => socket.destroy());
      }, firstRequestMs);
      await closed;
      clearTimeout(timer);
      clearTimeout(unusedTimer);
      await app.close();
    },
  };
}

/** As Express does, with the numbers of callers as they were written. */
function answerExactly(this: Response, body: unknown): Response {
  if (!this.get('Content-Type')) this.type('json');
  return this.send(exactJson(body));
}

/** The connections whose TLS handshake has not ended, by their peer: what requests come over afterwards is another object. */
function handshakesOf(server: TlsServer): ReadonlyMap<string, Socket> {
  const handshakes = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    handshakes.set(peer, socket);
    socket.once('close', () => {
      if (handshakes.get(peer) === socket) handshakes.delete(peer);
    });
  });
  server.on('secureConnection', (socket: Socket) => handshakes.delete(peerOf(socket)));
  return handshakes;
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
