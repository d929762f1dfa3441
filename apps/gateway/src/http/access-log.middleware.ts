import { Logger } from '@nestjs/common';
import { currentTrace, getExemplar, LatencyHistogram } from '@postrider/messaging';
import type { NextFunction, Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';

const logger = new Logger('Access');
const requestSeconds = new LatencyHistogram({
  name: 'postrider_http_request_seconds',
  help: 'Time a request took, by route, method and status',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The pattern of the route that Express matched, or `unknown`. */
function getRoute({ route }: IncomingApiRequest): string {
  const { path = '' } = (route ?? {}) as { path?: string };
  return path.startsWith('/') ? path : 'unknown';
}

/** Logs and measures each request by its route pattern, because a path may contain an email address. */
export function logAccess(request: IncomingApiRequest, response: Response, next: NextFunction): void {
  const startedAt = performance.now();
  // The close event fires outside of the request's span.
  const exemplar = getExemplar();
  const trace = currentTrace();
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const route = getRoute(request);
    const method = methods.has(request.method) ? request.method : 'other';
    // 499, as in nginx: the caller disconnected before the response.
    const status = response.writableFinished ? response.statusCode : 499;
    requestSeconds.observe({ route, method, status: String(status) }, ms / 1000, exemplar);
    logger.log(
      {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        requestId: request.requestId,
        accountId: request.caller?.accountId,
        ...trace,
      },
      'request',
    );
  });
  next();
}
