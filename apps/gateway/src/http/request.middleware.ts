import { ServiceError, newId } from '@postrider/contracts';
import { withoutAccount, withinRequest } from '@postrider/messaging';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest, Middleware } from './api-request.js';

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

/** What every answer says, errors too: nobody keeps it, nobody guesses its type, and who came by HTTPS stays there. */
export function setResponseHeaders(request: ArrivingRequest, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  next();
}

export const httpsRequired = (): ServiceError => new ServiceError('https_required', 'Calls must use HTTPS');

/** Refuses plain HTTP. */
export function requireHttps(request: ArrivingRequest, _response: Response, next: NextFunction): void {
  if (!request.secure) throw httpsRequired();
  next();
}

/**
 * From here on, log lines and the share of the database's connections belong to the caller's account. Row-level security is not set: each repository of the
 * gateway closes it where its rows belong to one account.
 */
export const nameAccount: Middleware = ({ caller, requestId = '' }, _response, next) => {
  if (caller) withinRequest({ accountId: caller.accountId, requestId }, () => withoutAccount(next));
  else next();
};
