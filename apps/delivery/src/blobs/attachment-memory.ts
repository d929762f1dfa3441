/** What one account may hold, as a multiple of what is free. */
const accountShare = 2;

interface Place {
  readonly bytes: number;
  /** Undefined once it has room. */
  admit: (() => void) | undefined;
}

/**
 * A part of the memory for attachments. An account may hold twice as much as it leaves free, and in any case one message's if there is room for it, so
 * that there is some left for whoever comes with nothing. Accounts that wait take turns; nobody passes the one whose turn it is.
 */
export class AttachmentMemory {
  private free: number;
  private readonly heldBy = new Map<string, number>();
  /** Those of an account in their order, the accounts in that of their turns. */
  private readonly waiting = new Map<string, readonly Place[]>();

  constructor(
    private readonly capacity: number,
    private readonly longestWaitMs: number,
  ) {
    this.free = capacity;
  }

  /**
   * Resolves when there is room, to what gives it back. More than the whole capacity waits until it is alone.
   * @throws the signal's reason when it is aborted before; Error when nothing came free in time
   */
  async acquire(accountId: string, size: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const bytes = Math.min(size, this.capacity);
    const place: Place = { bytes, admit: () => {} };
    this.waiting.set(accountId, [...(this.waiting.get(accountId) ?? []), place]);
    this.admitWaiting();
    if (place.admit) await this.turn(accountId, place, signal);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.take(accountId, -bytes);
      this.admitWaiting();
    };
  }

  private turn(accountId: string, place: Place, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: Error): void => {
        settle();
        this.remove(accountId, place);
        reject(reason);
        this.admitWaiting();
      };
      const aborted = (): void => leave(signal.reason as Error);
      const timer = setTimeout(() => leave(new Error('No room came free in time')), this.longestWaitMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
      };
      signal.addEventListener('abort', aborted, { once: true });
      place.admit = () => {
        settle();
        resolve();
      };
    });
  }

  private admitWaiting(): void {
    for (let next = this.next(); next; next = this.next()) {
      const [accountId, place] = next;
      this.remove(accountId, place);
      this.take(accountId, place.bytes);
      const { admit } = place;
      place.admit = undefined;
      admit?.();
    }
  }

  /** Whose turn it is, if there is room; who has its share is passed over. */
  private next(): readonly [string, Place] | undefined {
    for (const [accountId, [place]] of this.waiting) {
      if (!place || !this.isWithinShare(accountId, place.bytes)) continue;
      return place.bytes <= this.free ? [accountId, place] : undefined;
    }
    return undefined;
  }

  private isWithinShare(accountId: string, bytes: number): boolean {
    const held = this.heldBy.get(accountId) ?? 0;
    return held === 0 || held + bytes <= accountShare * (this.free - bytes);
  }

  /** The others of its account go to the end of the turns. */
  private remove(accountId: string, place: Place): void {
    const others = (this.waiting.get(accountId) ?? []).filter((each) => each !== place);
    this.waiting.delete(accountId);
    if (others.length > 0) this.waiting.set(accountId, others);
  }

  private take(accountId: string, bytes: number): void {
    const held = (this.heldBy.get(accountId) ?? 0) + bytes;
    this.free -= bytes;
    if (held === 0) this.heldBy.delete(accountId);
    else this.heldBy.set(accountId, held);
  }
}
