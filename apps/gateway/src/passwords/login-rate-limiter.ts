import { ServiceError } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

interface Failures {
  count: number;
  /** When the next attempt is allowed, in Unix milliseconds. */
  next: number;
}

export interface Backoff {
  /** Failures without a delay, since people mistype. */
  readonly free: number;
  readonly maxMs: number;
}

/** Tracked keys; the least recently used is evicted first. */
const maxTracked = 20_000;
/** Time without a failure after which the count starts again. */
const resetAfterMs = 24 * 60 * 60_000;
const firstMs = 1_000;

/** Exponential backoff after failed attempts. An early attempt is rejected with Retry-After instead of waiting. */
export class LoginRateLimiter {
  private readonly failures = new LRUCache<string, Failures>({ max: maxTracked });

  constructor(private readonly backoff: Backoff) {}

  /**
   * Counts the attempt as failed in advance, so that concurrent attempts cannot bypass the limit.
   * @returns a function that refunds it
   * @throws ServiceError `rate_limited`
   */
  start(key: string, now = Date.now()): () => void {
    const before = this.failures.get(key) ?? { count: 0, next: 0 };
    if (before.next > now)
      throw ServiceError.rateLimited('Too many failed log-ins', Math.ceil((before.next - now) / 1_000));
    const count = now - before.next > resetAfterMs ? 1 : before.count + 1;
    const over = count - this.backoff.free;
    const next = now + (over <= 0 ? 0 : Math.min(firstMs * 2 ** (over - 1), this.backoff.maxMs));
    const failures = { count, next };
    this.failures.set(key, failures);
    return () => {
      failures.count -= 1;
      failures.next = before.next;
    };
  }

  /** Resets the count after a successful attempt. */
  succeeded(key: string): void {
    this.failures.delete(key);
  }
}
