import { FairQueue } from '@postrider/concurrency';
import { IdleConnections } from './idle-connections.js';

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

/** The connections of one account: at most so many, the most recently used first. */
export class SmtpPool<Session extends PooledSession> {
  private readonly places: FairQueue;
  private readonly inUse = new Map<Session, () => void>();
  private readonly idle = new Map<Session, NodeJS.Timeout>();
  private readonly waiting = new Set<AbortController>();
  /** Sends that have a place or wait for one. */
  private sends = 0;
  private closed = false;

  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Session>,
    private readonly options: SmtpPoolOptions,
    private readonly idleOfAll = new IdleConnections(),
  ) {
    this.places = new FairQueue({ capacity: options.maxConnections });
  }

  /** @throws SmtpFailure or SmtpPoolBusy */
  async acquire(signal: AbortSignal): Promise<BorrowedSession<Session>> {
    const leave = await this.enter(signal);
    const session = this.takeIdle();
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
    for (const each of this.waiting) each.abort(new SmtpPoolBusy('The connections of this account are closed'));
    for (const session of this.idle.keys()) this.retire(session);
  }

  /** A place among the connections of the account; answers what gives it back. @throws SmtpPoolBusy */
  private async enter(signal: AbortSignal): Promise<() => void> {
    const { maxConnections, maxWaiting } = this.options;
    if (this.closed) throw new SmtpPoolBusy('The connections of this account are closed');
    if (this.sends >= maxConnections + maxWaiting)
      throw new SmtpPoolBusy('Too many messages wait for a connection to this server');
    this.sends += 1;
    try {
      const giveBack = this.sends > maxConnections ? await this.wait(signal) : await this.places.acquire();
      return () => {
        this.sends -= 1;
        giveBack();
      };
    } catch (error) {
      this.sends -= 1;
      throw error;
    }
  }

  /** Not `AbortSignal.any`: with a signal that lives as long as the pool, Node 20 keeps a little of every wait for ever. */
  private async wait(signal: AbortSignal): Promise<() => void> {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(new SmtpPoolBusy('No connection to this server came free in time'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    this.waiting.add(waiting);
    try {
      return await this.places.acquire({ signal: waiting.signal });
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.waiting.delete(waiting);
    }
  }

  private async openIn(leave: () => void, signal: AbortSignal): Promise<BorrowedSession<Session>> {
    try {
      const session = await this.open(signal);
      this.inUse.set(session, leave);
      return { session, reused: false };
    } catch (error) {
      leave();
      throw error;
    }
  }

  private takeBack(session: Session): () => void {
    const leave = this.inUse.get(session);
    this.inUse.delete(session);
    return leave ?? (() => undefined);
  }

  private keep(session: Session): void {
    const end = (): void => this.retire(session);
    this.idle.set(session, setTimeout(end, this.options.idleMs).unref());
    session.whenEnded(end);
    this.idleOfAll.add(session, end);
  }

  private takeIdle(): Session | undefined {
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
    this.idleOfAll.remove(session);
    return this.idle.delete(session);
  }
}
