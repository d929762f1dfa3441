import type { Rate } from '@postrider/contracts';
import { burstOf } from '@postrider/contracts';

/** What a bucket has: how much it holds when full, how much of that is left, and the seconds until it is full again. */
export interface Standing {
  readonly burst: number;
  readonly remaining: number;
  readonly reset: number;
}

/**
 * How much of a rate was used, in one process: it flows off at the rate, and what is below the burst may be used. Kept as what is used rather
 * than as what is left, so that the rate may change and that processes can add up what each of them has used.
 */
export class TokenBucket {
  /** Used here, and not yet told to the other processes. */
  unshared = 0;
  private level = 0;

  /** Times are Unix milliseconds. */
  constructor(private at: number) {}

  use(amount: number, { perSecond }: Rate, now: number): void {
    this.level = this.levelAt(now, perSecond) + amount;
    this.at = now;
    this.unshared += amount;
  }

  /** Seconds until `amount` is there; 0 where it is now. More than the burst is there when the bucket is full. */
  waitFor(amount: number, rate: Rate, now: number): number {
    const burst = burstOf(rate);
    const lacking = this.levelAt(now, rate.perSecond) + Math.min(amount, burst) - burst;
    return lacking > 0 ? lacking / rate.perSecond : 0;
  }

  standing(rate: Rate, now: number): Standing {
    const burst = burstOf(rate);
    const level = this.levelAt(now, rate.perSecond);
    return { burst, remaining: Math.max(0, burst - level), reset: level / rate.perSecond };
  }

  /** What is not told yet is on its way; answers it. */
  share(): number {
    const { unshared } = this;
    this.unshared = 0;
    return unshared;
  }

  /** What all processes together have used: all that was shared here is in it. */
  learn(level: number, now: number): void {
    this.level = level + this.unshared;
    this.at = now;
  }

  private levelAt(now: number, perSecond: number): number {
    // After a step back of the clock the bucket goes on from there.
    if (now < this.at) this.at = now;
    return Math.max(0, this.level - ((now - this.at) / 1_000) * perSecond);
  }
}
