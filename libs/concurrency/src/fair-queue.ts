import { type Release, Shares, type SharesOptions } from './shares.js';

export interface FairQueueOptions extends SharesOptions {
  readonly maxWaiting?: number;
  readonly maxWaitingPerKey?: number;
  /** Whether a request that fits may overtake one that waits for more units. If false, large requests cannot starve. */
  readonly overtaking?: boolean;
}

export interface FairQueueRequest {
  /** The tenant or other owner of the units. Without a key, the queue is a plain semaphore. */
  readonly key?: string;
  /** Units; one by default. A request for more than the limit gets the whole limit. */
  readonly amount?: number;
  /** Units that the requester already holds and wants to add to. They do not count against `share`. */
  readonly held?: number;
  /** Requests with priority come before the others of their key. */
  readonly hasPriority?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The queue is full: for this key alone, or for all keys. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly forKey: boolean) {
    super(forKey ? 'Too many requests of this key are waiting' : 'Too many requests are waiting');
  }
}

/** The request waited for its whole timeout. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout';
}

interface Waiter {
  readonly amount: number;
  readonly held: number;
  readonly admit: (release: Release) => void;
  readonly reject: (error: Error) => void;
}

interface Waiters {
  readonly first: Set<Waiter>;
  readonly others: Set<Waiter>;
}

/**
 * Shares units (slots, bytes) among keys (tenants). Requests wait while no units are free; keys take turns, and each
 * key's requests keep their order. See docs/concurrency.md.
 */
export class FairQueue {
  private readonly shares: Shares;
  private readonly maxWaiting: number;
  private readonly maxWaitingPerKey: number;
  private readonly overtaking: boolean;
  /** In the order of turns: the key that was served last comes last. */
  private readonly waiting = new Map<string, Waiters>();
  private waitingCount = 0;

  constructor({ maxWaiting = Infinity, maxWaitingPerKey = Infinity, overtaking = false, ...shares }: FairQueueOptions) {
    this.shares = new Shares(shares);
    this.maxWaiting = maxWaiting;
    this.maxWaitingPerKey = maxWaitingPerKey;
    this.overtaking = overtaking;
  }

  get waiters(): number {
    return this.waitingCount;
  }

  heldBy(key: string): number {
    return this.shares.heldBy(key);
  }

  /**
   * Waits for units and resolves to the function that releases them.
   * @throws QueueFull, QueueTimeout, or the abort reason of the signal
   */
  async acquire(request: FairQueueRequest = {}): Promise<Release> {
    request.signal?.throwIfAborted();
    return this.tryAcquire(request) ?? this.wait(request);
  }

  /** Takes the units if they are free and no other request waits for them. */
  tryAcquire({ key = '', amount = 1, held = 0 }: FairQueueRequest = {}): Release | undefined {
    const units = this.toUnits(amount);
    const isNext = this.shares.capacity === Infinity ? !this.waiting.has(key) : this.waitingCount === 0;
    if (!isNext || units > this.shares.free || !this.shares.isWithinShare(key, units, held)) return undefined;
    return this.take(key, units);
  }

  /** Acquires the units, runs the work and releases them. */
  async run<Result>(work: () => Promise<Result>, request: FairQueueRequest = {}): Promise<Result> {
    const release = await this.acquire(request);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** After a reduction, holders keep the units above the new capacity until they release them. */
  resize(capacity: number): void {
    this.shares.capacity = capacity;
    this.admitWaiting();
  }

  rejectWaiting(error: Error): void {
    const waiters = [...this.waiting.values()].flatMap(({ first, others }) => [...first, ...others]);
    for (const { reject } of waiters) reject(error);
  }

  private toUnits(amount: number): number {
    return Math.min(amount, Math.max(1, this.shares.capacity), this.shares.maxPerKey);
  }

  private take(key: string, units: number): Release {
    return this.shares.take(key, units, () => this.admitWaiting());
  }

  private wait(request: FairQueueRequest): Promise<Release> {
    const { key = '', amount = 1, held = 0, hasPriority = false, timeoutMs, signal } = request;
    const waiters = this.waiting.get(key) ?? { first: new Set(), others: new Set() };
    if (waiters.first.size + waiters.others.size >= this.maxWaitingPerKey) throw new QueueFull(true);
    if (this.waitingCount >= this.maxWaiting) throw new QueueFull(false);
    const list = hasPriority ? waiters.first : waiters.others;
    this.waiting.set(key, waiters);
    this.waitingCount += 1;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.remove(key, list, waiter);
      };
      const fail = (error: Error): void => {
        settle();
        reject(error);
      };
      const abort = (): void => giveUp(signal!.reason as Error);
      const giveUp = (error: Error): void => {
        fail(error);
        this.admitWaiting();
      };
      const admit = (release: Release): void => {
        settle();
        resolve(release);
      };
      const waiter: Waiter = { amount, held, admit, reject: fail };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => giveUp(new QueueTimeout(`No room within ${timeoutMs} ms`)), timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      list.add(waiter);
      this.admitWaiting();
    });
  }

  private remove(key: string, list: Set<Waiter>, waiter: Waiter): void {
    if (!list.delete(waiter)) return;
    this.waitingCount -= 1;
    const { first, others } = this.waiting.get(key)!;
    if (first.size + others.size === 0) this.waiting.delete(key);
  }

  /** A key that is served moves to the end of the map, so the loop visits it again. */
  private admitWaiting(): void {
    for (const [key, waiters] of this.waiting) {
      const [next] = waiters.first.size > 0 ? waiters.first : waiters.others;
      const units = this.toUnits(next!.amount);
      if (!this.shares.isWithinShare(key, units, next!.held)) continue;
      if (units > this.shares.free) {
        if (this.overtaking) continue;
        return;
      }
      next!.admit(this.take(key, units));
      if (this.waiting.delete(key)) this.waiting.set(key, waiters);
    }
  }
}
