import type { EventLoopUtilization } from 'node:perf_hooks';
import { performance } from 'node:perf_hooks';
import { isCampaignLane } from '../esp-accounts/lane.js';

/** How long after an ordinary mail others are expected. */
const recentMs = 5_000;
/** How busy this process may be while campaigns send beside ordinary mail; a busy machine counts, too, because its processes wait for their turn. */
const target = 0.2;
const minPerSecond = 20;
const adjustEveryMs = 250;
/** What is claimed at a time lasts so long: a claim is a statement, and mail that is accepted during one gets no slot. */
const stockMs = 600;
/** What is left of it when there is room for more. */
const lowShare = 1 / 4;

/** Time, and how busy the event loop was; a test has its own. */
export interface Clock {
  now(): number;
  utilization(since?: EventLoopUtilization): EventLoopUtilization;
  /** Calls back so many milliseconds later, unless the function that it returns is called before. */
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
 * When mails of campaigns begin. Where no other mail is sent, at once. Otherwise as many a second as leave this process idle most of the time, one by one
 * at an even pace, in the gaps between other mails if there are any: a campaign of a hundred thousand mails may take an hour and a half, but a password
 * reset must not take a second longer (docs/drips.md#fairness).
 */
export class CampaignTurns {
  private readonly waiting: (() => void)[] = [];
  /** Slots in use, also by mails that wait. */
  private taken = 0;
  private ordinaryAt = -Infinity;
  private turnAt = -Infinity;
  private soonestAt = -Infinity;
  private cancelTimer: (() => void) | undefined;
  private rate = minPerSecond;
  private adjustedAt = -Infinity;
  private looked: EventLoopUtilization | undefined;

  /** `most`: mails that are claimed and wait, each in a slot. */
  constructor(
    private readonly most: number,
    private readonly clock: Clock = ownClock,
  ) {}

  /** Whether they are held back. */
  get limited(): boolean {
    return this.clock.now() - this.ordinaryAt < recentMs;
  }

  /** How many may be claimed; infinity where they are not held back. */
  get room(): number {
    if (!this.limited) return Infinity;
    const stock = Math.min(this.most, Math.ceil((this.perSecond * stockMs) / 1_000));
    return this.waiting.length <= stock * lowShare ? stock - this.waiting.length : 0;
  }

  /** An attempt through this lane got its slot. */
  took(lane: string): void {
    this.taken += 1;
    if (!isCampaignLane(lane)) this.ordinaryAt = this.clock.now();
  }

  /** An attempt is over. */
  gave(): void {
    this.taken -= 1;
    this.look();
  }

  /** Calls `start` when it is the turn of this mail. */
  begin(start: () => void): void {
    if (this.waiting.length === 0) this.turnAt = Math.max(this.turnAt, this.clock.now());
    this.waiting.push(start);
    this.look();
  }

  /** Begins all mails that wait, because the process stops. */
  beginAll(): void {
    while (this.waiting.length > 0) this.next();
  }

  private look(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    while (this.waiting.length > 0) {
      const ms = this.limited ? this.untilTurn() : 0;
      if (ms > 0) {
        this.cancelTimer = this.clock.after(ms, () => this.look());
        return;
      }
      this.next();
    }
  }

  /** At its time if no attempt is in progress, a turn later in any case. */
  private untilTurn(): number {
    const now = this.clock.now();
    if (now < this.soonestAt) return this.soonestAt - now;
    const others = this.taken - this.waiting.length;
    const at = others === 0 ? this.turnAt : this.turnAt + this.turnMs;
    return Math.max(0, at - now);
  }

  private next(): void {
    const now = this.clock.now();
    // A mail that begins late does not delay those after it, but no two begin at once.
    this.turnAt = Math.max(Math.min(this.turnAt, now), now - this.turnMs) + this.turnMs;
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

  /** Raises the rate slowly, and lowers it quickly. */
  private adjust(now: number): void {
    const since = this.looked;
    this.looked = this.clock.utilization();
    // The time before the ordinary mail came does not count.
    const isRecent = now - this.adjustedAt < 4 * adjustEveryMs;
    this.adjustedAt = now;
    if (!since || !isRecent) this.rate = minPerSecond;
    else if (this.clock.utilization(since).utilization > target) this.rate = Math.max(minPerSecond, this.rate * 0.8);
    else this.rate += 1;
  }
}
