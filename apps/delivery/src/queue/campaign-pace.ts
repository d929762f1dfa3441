import type { EventLoopUtilization } from 'node:perf_hooks';
import { isCampaignLane } from '../esp-accounts/lane.js';

/** So long after an ordinary mail others are expected. */
const recentMs = 5_000;
/** How busy this process may be while campaigns send beside ordinary mail; a busy machine counts, too, because its processes wait for their turn. */
const target = 0.4;
const leastPerSecond = 20;
const adjustEveryMs = 250;
/** What is not used is not saved up: a burst is what other mail would wait for. */
const burstMs = 100;

/** Time, and how busy the event loop was; a test has its own. */
export interface Clock {
  now(): number;
  utilization(since?: EventLoopUtilization): EventLoopUtilization;
}

const ownClock: Clock = {
  now: () => performance.now(),
  utilization: (since) => performance.eventLoopUtilization(since),
};

/**
 * How many mails of campaigns may begin. As many as there is room for where no other mail is sent; else as many as leave
 * this process idle most of the time, but twenty a second in any case: a hundred thousand that are due in one minute may take an hour, somebody's
 * password reset may not take a second longer (docs/drips.md#fairness).
 */
export class CampaignPace {
  private ordinaryAt = -Infinity;
  private perSecond = leastPerSecond;
  private credit = 0;
  private countedAt = -Infinity;
  private adjustedAt = -Infinity;
  private looked: EventLoopUtilization | undefined;

  constructor(private readonly clock: Clock = ownClock) {}

  /** Whether they are held back. */
  get limited(): boolean {
    return this.clock.now() - this.ordinaryAt < recentMs;
  }

  /** Infinity where they are not. */
  get room(): number {
    if (!this.limited) return Infinity;
    this.count();
    return Math.floor(this.credit);
  }

  /** A mail of this lane is taken up. */
  began(lane: string): void {
    if (isCampaignLane(lane)) this.credit = Math.max(0, this.credit - 1);
    else this.ordinaryAt = this.clock.now();
  }

  private count(): void {
    const now = this.clock.now();
    if (now - this.adjustedAt >= adjustEveryMs) this.adjust(now);
    const elapsedMs = Math.min(now - this.countedAt, burstMs);
    this.credit = Math.min(
      this.credit + (this.perSecond * elapsedMs) / 1_000,
      Math.max(1, (this.perSecond * burstMs) / 1_000),
    );
    this.countedAt = now;
  }

  /** Slowly more, quickly less. */
  private adjust(now: number): void {
    const since = this.looked;
    this.looked = this.clock.utilization();
    // What was before the ordinary mail came says nothing of now.
    const fresh = now - this.adjustedAt < 4 * adjustEveryMs;
    this.adjustedAt = now;
    if (!since || !fresh) this.perSecond = leastPerSecond;
    else if (this.clock.utilization(since).utilization > target)
      this.perSecond = Math.max(leastPerSecond, this.perSecond * 0.8);
    else this.perSecond += leastPerSecond / 2;
  }
}
