import { ServiceError } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
const maxAddresses = 10_000;

/** Limits how often an IP address may do something: `max` times in a window of one minute. */
export class AddressLimiter {
  private readonly windows = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: maxAddresses });

  /** `rejection` is the message of the error. */
  constructor(
    private readonly max: number,
    private readonly rejection: string,
  ) {}

  /** Counts one time. @throws ServiceError `rate_limited` */
  count(address: string, now = Date.now()): void {
    const window = this.windows.get(address);
    if (!window || window.endsAt <= now) this.windows.set(address, { count: 1, endsAt: now + windowMs });
    else if (window.count < this.max) window.count++;
    else throw ServiceError.rateLimited(this.rejection, Math.ceil((window.endsAt - now) / 1000));
  }
}
