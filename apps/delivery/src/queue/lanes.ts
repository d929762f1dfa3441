import { Breakers } from '../esp-accounts/breakers.js';

/** Mail of test keys meets no ESP account: no account's pause, rate or backlog holds it up. */
export const testLane = 'test';

export const laneOf = (espAccountId: string, test: boolean): string => (test ? testLane : espAccountId);

/** The right to make one attempt through one lane; given back when the attempt is over. */
export interface Slot {
  readonly lane: string;
  readonly leaseToken: string;
  release(): void;
}

/** How many more attempts may begin now: in all, in the lanes that are in use or paused, and in any other. */
export interface Rooms {
  readonly total: number;
  readonly perLane: ReadonlyMap<string, number>;
  readonly otherwise: number;
}

/**
 * Bounds the attempts under way: `total` in the process (the most messages one crash can leave in doubt) and, through one ESP account, `perLane`
 * and as many as are free (dynamic thresholds: with n accounts that hang, each holds 1/(n+1) of the slots and the same share stays free).
 * A lane that holds none may take the last one.
 */
export class Lanes {
  private readonly busy = new Map<string, number>();
  private used = 0;
  private emptied: (() => void) | undefined;

  constructor(
    private readonly total: number,
    private readonly perLane: number,
    private readonly breakers: Pick<Breakers, 'limitOf' | 'limited'> = new Breakers(),
    private readonly onRelease: (lane: string) => void = () => {},
  ) {}

  reserve(lane: string): Slot | undefined {
    return this.roomIn(lane) > 0 ? this.take(lane, crypto.randomUUID()) : undefined;
  }

  /** A slot for what was claimed within `rooms`, when room was counted already. */
  take(lane: string, leaseToken: string): Slot {
    this.used++;
    this.busy.set(lane, this.inUse(lane) + 1);
    let released = false;
    return {
      lane,
      leaseToken,
      release: () => {
        if (released) return;
        released = true;
        this.give(lane);
      },
    };
  }

  get room(): number {
    return this.total - this.used;
  }

  roomIn(lane: string): number {
    const inUse = this.inUse(lane);
    const shared = Math.max(Math.floor((this.room - inUse) / 2), inUse === 0 ? 1 : 0);
    return Math.min(this.room, shared, this.perLane - inUse, this.breakers.limitOf(lane) - inUse);
  }

  /** Whether so much of a lane's share is free that a claim is worth its commit. */
  isHalfFree(lane: string): boolean {
    const room = this.roomIn(lane);
    return room > 0 && room >= this.inUse(lane);
  }

  get rooms(): Rooms {
    return {
      total: this.room,
      perLane: new Map(
        [...this.busy.keys(), ...this.breakers.limited].map((lane) => [lane, Math.max(0, this.roomIn(lane))]),
      ),
      otherwise: this.roomIn(''),
    };
  }

  /** Lanes through which nothing may begin because their account fails. */
  get paused(): readonly string[] {
    return this.breakers.limited.filter((lane) => this.inUse(lane) >= this.breakers.limitOf(lane));
  }

  /** Resolves when no attempt is under way. */
  async empty(): Promise<void> {
    if (this.used === 0) return;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
    });
  }

  private inUse(lane: string): number {
    return this.busy.get(lane) ?? 0;
  }

  private give(lane: string): void {
    this.used--;
    const left = this.inUse(lane) - 1;
    if (left > 0) this.busy.set(lane, left);
    else this.busy.delete(lane);
    this.onRelease(lane);
    if (this.used === 0) this.emptied?.();
  }
}
