import { LRUCache } from 'lru-cache';
import { RateLimited } from './http-errors.js';

const maxAccounts = 10_000;

/** What a response says about the limit: the most that may be asked at once, what is left of it, and the seconds until all of it is back. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** A token bucket per account, of this process: with several replicas an account gets the rate of each. */
export class RateLimiter {
  private readonly limit: number;
  private readonly buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxAccounts });

  constructor(private readonly perSecond: number) {
    this.limit = Math.max(1, Math.ceil(perSecond));
  }

  /** Takes one request out of the account's bucket; where it is empty nothing is taken and `refused` holds the error. */
  spend(accountId: string, now = Date.now()): Allowance & { refused?: RateLimited } {
    const bucket = this.buckets.get(accountId) ?? { tokens: this.limit, at: now };
    bucket.tokens = Math.min(this.limit, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond);
    bucket.at = now;
    this.buckets.set(accountId, bucket);
    const refused = bucket.tokens < 1;
    if (!refused) bucket.tokens -= 1;
    const allowance = {
      limit: this.limit,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil((this.limit - bucket.tokens) / this.perSecond),
    };
    return refused
      ? {
          ...allowance,
          refused: new RateLimited('Too many requests', Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond))),
        }
      : allowance;
  }
}
