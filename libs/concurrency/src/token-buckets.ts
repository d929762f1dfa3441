import { LRUCache } from 'lru-cache';

/** Tokens refill at `perSecond`; unused ones are saved for `windowSeconds`. */
export interface Rate {
  readonly perSecond: number;
  readonly windowSeconds: number;
}

/** The capacity of a bucket: how much can be used at once. */
export const getBurst = ({ perSecond, windowSeconds }: Rate): number => Math.max(1, perSecond * windowSeconds);

/** The state of a bucket: its capacity, the remaining tokens, and the seconds until it is full. */
export interface BucketState {
  readonly burst: number;
  readonly remaining: number;
  readonly reset: number;
}

interface Bucket {
  /**
   * The used tokens. The remaining ones would depend on the rate, which may change, and processes could not add them
   * up.
   */
  level: number;
  at: number;
}

const maxKeys = 20_000;

/**
 * Rate limits of keys (tenants) in one process. A bucket that is unused for long is full again, so the least recently
 * used are evicted. Times are Unix milliseconds.
 */
export class TokenBuckets {
  private readonly buckets: LRUCache<string, Bucket>;

  constructor(max = maxKeys) {
    this.buckets = new LRUCache({ max });
  }

  /** Takes the amount if the bucket has it and returns 0; otherwise returns the seconds until it has. */
  take(key: string, rate: Rate, amount = 1, now = Date.now()): number {
    const wait = this.waitFor(key, rate, amount, now);
    if (wait === 0) this.use(key, rate, amount, now);
    return wait;
  }

  /** Uses the amount even if the bucket lacks it; the debt is paid back first. A negative amount gives tokens back. */
  use(key: string, rate: Rate, amount: number, now = Date.now()): void {
    this.set(key, this.levelAt(key, rate, now) + amount, now);
  }

  /**
   * Seconds until the bucket has the amount; 0 if it has it now. An amount above the burst is granted when the bucket
   * is full.
   */
  waitFor(key: string, rate: Rate, amount = 1, now = Date.now()): number {
    const burst = getBurst(rate);
    const lacking = this.levelAt(key, rate, now) + Math.min(amount, burst) - burst;
    return lacking > 0 ? lacking / rate.perSecond : 0;
  }

  getState(key: string, rate: Rate, now = Date.now()): BucketState {
    const burst = getBurst(rate);
    const level = this.levelAt(key, rate, now);
    return { burst, remaining: Math.max(0, burst - level), reset: level / rate.perSecond };
  }

  /** Sets the used tokens. */
  set(key: string, level: number, now = Date.now()): void {
    this.buckets.set(key, { level, at: now });
  }

  private levelAt(key: string, { perSecond }: Rate, now: number): number {
    const bucket = this.buckets.get(key);
    if (!bucket) return 0;
    // If the clock was set back, the bucket continues from the new time.
    bucket.at = Math.min(bucket.at, now);
    return Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * perSecond);
  }
}
