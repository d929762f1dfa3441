import { Semaphore } from './semaphore.js';

/** Too many of a key wait already. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** So many of something at a time for each key, an account mostly: what one does at length leaves the others' alone. */
export class KeyedSlots {
  private readonly keys = new Map<string, { readonly slots: Semaphore; users: number }>();

  /** `most` of a key have a slot or wait for one. */
  constructor(
    private readonly each: number,
    private readonly most = Infinity,
  ) {}

  /** @throws TooManyWaiting; the signal's reason when it is aborted before there is a slot */
  async with<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const known = this.keys.get(key) ?? { slots: new Semaphore(this.each), users: 0 };
    if (known.users >= this.most) throw new TooManyWaiting(`More than ${this.most} at a time`);
    this.keys.set(key, known);
    known.users += 1;
    try {
      const release = await known.slots.acquire(1, signal);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      known.users -= 1;
      if (known.users === 0) this.keys.delete(key);
    }
  }
}
