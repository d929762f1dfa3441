import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { NextFunction, Response } from 'express';
import type { GatewayConfig } from '../config.js';
import type { ApiRequest } from './api-request.js';
import { RateLimiter } from './rate-limiter.js';

/** Holds accounts to their rate, and tells them what is left of it. An element of a batch counts as a request of its own. */
@Injectable()
export class RateLimitMiddleware implements NestMiddleware {
  private readonly rates: RateLimiter;

  constructor(@Inject(CONFIG) { RATE_LIMIT_PER_SECOND }: GatewayConfig) {
    this.rates = new RateLimiter(RATE_LIMIT_PER_SECOND);
  }

  use({ caller }: ApiRequest, response: Response, next: NextFunction): void {
    const { limit, remaining, reset, refused } = this.rates.spend(caller.accountId);
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', String(remaining));
    response.setHeader('RateLimit-Reset', String(reset));
    if (refused) throw refused;
    next();
  }
}
