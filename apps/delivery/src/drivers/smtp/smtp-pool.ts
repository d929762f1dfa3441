import { FairQueue, QueueFull, type Release } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

/** Some 60 MB with TLS. With those of the attempts under way these are all that a process holds. */
const maxIdle = 1_000;

/** A connection as the pool sees it. */
export interface PooledSession {
  /** Unix milliseconds. */
  readonly openedAt: number;
  readonly usable: boolean;
  /** Tells the latest listener when the other side ends the connection. */
  whenEnded(listener: () => void): void;
  quit(): void;
  close(): void;
}

export interface SmtpPoolOptions {
  readonly maxConnections: number;
  /** Sends that may wait for a connection; one more is refused at once. */
  readonly maxWaiting: number;
  readonly idleMs: number;
  /** A connection older than this is not used again. */
  readonly maxAgeMs: number;
}

/** No connection came free in time. Nothing was sent. */
export class SmtpPoolBusy extends Error {
  override readonly name = 'SmtpPoolBusy';
}

export interface BorrowedSession<Session> {
  readonly session: Session;
  /** It has been used before, so that the server may have ended it meanwhile. */
  readonly reused: boolean;
}

/**
 * The idle connections of all accounts of a process together. However many accounts take turns, no more than so many stay open: the one
 * that has been idle for the longest makes room.
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
      : 'No connection to this server came free in time',
  );
};

/** The connections of one account: at most so many, the most recently used first. */
export class SmtpPool<Session extends PooledSession> {
  private readonly places: FairQueue;
  private readonly inUse = new Map<Session, Release>();
  private readonly idle = new Map<Session, NodeJS.Timeout>();
  private closed = false;

  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Session>,
    private readonly options: SmtpPoolOptions,
    private readonly idleOfAll = new IdleConnections(),
  ) {
    this.places = new FairQueue({ capacity: options.maxConnections, maxWaiting: options.maxWaiting });
  }

  /** @throws SmtpFailure or SmtpPoolBusy */
  async acquire(signal: AbortSignal): Promise<BorrowedSession<Session>> {
    const leave = await this.enter(signal);
    const session = this.claimIdle();
    if (!session) return this.openIn(leave, signal);
    this.inUse.set(session, leave);
    return { session, reused: true };
  }

  /** Replaces a session that turned out to be dead. */
  async renew(session: Session, signal: AbortSignal): Promise<BorrowedSession<Session>> {
    session.close();
    return this.openIn(this.takeBack(session), signal);
  }

  release(session: Session): void {
    const leave = this.takeBack(session);
    const tooOld = Date.now() - session.openedAt > this.options.maxAgeMs;
    if (this.closed || !session.usable || tooOld) session.quit();
    else this.keep(session);
    leave();
  }

  /** Refuses who waits, ends idle connections; those in use end when they are released. */
  close(): void {
    this.closed = true;
    this.places.rejectWaiting(closed());
    for (const session of this.idle.keys()) this.retire(session);
  }

  /** A place among the connections of the account. @throws SmtpPoolBusy */
  private async enter(signal: AbortSignal): Promise<Release> {
    if (this.closed) throw closed();
    return this.places.tryAcquire() ?? this.places.acquire({ signal }).catch(busy);
  }

  private async openIn(leave: Release, signal: AbortSignal): Promise<BorrowedSession<Session>> {
    try {
      const session = await this.open(signal);
      this.inUse.set(session, leave);
      return { session, reused: false };
    } catch (error) {
      leave();
      throw error;
    }
  }

  private takeBack(session: Session): Release {
    const leave = this.inUse.get(session);
    this.inUse.delete(session);
    return leave ?? (() => undefined);
  }

  private keep(session: Session): void {
    const end = (): void => this.retire(session);
    this.idle.set(session, setTimeout(end, this.options.idleMs).unref());
    session.whenEnded(end);
    this.idleOfAll.set(session, end);
  }

  private claimIdle(): Session | undefined {
    const session = [...this.idle.keys()].at(-1);
    if (session) this.forget(session);
    return session;
  }

  private retire(session: Session): void {
    if (this.forget(session)) session.quit();
  }

  /** False when it was not idle any more. */
  private forget(session: Session): boolean {
    clearTimeout(this.idle.get(session));
    session.whenEnded(() => undefined);
    this.idleOfAll.delete(session);
    return this.idle.delete(session);
  }
}
