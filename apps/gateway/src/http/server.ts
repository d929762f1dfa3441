import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { traceHttp } from '@postrider/service';
import type { NextFunction, Response } from 'express';
import { translateAddress } from '../client-libraries/addresses.js';
import { translateBody } from '../client-libraries/fields.js';
import type { GatewayConfig } from '../config.js';
import { isBatchElement } from '../batch/batch-element.js';
import type { ApiRequest } from './api-request.js';
import { checkAddress, Gate } from './gate.js';
import { observe } from './observe.js';

/** Longer than load balancers keep theirs (60 s), so that they never reuse a connection we are closing. */
const keepAliveMs = 65_000;
const headersMs = 20_000;
const requestMs = 60_000;
const drainMs = 20_000;

async function prepare(gate: Gate, request: ApiRequest, response: Response): Promise<void> {
  translateAddress(request);
  if (isBatchElement(request)) {
    checkAddress(request);
    gate.checkRate(request, response);
  } else {
    gate.identify(request, response);
    await gate.admit(request, response);
  }
  translateBody(request);
}

/** Turns the Nest application into our HTTP server: what Express must not do, what runs before the routes, and how it ends. */
export function configureHttp(app: NestExpressApplication, config: GatewayConfig): { close(): Promise<void> } {
  app.setGlobalPrefix('api/v1');
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  const server: Server = app.getHttpServer();
  Object.assign(server, { keepAliveTimeout: keepAliveMs, headersTimeout: headersMs, requestTimeout: requestMs });
  const gate = app.get(Gate);
  const answering = new Set<Response>();
  app.use(traceHttp);
  app.use((request: ApiRequest, response: Response, next: NextFunction) => {
    observe(request, response);
    answering.add(response);
    response.once('close', () => answering.delete(response));
    prepare(gate, request, response).then(() => next(), next);
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
