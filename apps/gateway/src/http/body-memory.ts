import { unavailable } from '@postrider/messaging';

/** How long a body waits for room. */
const waitMs = 1_000;

interface Waiting {
  readonly room: BodyRoom;
  readonly bytes: number;
  readonly admit: () => void;
  readonly giveUp: () => void;
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

  constructor(readonly capacity: number) {
    this.free = capacity;
  }

  /** For one body, which holds nothing yet. */
  room(accountId: string): BodyRoom {
    return new BodyRoom(this, accountId);
  }

  /**
   * Makes room for a body, waiting a moment if need be. Resolves to what gives the room back.
   * @throws ServiceError `unavailable` when there is none in time
   */
  async acquire(accountId: string, size: number): Promise<() => void> {
    const room = this.room(accountId);
    await room.grow(size);
    return () => room.release();
  }

  /** Resolves once `room` holds so much more, at once if possible. */
  async extend(room: BodyRoom, bytes: number): Promise<void> {
    if (this.fits(room, bytes)) this.take(room, bytes);
    else await this.turn(room, bytes);
  }

  /** All that it holds is free again, and what it waits for is not given to it any more. */
  release(room: BodyRoom): void {
    const places = this.waiting.filter((place) => place.room === room);
    this.waiting = this.waiting.filter((place) => place.room !== room);
    for (const { giveUp } of places) giveUp();
    this.take(room, -room.bytes);
    this.admitWaiting();
  }

  /** The only body of an account may have all that is free. */
  private fits(room: BodyRoom, bytes: number): boolean {
    const held = this.heldBy.get(room.accountId) ?? 0;
    const left = this.free - bytes;
    return left >= 0 && (held === room.bytes || held + bytes <= left);
  }

  private take(room: BodyRoom, bytes: number): void {
    const held = (this.heldBy.get(room.accountId) ?? 0) + bytes;
    this.free -= bytes;
    room.bytes += bytes;
    if (held === 0) this.heldBy.delete(room.accountId);
    else this.heldBy.set(room.accountId, held);
  }

  private turn(room: BodyRoom, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        clearTimeout(timer);
        reject(unavailable('Too much is being received at the moment'));
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== place);
        giveUp();
      }, waitMs);
      const place: Waiting = {
        room,
        bytes,
        giveUp,
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
    this.waiting = this.waiting.filter(({ room, bytes, admit }) => {
      if (!this.fits(room, bytes)) return true;
      this.take(room, bytes);
      admit();
      return false;
    });
  }
}

/**
 * What one body holds of the memory. One whose size is not known takes more as it comes: whoever cannot within a second is refused and gives
 * back what it has, so that of bodies that wait for each other some end and the others go on.
 */
export class BodyRoom {
  /** Kept by the memory. */
  bytes = 0;
  private released = false;

  constructor(
    private readonly memory: BodyMemory,
    readonly accountId: string,
  ) {}

  /**
   * Resolves once there is room for so many bytes in all; what is larger than the whole memory has it alone.
   * @throws ServiceError `unavailable` when there is none in time
   */
  async grow(size: number): Promise<void> {
    const missing = Math.min(size, this.memory.capacity) - this.bytes;
    if (missing > 0 && !this.released) await this.memory.extend(this, missing);
  }

  release(): void {
    if (this.released) return;
    this.released = true;
    this.memory.release(this);
  }
}
