import { ServiceError, newId } from '@postrider/contracts';
import { withoutAccount, withinRequest } from '@postrider/messaging';
import type { NextFunction, Response } from 'express';
import type { IncomingApiRequest, Middleware } from './api-request.js';

const acceptableId = /^[\x20-\x7e]{1,128}$/;

/** Sets the request id, that of the caller if it is valid, and the deadline. */
export const assignRequestId =
  (timeoutMs: number): Middleware =>
  (request, response, next) => {
    if (!request.isElement) request.arrivedAt = Date.now();
    request.requestId ??= acceptedId(request.headers['x-request-id']) ?? newId('request');
    request.deadline ??= Date.now() + timeoutMs;
    response.setHeader('X-Request-Id', request.requestId);
    next();
  };

const acceptedId = (id: string | string[] | undefined): string | undefined =>
  typeof id === 'string' && acceptableId.test(id) ? id : undefined;

/** The headers of every response, also of errors: no caching, no sniffing, and HSTS over HTTPS. */
export function setResponseHeaders(request: IncomingApiRequest, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  next();
}

export const httpsRequired = (): ServiceError => new ServiceError('https_required', 'Calls must use HTTPS');

export function requireHttps(request: IncomingApiRequest, _response: Response, next: NextFunction): void {
  if (!request.secure) throw httpsRequired();
  next();
}

/**
 * Assigns log lines and database connections to the caller's account. Row-level security is not set here: each
 * repository of the gateway sets it where its rows belong to one account.
 */
export const setLogContext: Middleware = ({ caller, requestId = '' }, _response, next) => {
  if (caller) withinRequest({ accountId: caller.accountId, requestId }, () => withoutAccount(next));
  else next();
};
