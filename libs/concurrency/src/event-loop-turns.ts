/** How long pieces run before the event loop handles other work. */
const turnMs = 2;

/**
 * Shares the event loop among keys (tenants) whose work comes in pieces of about a millisecond. Wait for `next` before each piece: keys take turns,
 * and all pieces together never hold the loop for much more than 2 ms.
 */
export class EventLoopTurns {
  private readonly waiting = new Map<string, (() => void)[]>();
  private isScheduled = false;

  next(key: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.waiting.get(key);
      if (others) others.push(resolve);
      else this.waiting.set(key, [resolve]);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => this.begin(performance.now() + turnMs));
  }

  /** A piece runs in microtasks, so they have all run before the next tick. */
  private begin(endsAt: number): void {
    this.resolveNext();
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.waiting.size > 0 && performance.now() < endsAt) this.begin(endsAt);
        else {
          this.isScheduled = false;
          this.schedule();
        }
      }),
    );
  }

  private resolveNext(): void {
    for (const [key, pieces] of this.waiting) {
      const resolve = pieces.shift()!;
      this.waiting.delete(key);
      if (pieces.length > 0) this.waiting.set(key, pieces);
      resolve();
      return;
    }
  }
}
