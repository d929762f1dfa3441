import { FairQueue, type Release } from '@postrider/concurrency';
import { unavailable } from '@postrider/messaging';

const timeoutMs = 1_000;

/**
 * The memory for request bodies of this process, held until the response (docs/operate/limits.md#requests). An account
 * with bodies gets at most as much as stays free, so there is always room for an account without any.
 */
export class BodyMemory {
  private readonly bytes: FairQueue;

  constructor(readonly capacity: number) {
    this.bytes = new FairQueue({ capacity, share: 1, overtaking: true });
  }

  /** For one body, which holds no memory yet. */
  startReservation(accountId: string): BodyReservation {
    return new BodyReservation(this.bytes, accountId, this.capacity);
  }

  /** @throws ServiceError `unavailable` if there is no room within a second */
  async acquire(accountId: string, size: number): Promise<Release> {
    const reservation = this.startReservation(accountId);
    await reservation.grow(size);
    return () => reservation.release();
  }
}

/** The memory of one body. A body of unknown size grows as it arrives, and is rejected if it cannot within a second. */
export class BodyReservation {
  private held = 0;
  private readonly releases: Release[] = [];
  private isReleased = false;
  private waiting: AbortController | undefined;

  constructor(
    private readonly bytes: FairQueue,
    private readonly accountId: string,
    private readonly capacity: number,
  ) {}

  /**
   * Resolves once the body holds `size` bytes in total. A body that is larger than the capacity gets all of it.
   * @throws ServiceError `unavailable` if there is no room within a second
   */
  async grow(size: number): Promise<void> {
    const amount = Math.min(size, this.capacity) - this.held;
    if (amount <= 0 || this.isReleased) return;
    const request = { key: this.accountId, amount, held: this.held };
    let release = this.bytes.tryAcquire(request);
    if (!release) {
      // Only here, because creating and aborting one for each body is expensive.
      this.waiting = new AbortController();
      const { signal } = this.waiting;
      release = await this.bytes.acquire({ ...request, timeoutMs, signal }).catch(throwOverloaded);
    }
    this.held += amount;
    this.releases.push(release);
    // The body may have ended since it got the memory.
    if (this.isReleased) this.release();
  }

  release(): void {
    this.isReleased = true;
    this.waiting?.abort();
    for (const release of this.releases.splice(0)) release();
  }
}

const throwOverloaded = (): never => {
  throw unavailable('Too many request bodies are being received', 'overloaded');
};
