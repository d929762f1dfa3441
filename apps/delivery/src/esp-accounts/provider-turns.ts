import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { TokenBucket } from '@postrider/limits';
import { LRUCache } from 'lru-cache';

/** See docs/limits.md#sending-mail. */
const rate = { perSecond: 10 / 60, windowSeconds: 60 };
const mostAccounts = 10_000;
/** After which to ask again while something is under way. */
const soonSeconds = 10;

/**
 * What callers have us ask providers and mail servers beside mail: one thing at a time and ten a minute for each account, so that nobody uses it to
 * knock at hosts or to guess passwords.
 */
@Injectable()
export class ProviderTurns {
  private readonly underWay = new Set<string>();
  private readonly budgets = new LRUCache<string, TokenBucket>({ max: mostAccounts });

  /** @throws ServiceError `rate_limited` */
  async take<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.underWay.has(accountId))
      throw ServiceError.rateLimited('A provider is being asked for this account already: one at a time', soonSeconds);
    this.pay(accountId);
    this.underWay.add(accountId);
    try {
      return await work();
    } finally {
      this.underWay.delete(accountId);
    }
  }

  private pay(accountId: string): void {
    const now = Date.now();
    const budget = this.budgets.get(accountId) ?? new TokenBucket(now);
    this.budgets.set(accountId, budget);
    const wait = budget.waitFor(1, rate, now);
    if (wait > 0)
      throw ServiceError.rateLimited('Providers are asked ten times a minute for an account', Math.ceil(wait));
    budget.use(1, rate, now);
  }
}
