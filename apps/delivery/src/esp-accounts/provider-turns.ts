import { Injectable } from '@nestjs/common';
import { FairQueue, TokenBuckets } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';

/** See docs/operate/limits-internal.md#sending-mail. */
const rate = { perSecond: 10 / 60, windowSeconds: 60 };
/** After which to ask again while another call is in progress. */
const soonSeconds = 10;

/** Limits what callers make us ask providers and mail servers besides mail, so that nobody uses it to knock at hosts or to guess passwords. */
@Injectable()
export class ProviderTurns {
  private readonly slots = new FairQueue({ maxPerKey: 1 });
  private readonly buckets = new TokenBuckets();

  /** @throws ServiceError `rate_limited` */
  async take<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const release = this.slots.tryAcquire({ key: accountId });
    if (!release)
      throw ServiceError.rateLimited('A provider is being asked for this account already: one at a time', soonSeconds);
    try {
      const wait = this.buckets.take(accountId, rate);
      if (wait > 0)
        throw ServiceError.rateLimited('Providers are asked ten times a minute for an account', Math.ceil(wait));
      return await work();
    } finally {
      release();
    }
  }
}
