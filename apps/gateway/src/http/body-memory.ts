import { unavailable } from '@postrider/messaging';

/** How long a body waits for room. */
const waitMs = 1_000;

interface Waiting {
  readonly accountId: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * The bytes that all bodies of this process may hold together, from before they are read until they are answered (docs/limits.md#requests).
 * An account that holds some may have as much as it leaves free: alone half of the room, of two a third each, and there is always some left
 * for whoever comes with nothing.
 */
export class BodyMemory {
  private free: number;
  private readonly heldBy = new Map<string, number>();
  private waiting: Waiting[] = [];

  constructor(private readonly capacity: number) {
    this.free = capacity;
  }

  /**
   * Makes room for a body, waiting a moment if need be. Resolves to what gives the room back.
   * @throws ServiceError `unavailable` when there is none in time
   */
  async acquire(accountId: string, size: number): Promise<() => void> {
    const bytes = Math.min(size, this.capacity);
    if (this.hasRoom(accountId, bytes)) this.take(accountId, bytes);
    else await this.turn(accountId, bytes);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.take(accountId, -bytes);
      this.admitWaiting();
    };
  }

  private hasRoom(accountId: string, bytes: number): boolean {
    const held = this.heldBy.get(accountId) ?? 0;
    const left = this.free - bytes;
    return left >= 0 && (held === 0 || held + bytes <= left);
  }

  private take(accountId: string, bytes: number): void {
    const held = (this.heldBy.get(accountId) ?? 0) + bytes;
    this.free -= bytes;
    if (held === 0) this.heldBy.delete(accountId);
    else this.heldBy.set(accountId, held);
  }

  private turn(accountId: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== place);
        reject(unavailable('Too much is being received at the moment'));
      }, waitMs);
      const place: Waiting = {
        accountId,
        bytes,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.push(place);
    });
  }

  /** In the order they came, but nobody waits behind one who must wait longer. */
  private admitWaiting(): void {
    this.waiting = this.waiting.filter(({ accountId, bytes, admit }) => {
      if (!this.hasRoom(accountId, bytes)) return true;
      this.take(accountId, bytes);
      admit();
      return false;
    });
  }
}
