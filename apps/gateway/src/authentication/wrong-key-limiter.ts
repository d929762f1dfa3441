import { ServiceError } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
const maxFailures = 50;
const maxAddresses = 10_000;

/** Tells whoever tries keys to wait: after 50 wrong ones in a minute an address learns nothing of further ones until that minute is over. */
export class WrongKeyLimiter {
  private readonly windows = new LRUCache<string, { failures: number; readonly endsAt: number }>({ max: maxAddresses });

  /** @throws ServiceError `rate_limited` */
  check(address: string, now = Date.now()): void {
    const window = this.windowOf(address, now);
    if (window && window.failures >= maxFailures)
      throw ServiceError.rateLimited('Too many requests with wrong API keys', Math.ceil((window.endsAt - now) / 1000));
  }

  count(address: string, now = Date.now()): void {
    const window = this.windowOf(address, now);
    if (window) window.failures++;
    else this.windows.set(address, { failures: 1, endsAt: now + windowMs });
  }

  private windowOf(address: string, now: number): { failures: number; readonly endsAt: number } | undefined {
    const window = this.windows.get(address);
    return window && window.endsAt > now ? window : undefined;
  }
}
