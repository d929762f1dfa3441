import { Semaphore } from './semaphore.js';

/** Too many of a key wait already. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

interface Slots {
  readonly slots: Semaphore;
  users: number;
}

/** So many of something at a time for each key, an account mostly: what one does at length leaves the others' alone. */
export class KeyedSlots {
  private readonly keys = new Map<string, Slots>();

  /** `most` of a key have a slot or wait for one. */
  constructor(
    private readonly each: number,
    private readonly most = Infinity,
  ) {}

  /** @throws TooManyWaiting; the signal's reason when it is aborted before there is a slot */
  async with<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves to the function that gives the slot back. Throws as `with` does. */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const known = this.known(key);
    if (known.users >= this.most) throw new TooManyWaiting(`More than ${this.most} at a time`);
    this.keys.set(key, known);
    known.users += 1;
    try {
      return this.leaving(key, known, await known.slots.acquire(1, signal));
    } catch (error) {
      this.left(key, known);
      throw error;
    }
  }

  /** What gives a slot back that is free now; undefined where none is, or somebody waits. */
  take(key: string): (() => void) | undefined {
    const known = this.known(key);
    const release = known.slots.take();
    if (!release) return undefined;
    this.keys.set(key, known);
    known.users += 1;
    return this.leaving(key, known, release);
  }

  private known(key: string): Slots {
    return this.keys.get(key) ?? { slots: new Semaphore(this.each), users: 0 };
  }

  private leaving(key: string, known: Slots, release: () => void): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      release();
      this.left(key, known);
    };
  }

  private left(key: string, known: Slots): void {
    known.users -= 1;
    if (known.users === 0) this.keys.delete(key);
  }
}
