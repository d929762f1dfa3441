import type { Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { GatewayConfig } from '../config.js';

/** Longer than load balancers keep theirs (60 s), so that they never reuse a connection we are closing. */
const keepAliveMs = 65_000;
const headersMs = 20_000;
const requestMs = 60_000;
const drainMs = 20_000;

/** Turns the Nest application into our HTTP server: what Express must not do, how long it waits, and how it ends. */
export function configureHttp(app: NestExpressApplication, config: GatewayConfig): { close(): Promise<void> } {
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  const server: Server = app.getHttpServer();
  Object.assign(server, { keepAliveTimeout: keepAliveMs, headersTimeout: headersMs, requestTimeout: requestMs });
  const answering = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return {
    /** Takes no more connections, lets what is being answered finish for at most 20 s, then closes everything behind it. */
    async close() {
      for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      clearTimeout(timer);
      await app.close();
    },
  };
}
