/** How much of something may be held at a time: whoever needs more than is left waits, first come, first served. */
export class Semaphore {
  private held = 0;
  private readonly waiting: { readonly amount: number; readonly admit: () => void }[] = [];

  constructor(private readonly capacity: number) {}

  /**
   * Resolves when there is room for `amount`, to what gives it back. More than the whole capacity waits until it is alone.
   * @throws the signal's reason when it is aborted before
   */
  async acquire(amount = 1, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const taken = this.take(amount);
    if (taken) return taken;
    const share = Math.min(amount, this.capacity);
    await this.turn(share, signal);
    return this.holding(share);
  }

  /** What gives it back, if there is room now and nobody waits. */
  take(amount = 1): (() => void) | undefined {
    const share = Math.min(amount, this.capacity);
    if (this.waiting.length > 0 || this.held + share > this.capacity) return undefined;
    this.held += share;
    return this.holding(share);
  }

  private holding(share: number): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.held -= share;
      this.admitWaiting();
    };
  }

  private turn(amount: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        this.waiting.splice(this.waiting.indexOf(place), 1);
        reject(signal?.reason as Error);
        this.admitWaiting();
      };
      const place = {
        amount,
        admit: () => {
          signal?.removeEventListener('abort', aborted);
          resolve();
        },
      };
      signal?.addEventListener('abort', aborted, { once: true });
      this.waiting.push(place);
    });
  }

  private admitWaiting(): void {
    for (let next = this.waiting[0]; next && this.held + next.amount <= this.capacity; next = this.waiting[0]) {
      this.held += next.amount;
      this.waiting.shift();
      next.admit();
    }
  }
}
