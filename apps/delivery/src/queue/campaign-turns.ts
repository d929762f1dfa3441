import { isCampaignLane } from '../esp-accounts/lane.js';
import type { Clock } from './campaign-pace.js';
import { CampaignPace, ownClock } from './campaign-pace.js';

/** What is claimed at a time lasts so long: a claim is a statement, and mail that is accepted during one gets no slot. */
const stockMs = 600;
/** What is left of it when there is room for more. */
const lowShare = 1 / 4;

/**
 * When mails of campaigns begin. Where no other mail is sent, at once. Else some are claimed at a time and begin one by one at an even pace, in the gaps
 * between other mails if there are any: a mail that meets one of them shares the processors with one, and most mails meet none.
 */
export class CampaignTurns {
  private readonly waiting: (() => void)[] = [];
  /** Slots in use, also by those that wait. */
  private taken = 0;
  private turnAt = -Infinity;
  private soonestAt = -Infinity;
  private cancelTimer: (() => void) | undefined;

  /** `most`: that are claimed and wait, each in a slot. */
  constructor(
    private readonly most: number,
    private readonly clock: Clock = ownClock,
    private readonly pace = new CampaignPace(clock),
  ) {}

  /** Whether they are held back. */
  get limited(): boolean {
    return this.pace.limited;
  }

  /** How many may be claimed; infinity where they are not held back. */
  get room(): number {
    if (!this.limited) return Infinity;
    const stock = Math.min(this.most, Math.ceil((this.pace.perSecond * stockMs) / 1_000));
    return this.waiting.length <= stock * lowShare ? stock - this.waiting.length : 0;
  }

  /** An attempt through this lane has got its slot. */
  took(lane: string): void {
    this.taken++;
    if (!isCampaignLane(lane)) this.pace.ordinaryCame();
  }

  /** It is over. */
  gave(): void {
    this.taken--;
    this.look();
  }

  /** Calls `start` when it is the turn of this mail. */
  begin(start: () => void): void {
    if (this.waiting.length === 0) this.turnAt = Math.max(this.turnAt, this.clock.now());
    this.waiting.push(start);
    this.look();
  }

  /** Those that wait begin now, because the process stops. */
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

  /** At its time if no attempt is under way, a turn later in any case. */
  private untilTurn(): number {
    const now = this.clock.now();
    if (now < this.soonestAt) return this.soonestAt - now;
    const others = this.taken - this.waiting.length;
    const at = others === 0 ? this.turnAt : this.turnAt + this.turnMs;
    return Math.max(0, at - now);
  }

  private next(): void {
    const now = this.clock.now();
    // What begins late does not put off those after it, but no two come at once.
    this.turnAt = Math.max(Math.min(this.turnAt, now), now - this.turnMs) + this.turnMs;
    this.soonestAt = now + this.turnMs / 2;
    this.waiting.shift()!();
  }

  private get turnMs(): number {
    return 1_000 / this.pace.perSecond;
  }
}
