import type { Response } from 'express';
import type { ArrivingRequest } from './api-request.js';
import type { Middleware } from './in-order.js';
import { RateLimiter } from './rate-limiter.js';

/** Holds accounts to their rate, and tells them what is left of it. An element of a batch counts as a request of its own. */
export function limitRate(perSecond: number): Middleware {
  const rates = new RateLimiter(perSecond);
  return ({ caller }: ArrivingRequest, response: Response, next) => {
    const { limit, remaining, reset, refused } = rates.spend(caller!.accountId);
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', String(remaining));
    response.setHeader('RateLimit-Reset', String(reset));
    if (refused) throw refused;
    next();
  };
}
