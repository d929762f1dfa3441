/** How many bytes may be held at a time: whoever needs more than is left waits, first come, first served. */
export class ByteBudget {
  private used = 0;
  private readonly waiting: { readonly bytes: number; readonly admit: () => void }[] = [];

  constructor(private readonly total: number) {}

  /**
   * Resolves when there is room, to what gives it back. More than the whole budget waits until it is alone.
   * @throws the signal's reason when it is aborted before
   */
  async take(bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const share = Math.min(bytes, this.total);
    if (this.waiting.length === 0 && this.used + share <= this.total) this.used += share;
    else await this.turn(share, signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.used -= share;
      this.admitWaiting();
    };
  }

  private turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        this.waiting.splice(this.waiting.indexOf(place), 1);
        reject(signal.reason as Error);
        this.admitWaiting();
      };
      const place = {
        bytes,
        admit: () => {
          signal.removeEventListener('abort', aborted);
          resolve();
        },
      };
      signal.addEventListener('abort', aborted, { once: true });
      this.waiting.push(place);
    });
  }

  private admitWaiting(): void {
    for (let next = this.waiting[0]; next && this.used + next.bytes <= this.total; next = this.waiting[0]) {
      this.used += next.bytes;
      this.waiting.shift();
      next.admit();
    }
  }
}
