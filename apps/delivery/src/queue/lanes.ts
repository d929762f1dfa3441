import { Breakers } from './breakers.js';

/** The right to make one attempt through one lane; given back when the attempt is over. */
export interface Slot {
  readonly lane: string;
  readonly leaseToken: string;
  release(): void;
}

/**
 * Bounds the attempts under way: `total` in the process (the most messages one crash can leave in doubt) and `perLane` through one ESP
 * account, so that one that hangs leaves room for the others.
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
    if (this.roomIn(lane) <= 0) return undefined;
    this.used++;
    this.busy.set(lane, this.inUse(lane) + 1);
    let released = false;
    return {
      lane,
      leaseToken: crypto.randomUUID(),
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
    return Math.min(this.room, Math.min(this.perLane, this.breakers.limitOf(lane)) - this.inUse(lane));
  }

  /** Lanes in use or paused, and how many more attempts each may begin. */
  get rooms(): ReadonlyMap<string, number> {
    return new Map([...this.busy.keys(), ...this.breakers.limited].map((lane) => [lane, this.roomIn(lane)]));
  }

  /** Resolves when no attempt is under way. */
  async empty(): Promise<void> {
    if (this.used === 0) return;
    await new Promise<void>((resolve) => { this.emptied = resolve; });
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
