import { ServiceError } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
const maxAddresses = 10_000;

/** Limits how often an IP address may do something: `max` times in a window of one minute. */
export class AddressLimiter {
  private readonly windows = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: maxAddresses });

  /** `refusal` is the message of the error. */
  constructor(
    private readonly max: number,
    private readonly refusal: string,
  ) {}

  /** @throws ServiceError `rate_limited` */
  check(address: string, now = Date.now()): void {
    const window = this.windowOf(address, now);
    if (window && window.count >= this.max)
      throw ServiceError.rateLimited(this.refusal, Math.ceil((window.endsAt - now) / 1000));
  }

  count(address: string, now = Date.now()): void {
    const window = this.windowOf(address, now);
    if (window) window.count++;
    else this.windows.set(address, { count: 1, endsAt: now + windowMs });
  }

  private windowOf(address: string, now: number): { count: number; readonly endsAt: number } | undefined {
    const window = this.windows.get(address);
    return window && window.endsAt > now ? window : undefined;
  }
}
