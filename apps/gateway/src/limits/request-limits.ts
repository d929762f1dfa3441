import { Inject, Injectable } from '@nestjs/common';
import type { Claim, Rate, BucketState } from '@postrider/concurrency';
import { SharedTokenBuckets } from '@postrider/concurrency';
import type { RateName } from '@postrider/contracts';
import { limits, getRate, ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { Response } from 'express';
import type { GatewayConfig } from '../config.js';
import type { Caller } from '../http/caller.js';
import type { Middleware } from '../http/api-request.js';

type RequestRate = Extract<RateName, 'requests_per_second' | 'key_requests_per_second' | 'renders_per_second'>;

/**
 * Enforces the rates of accounts and keys, and returns what is left in headers (docs/guides/limits.md#rates). Each
 * element of a batch counts as a request.
 */
@Injectable()
export class RequestLimits {
  private readonly defaults: Readonly<Record<RequestRate, Rate>>;

  constructor(
    private readonly buckets: SharedTokenBuckets,
    @Inject(CONFIG) { RATE_LIMIT_PER_SECOND: perSecond }: GatewayConfig,
  ) {
    const { requests_per_second, key_requests_per_second: ofKey, renders_per_second } = limits;
    this.defaults = {
      requests_per_second: { ...requests_per_second, perSecond },
      // A higher rate of accounts also raises that of their keys.
      key_requests_per_second: { ...ofKey, perSecond: Math.max(ofKey.perSecond, perSecond / 2) },
      renders_per_second,
    };
  }

  /** Applies to every authenticated request. Other requests are limited by address. */
  readonly limitRequests: Middleware = ({ caller, isForAudit = false }, response, next) => {
    const ofAccount = caller && !isForAudit && this.claim(caller, 'requests_per_second');
    if (ofAccount) this.take([this.claim(caller, 'key_requests_per_second')!, ofAccount], response);
    next();
  };

  /**
   * For a request that did not arrive over HTTP, or a further email of a request. @throws ServiceError `rate_limited`
   */
  countRequest(caller: Caller): void {
    const ofAccount = this.claim(caller, 'requests_per_second');
    if (ofAccount) this.take([this.claim(caller, 'key_requests_per_second')!, ofAccount]);
  }

  /** The additional rate of operations that render. */
  readonly limitRenders: Middleware = ({ caller, endpoint }, response, next) => {
    if (endpoint?.renders) this.take([this.claim(caller!, 'renders_per_second')!], response);
    next();
  };

  /** Undefined if the rate limit is turned off. */
  getState(caller: Caller, name: RequestRate): BucketState | undefined {
    const claim = this.claim(caller, name);
    return claim && this.buckets.getState(claim);
  }

  getRate(caller: Caller, name: RequestRate): Rate {
    return caller.limits?.[name] === undefined ? this.defaults[name] : getRate(caller, name);
  }

  private claim(caller: Caller, name: RequestRate): Claim | undefined {
    const rate = this.getRate(caller, name);
    // Without a rate for the account, its keys have none either.
    const deciding = name === 'key_requests_per_second' ? this.getRate(caller, 'requests_per_second') : rate;
    if (deciding.perSecond === 0) return undefined;
    return { bucket: `${name}:${name === 'key_requests_per_second' ? caller.keyId : caller.accountId}`, rate };
  }

  private take(claims: readonly [Claim, ...Claim[]], response?: Response): void {
    const { state, retryAfter } = this.buckets.take(claims);
    if (response && state.remaining < Number(response.getHeader('RateLimit-Remaining') ?? Infinity))
      setHeaders(response, state);
    if (retryAfter !== undefined) throw ServiceError.rateLimited('Too many requests', retryAfter);
  }
}

/** The header names that clients support, not those of later drafts (docs/adr/0014-limits-on-by-default.md). */
function setHeaders(response: Response, { burst, remaining, reset }: BucketState): void {
  response.setHeader('RateLimit-Limit', String(Math.floor(burst)));
  response.setHeader('RateLimit-Remaining', String(Math.floor(remaining)));
  response.setHeader('RateLimit-Reset', String(Math.ceil(reset)));
}
