import type { EventLoopUtilization } from 'node:perf_hooks';

/** So long after an ordinary mail others are expected. */
const recentMs = 5_000;
/** How busy this process may be while campaigns send beside ordinary mail; a busy machine counts, too, because its processes wait for their turn. */
const target = 0.2;
const leastPerSecond = 20;
const adjustEveryMs = 250;

/** Time, and how busy the event loop was; a test has its own. */
export interface Clock {
  now(): number;
  utilization(since?: EventLoopUtilization): EventLoopUtilization;
  /** Calls back so many milliseconds later, unless what it answers is called before. */
  after(ms: number, work: () => void): () => void;
}

export const ownClock: Clock = {
  now: () => performance.now(),
  utilization: (since) => performance.eventLoopUtilization(since),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * How many mails of campaigns a second may begin beside other mail: as many as leave this process idle most of the time, but twenty in any case. A
 * hundred thousand that are due in one minute may take an hour and a half, somebody's password reset may not take a second longer
 * (docs/drips.md#fairness).
 */
export class CampaignPace {
  private ordinaryAt = -Infinity;
  private rate = leastPerSecond;
  private adjustedAt = -Infinity;
  private looked: EventLoopUtilization | undefined;

  constructor(private readonly clock: Clock) {}

  /** Whether they are held back. */
  get limited(): boolean {
    return this.clock.now() - this.ordinaryAt < recentMs;
  }

  get perSecond(): number {
    const now = this.clock.now();
    if (now - this.adjustedAt >= adjustEveryMs) this.adjust(now);
    return this.rate;
  }

  /** Other mail was taken up. */
  ordinaryCame(): void {
    this.ordinaryAt = this.clock.now();
  }

  /** Slowly more, quickly less. */
  private adjust(now: number): void {
    const since = this.looked;
    this.looked = this.clock.utilization();
    // What was before the ordinary mail came says nothing of now.
    const fresh = now - this.adjustedAt < 4 * adjustEveryMs;
    this.adjustedAt = now;
    if (!since || !fresh) this.rate = leastPerSecond;
    else if (this.clock.utilization(since).utilization > target) this.rate = Math.max(leastPerSecond, this.rate * 0.8);
    else this.rate += 1;
  }
}
