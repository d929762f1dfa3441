import type { EventLoopUtilization } from 'node:perf_hooks';
import { performance } from 'node:perf_hooks';
import { isCampaignLane } from '../esp-accounts/lane.js';

/** How long after an ordinary email more are expected. */
const recentMs = 5_000;
/** Target event loop utilization while campaigns send beside ordinary email; a busy machine raises it, too. */
const target = 0.2;
const minPerSecond = 20;
const adjustEveryMs = 250;
/** Email claimed per statement lasts this long: claims cost a statement, and email accepted during one gets no slot. */
const stockMs = 600;
/** Share of the stock at which more is claimed. */
const lowShare = 1 / 4;

/** Time and event loop utilization; tests replace it. */
export interface Clock {
  now(): number;
  utilization(since?: EventLoopUtilization): EventLoopUtilization;
  /** Calls `work` after `ms` milliseconds, unless the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

const ownClock: Clock = {
  now: () => performance.now(),
  utilization: (since) => performance.eventLoopUtilization(since),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Paces campaign email. Without other email it starts immediately. Otherwise it starts at an even rate that keeps the
 * process mostly idle, in gaps between other email if possible: a large campaign may take hours, but it must not delay
 * a password reset (docs/drips.md#fairness).
 */
export class CampaignTurns {
  private readonly waiting: (() => void)[] = [];
  /** Slots in use, including those of waiting emails. */
  private slotsInUse = 0;
  private lastOtherMailAt = -Infinity;
  private nextTurnAt = -Infinity;
  private soonestAt = -Infinity;
  private cancelTimer: (() => void) | undefined;
  private rate = minPerSecond;
  private adjustedAt = -Infinity;
  private lastUtilization: EventLoopUtilization | undefined;

  /** `max`: maximum number of claimed emails that wait, each in a slot. */
  constructor(
    private readonly maxWaiting: number,
    private readonly clock: Clock = ownClock,
  ) {}

  /** Whether campaign email is paced. */
  get limited(): boolean {
    return this.clock.now() - this.lastOtherMailAt < recentMs;
  }

  /** How many emails may be claimed; infinite when not paced. */
  get freeSlots(): number {
    if (!this.limited) return Infinity;
    const stock = Math.min(this.maxWaiting, Math.ceil((this.perSecond * stockMs) / 1_000));
    return this.waiting.length <= stock * lowShare ? stock - this.waiting.length : 0;
  }

  /** An attempt through this lane acquired a slot. */
  acquired(lane: string): void {
    this.slotsInUse += 1;
    if (!isCampaignLane(lane)) this.lastOtherMailAt = this.clock.now();
  }

  /** An attempt released its slot. */
  released(): void {
    this.slotsInUse -= 1;
    this.startDue();
  }

  /** Calls `start` at the turn of this email. */
  begin(start: () => void): void {
    if (this.waiting.length === 0) this.nextTurnAt = Math.max(this.nextTurnAt, this.clock.now());
    this.waiting.push(start);
    this.startDue();
  }

  /** Starts all waiting emails, because the process stops. */
  beginAll(): void {
    while (this.waiting.length > 0) this.next();
  }

  private startDue(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    while (this.waiting.length > 0) {
      const ms = this.limited ? this.untilTurn() : 0;
      if (ms > 0) {
        this.cancelTimer = this.clock.after(ms, () => this.startDue());
        return;
      }
      this.next();
    }
  }

  /** The turn is now if no other attempt is in progress, otherwise one interval later. */
  private untilTurn(): number {
    const now = this.clock.now();
    if (now < this.soonestAt) return this.soonestAt - now;
    const others = this.slotsInUse - this.waiting.length;
    const at = others === 0 ? this.nextTurnAt : this.nextTurnAt + this.turnMs;
    return Math.max(0, at - now);
  }

  private next(): void {
    const now = this.clock.now();
    // A late start does not delay later emails, but there are always pauses between starts.
    this.nextTurnAt = Math.max(Math.min(this.nextTurnAt, now), now - this.turnMs) + this.turnMs;
    this.soonestAt = now + this.turnMs / 2;
    this.waiting.shift()!();
  }

  private get turnMs(): number {
    return 1_000 / this.perSecond;
  }

  private get perSecond(): number {
    const now = this.clock.now();
    if (now - this.adjustedAt >= adjustEveryMs) this.adjust(now);
    return this.rate;
  }

  /** Raises the rate slowly and lowers it quickly. */
  private adjust(now: number): void {
    const since = this.lastUtilization;
    this.lastUtilization = this.clock.utilization();
    // Ignores a measurement that started before ordinary email did.
    const isRecent = now - this.adjustedAt < 4 * adjustEveryMs;
    this.adjustedAt = now;
    if (!since || !isRecent) this.rate = minPerSecond;
    else if (this.clock.utilization(since).utilization > target) this.rate = Math.max(minPerSecond, this.rate * 0.8);
    else this.rate += 1;
  }
}
