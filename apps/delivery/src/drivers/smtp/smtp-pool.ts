import { FairQueue, QueueFull, type Release } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

/** Idle connections of a process, some 60 MB with TLS; attempts in flight hold others. */
const maxIdle = 1_000;

export interface PooledSession {
  /** Unix milliseconds. */
  readonly openedAt: number;
  readonly usable: boolean;
  /** Sets the listener that is called when the other side closes the connection; it replaces an earlier one. */
  whenEnded(listener: () => void): void;
  quit(): void;
  close(): void;
}

export interface SmtpPoolOptions {
  readonly maxConnections: number;
  /** Sends that may wait for a connection; any more are rejected immediately. */
  readonly maxWaiting: number;
  readonly idleMs: number;
  /** Age at which a connection is closed instead of reused. */
  readonly maxAgeMs: number;
}

/** No connection became free in time. Nothing was sent. */
export class SmtpPoolBusy extends Error {
  override readonly name = 'SmtpPoolBusy';
}

export interface BorrowedSession<Session> {
  readonly session: Session;
  /** Used before, so the server may have closed it meanwhile. */
  readonly reused: boolean;
}

/**
 * The idle connections of all accounts of a process. When there are more than `max`, the one idle for the longest time
 * is closed.
 */
export class IdleConnections extends LRUCache<object, () => void> {
  constructor(max = maxIdle) {
    super({
      max,
      disposeAfter: (end, _connection, reason) => {
        if (reason === 'evict') end();
      },
    });
  }
}

const closed = (): SmtpPoolBusy => new SmtpPoolBusy('The connections of this account are closed');

const busy = (error: unknown): never => {
  if (error instanceof SmtpPoolBusy) throw error;
  throw new SmtpPoolBusy(
    error instanceof QueueFull
      ? 'Too many messages wait for a connection to this server'
      : 'No connection to this server became free in time',
  );
};

/** The connections of one account, limited in number; the most recently used one is reused first. */
export class SmtpPool<Session extends PooledSession> {
  private readonly slots: FairQueue;
  private readonly inUse = new Map<Session, Release>();
  private readonly idle = new Map<Session, NodeJS.Timeout>();
  private closed = false;

  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Session>,
    private readonly options: SmtpPoolOptions,
    private readonly allIdle = new IdleConnections(),
  ) {
    this.slots = new FairQueue({ capacity: options.maxConnections, maxWaiting: options.maxWaiting });
  }

  /** @throws SmtpFailure or SmtpPoolBusy */
  async acquire(signal: AbortSignal): Promise<BorrowedSession<Session>> {
    const releaseSlot = await this.acquireSlot(signal);
    const session = this.claimIdle();
    if (!session) return this.openIn(releaseSlot, signal);
    this.inUse.set(session, releaseSlot);
    return { session, reused: true };
  }

  /** Replaces a session whose connection is closed. */
  async renew(session: Session, signal: AbortSignal): Promise<BorrowedSession<Session>> {
    session.close();
    return this.openIn(this.removeInUse(session), signal);
  }

  release(session: Session): void {
    const releaseSlot = this.removeInUse(session);
    const tooOld = Date.now() - session.openedAt > this.options.maxAgeMs;
    if (this.closed || !session.usable || tooOld) session.quit();
    else this.keep(session);
    releaseSlot();
  }

  /** Rejects waiting sends and closes idle connections; those in use are closed when they are released. */
  close(): void {
    this.closed = true;
    this.slots.rejectWaiting(closed());
    for (const session of this.idle.keys()) this.retire(session);
  }

  /** Acquires one of the account's connection slots. @throws SmtpPoolBusy */
  private async acquireSlot(signal: AbortSignal): Promise<Release> {
    if (this.closed) throw closed();
    return this.slots.tryAcquire() ?? this.slots.acquire({ signal }).catch(busy);
  }

  private async openIn(releaseSlot: Release, signal: AbortSignal): Promise<BorrowedSession<Session>> {
    try {
      const session = await this.open(signal);
      this.inUse.set(session, releaseSlot);
      return { session, reused: false };
    } catch (error) {
      releaseSlot();
      throw error;
    }
  }

  private removeInUse(session: Session): Release {
    const releaseSlot = this.inUse.get(session);
    this.inUse.delete(session);
    return releaseSlot ?? (() => undefined);
  }

  private keep(session: Session): void {
    const end = (): void => this.retire(session);
    this.idle.set(session, setTimeout(end, this.options.idleMs).unref());
    session.whenEnded(end);
    this.allIdle.set(session, end);
  }

  private claimIdle(): Session | undefined {
    const session = [...this.idle.keys()].at(-1);
    if (session) this.removeIdle(session);
    return session;
  }

  private retire(session: Session): void {
    if (this.removeIdle(session)) session.quit();
  }

  /** False when it was no longer idle. */
  private removeIdle(session: Session): boolean {
    clearTimeout(this.idle.get(session));
    session.whenEnded(() => undefined);
    this.allIdle.delete(session);
    return this.idle.delete(session);
  }
}
