import { FairQueue, type Release } from '@postrider/concurrency';
import { unavailable } from '@postrider/messaging';

const timeoutMs = 1_000;

/**
 * The bytes that the request bodies of this process may hold together, until their requests are answered (docs/operate/limits.md#requests). An account that
 * holds some gets at most as much as stays free, so there is always room for an account that holds none.
 */
export class BodyMemory {
  private readonly bytes: FairQueue;

  constructor(readonly capacity: number) {
    this.bytes = new FairQueue({ capacity, share: 1, overtaking: true });
  }

  /** For one body, which holds nothing yet. */
  room(accountId: string): BodyRoom {
    return new BodyRoom(this.bytes, accountId, this.capacity);
  }

  /** @throws ServiceError `unavailable` when there is no room within a second */
  async acquire(accountId: string, size: number): Promise<Release> {
    const room = this.room(accountId);
    await room.grow(size);
    return () => room.release();
  }
}

/** The memory of one body. A body of unknown size grows as it arrives; if it cannot within a second, it is refused and gives back its memory. */
export class BodyRoom {
  private held = 0;
  private readonly releases: Release[] = [];
  private readonly released = new AbortController();

  constructor(
    private readonly bytes: FairQueue,
    private readonly accountId: string,
    private readonly capacity: number,
  ) {}

  /**
   * Resolves once the body has room for so many bytes in all. A body that is larger than the whole memory has it alone.
   * @throws ServiceError `unavailable` when there is no room within a second
   */
  async grow(size: number): Promise<void> {
    const amount = Math.min(size, this.capacity) - this.held;
    if (amount <= 0 || this.released.signal.aborted) return;
    const request = { key: this.accountId, amount, held: this.held, timeoutMs, signal: this.released.signal };
    const release = this.bytes.tryAcquire(request) ?? (await this.bytes.acquire(request).catch(tooMuch));
    this.held += amount;
    this.releases.push(release);
    // The body may have ended between the release of another and this moment.
    if (this.released.signal.aborted) this.release();
  }

  release(): void {
    this.released.abort();
    for (const release of this.releases.splice(0)) release();
  }
}

const tooMuch = (): never => {
  throw unavailable('Too much is being received at the moment', 'overloaded');
};
