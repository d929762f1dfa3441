import { ServiceError } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

interface Failures {
  count: number;
  /** When the next try may come, in Unix milliseconds. */
  next: number;
}

export interface Slowness {
  /** Failures that cost nothing: people mistype. */
  readonly free: number;
  readonly maxMs: number;
}

/** So many are remembered; what is tried longest ago is forgotten first. */
const maxTracked = 20_000;
/** And so long after the last failure. */
const forgottenMs = 24 * 60 * 60_000;
const firstMs = 1_000;

/**
 * Lets the next try of something wait longer after each failure, twice as long each time. Nobody is held up meanwhile: who comes too early
 * is told when to come again.
 */
export class LogInPace {
  private readonly failures = new LRUCache<string, Failures>({ max: maxTracked });

  constructor(private readonly slowness: Slowness) {}

  /**
   * A try counts as failed until it is known that it did not: many at once are no way around.
   * @returns what takes it back
   * @throws ServiceError `rate_limited`
   */
  begin(who: string, now = Date.now()): () => void {
    const before = this.failures.get(who) ?? { count: 0, next: 0 };
    if (before.next > now)
      throw ServiceError.rateLimited('Too many failed log-ins', Math.ceil((before.next - now) / 1_000));
    const count = now - before.next > forgottenMs ? 1 : before.count + 1;
    const over = count - this.slowness.free;
    const next = now + (over <= 0 ? 0 : Math.min(firstMs * 2 ** (over - 1), this.slowness.maxMs));
    const failures = { count, next };
    this.failures.set(who, failures);
    return () => {
      failures.count -= 1;
      failures.next = before.next;
    };
  }

  /** Whoever knows the password may mistype it as often again. */
  succeeded(who: string): void {
    this.failures.delete(who);
  }
}
