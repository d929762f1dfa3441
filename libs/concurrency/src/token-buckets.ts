import { LRUCache } from 'lru-cache';

/** So much a second; what is not used is saved up for `windowSeconds`. */
export interface Rate {
  readonly perSecond: number;
  readonly windowSeconds: number;
}

/** What may be used at once: what a full bucket holds. */
export const burstOf = ({ perSecond, windowSeconds }: Rate): number => Math.max(1, perSecond * windowSeconds);

/** What a bucket has: how much it holds when full, how much of that is left, and the seconds until it is full again. */
export interface Standing {
  readonly burst: number;
  readonly remaining: number;
  readonly reset: number;
}

interface Bucket {
  /** What is used. Not what is left: so the rate may change, and processes can add up what each of them used. */
  level: number;
  at: number;
}

const maxKeys = 20_000;

/** Rates of keys (tenants) in one process. A bucket that nobody has used for long is full again, so the oldest ones are forgotten. Times are Unix milliseconds. */
export class TokenBuckets {
  private readonly buckets: LRUCache<string, Bucket>;

  constructor(max = maxKeys) {
    this.buckets = new LRUCache({ max });
  }

  /** Takes the amount if it is there, and returns 0; otherwise returns the seconds until it is. */
  take(key: string, rate: Rate, amount = 1, now = Date.now()): number {
    const wait = this.waitFor(key, rate, amount, now);
    if (wait === 0) this.use(key, rate, amount, now);
    return wait;
  }

  /** Uses the amount even if it is not there; the debt is paid back first. A negative amount gives back. */
  use(key: string, rate: Rate, amount: number, now = Date.now()): void {
    this.set(key, this.levelAt(key, rate, now) + amount, now);
  }

  /** Seconds until the amount is there; 0 where it is now. More than the burst is there when the bucket is full. */
  waitFor(key: string, rate: Rate, amount = 1, now = Date.now()): number {
    const burst = burstOf(rate);
    const lacking = this.levelAt(key, rate, now) + Math.min(amount, burst) - burst;
    return lacking > 0 ? lacking / rate.perSecond : 0;
  }

  standing(key: string, rate: Rate, now = Date.now()): Standing {
    const burst = burstOf(rate);
    const level = this.levelAt(key, rate, now);
    return { burst, remaining: Math.max(0, burst - level), reset: level / rate.perSecond };
  }

  /** Sets what is used. */
  set(key: string, level: number, now = Date.now()): void {
    this.buckets.set(key, { level, at: now });
  }

  private levelAt(key: string, { perSecond }: Rate, now: number): number {
    const bucket = this.buckets.get(key);
    if (!bucket) return 0;
    // After a step back of the clock the bucket goes on from there.
    bucket.at = Math.min(bucket.at, now);
    return Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * perSecond);
  }
}
