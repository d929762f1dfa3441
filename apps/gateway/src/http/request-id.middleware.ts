import { newId } from '@postrider/contracts';
import type { Middleware } from './in-order.js';

const acceptableId = /^[\x20-\x7e]{1,128}$/;

/** Gives the request its id, the caller's where it is usable, and its deadline. */
export const assignRequestId =
  (timeoutMs: number): Middleware =>
  (request, response, next) => {
    if (!request.isElement) request.arrivedAt = Date.now();
    request.requestId ??= acceptedId(request.headers['x-request-id']) ?? newId('request');
    request.deadline ??= Date.now() + timeoutMs;
    response.setHeader('X-Request-Id', request.requestId);
    next();
  };

const acceptedId = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && acceptableId.test(given) ? given : undefined;
