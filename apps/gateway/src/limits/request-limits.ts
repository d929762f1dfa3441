import { Inject, Injectable } from '@nestjs/common';
import type { Claim, Rate, Standing } from '@postrider/concurrency';
import { SharedTokenBuckets } from '@postrider/concurrency';
import type { RateName } from '@postrider/contracts';
import { limits, rateOf, ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { Response } from 'express';
import type { GatewayConfig } from '../config.js';
import type { Caller } from '../http/caller.js';
import type { Middleware } from '../http/api-request.js';

type RequestRate = Extract<RateName, 'requests_per_second' | 'key_requests_per_second' | 'renders_per_second'>;

/**
 * Holds accounts and keys to their rates, and tells them what is left (docs/guides/limits.md#rates). An element of a batch counts as a request
 * of its own.
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
      // Whoever lets accounts ask more lets their keys.
      key_requests_per_second: { ...ofKey, perSecond: Math.max(ofKey.perSecond, perSecond / 2) },
      renders_per_second,
    };
  }

  /** Every request, whatever it asks for; whoever is not known is limited by address. */
  readonly limitRequests: Middleware = ({ caller, isForAudit = false }, response, next) => {
    const ofAccount = caller && !isForAudit && this.claim(caller, 'requests_per_second');
    if (ofAccount) this.spend([this.claim(caller, 'key_requests_per_second')!, ofAccount], response);
    next();
  };

  /** What renders has a rate of its own besides. */
  readonly limitRenders: Middleware = ({ caller, endpoint }, response, next) => {
    if (endpoint?.renders) this.spend([this.claim(caller!, 'renders_per_second')!], response);
    next();
  };

  /** Undefined where the rate is switched off. */
  standing(caller: Caller, name: RequestRate): Standing | undefined {
    const claim = this.claim(caller, name);
    return claim && this.buckets.standing(claim);
  }

  rateOf(caller: Caller, name: RequestRate): Rate {
    return caller.limits?.[name] === undefined ? this.defaults[name] : rateOf(caller, name);
  }

  private claim(caller: Caller, name: RequestRate): Claim | undefined {
    const rate = this.rateOf(caller, name);
    // Where an account's requests are not limited, those of its keys are not.
    const deciding = name === 'key_requests_per_second' ? this.rateOf(caller, 'requests_per_second') : rate;
    if (deciding.perSecond === 0) return undefined;
    return { bucket: `${name}:${name === 'key_requests_per_second' ? caller.keyId : caller.accountId}`, rate };
  }

  private spend(claims: readonly [Claim, ...Claim[]], response: Response): void {
    const { standing, retryAfter } = this.buckets.take(claims);
    if (standing.remaining < Number(response.getHeader('RateLimit-Remaining') ?? Infinity)) tell(response, standing);
    if (retryAfter !== undefined) throw ServiceError.rateLimited('Too many requests', retryAfter);
  }
}

/** The names that clients read; later drafts of the standard have others, which they do not (docs/adr/0014-limits-on-by-default.md). */
function tell(response: Response, { burst, remaining, reset }: Standing): void {
  response.setHeader('RateLimit-Limit', String(Math.floor(burst)));
  response.setHeader('RateLimit-Remaining', String(Math.floor(remaining)));
  response.setHeader('RateLimit-Reset', String(Math.ceil(reset)));
}
