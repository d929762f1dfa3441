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

export interface SmtpLease<Session> {
  readonly session: Session;
  /** It has been used before, so that the server may have ended it meanwhile. */
  readonly reused: boolean;
}

/** What a waiting send is given: a session, or the right to open one. */
type Turn<Session> = Session | 'open';

interface Waiting<Session> {
  readonly take: (turn: Turn<Session>) => void;
  readonly refuse: (error: Error) => void;
}

/** The connections of one account: at most so many, the most recently used first. */
export class SmtpPool<Session extends PooledSession> {
  private places = 0;
  private readonly idle = new Map<Session, NodeJS.Timeout>();
  private readonly waiting = new Set<Waiting<Session>>();
  private closed = false;

  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Session>,
    private readonly options: SmtpPoolOptions,
  ) {}

  /** @throws SmtpFailure or SmtpPoolBusy */
  async acquire(signal: AbortSignal): Promise<SmtpLease<Session>> {
    if (this.closed) throw new SmtpPoolBusy('The connections of this account are closed');
    const session = this.takeIdle();
    if (session) return { session, reused: true };
    if (this.places < this.options.maxConnections) {
      this.places += 1;
      return this.openInPlace(signal);
    }
    const turn = await this.wait(signal);
    return turn === 'open' ? this.openInPlace(signal) : { session: turn, reused: true };
  }

  /** Replaces a session that turned out to be dead. */
  async renew(session: Session, signal: AbortSignal): Promise<SmtpLease<Session>> {
    session.close();
    return this.openInPlace(signal);
  }

  release(session: Session): void {
    if (this.closed || !session.usable || Date.now() - session.openedAt > this.options.maxAgeMs) {
      session.quit();
      this.leavePlace();
      return;
    }
    const [next] = this.waiting;
    if (next) {
      next.take(session);
      return;
    }
    const timer = setTimeout(() => this.retire(session), this.options.idleMs);
    timer.unref();
    this.idle.set(session, timer);
    session.whenEnded(() => this.retire(session));
  }

  /** Refuses who waits, ends idle connections; those in use end when they are released. */
  close(): void {
    this.closed = true;
    for (const waiting of this.waiting) waiting.refuse(new SmtpPoolBusy('The connections of this account are closed'));
    for (const session of this.idle.keys()) this.retire(session);
  }

  private takeIdle(): Session | undefined {
    const session = [...this.idle.keys()].at(-1);
    if (!session) return undefined;
    clearTimeout(this.idle.get(session));
    this.idle.delete(session);
    session.whenEnded(() => undefined);
    return session;
  }

  private retire(session: Session): void {
    clearTimeout(this.idle.get(session));
    if (!this.idle.delete(session)) return;
    session.whenEnded(() => undefined);
    session.quit();
    this.leavePlace();
  }

  private async openInPlace(signal: AbortSignal): Promise<SmtpLease<Session>> {
    try {
      return { session: await this.open(signal), reused: false };
    } catch (error) {
      this.leavePlace();
      throw error;
    }
  }

  private leavePlace(): void {
    const [next] = this.waiting;
    if (next && !this.closed) next.take('open');
    else this.places -= 1;
  }

  private async wait(signal: AbortSignal): Promise<Turn<Session>> {
    if (this.waiting.size >= this.options.maxWaiting)
      throw new SmtpPoolBusy('Too many messages wait for a connection to this server');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        leave();
        reject(new SmtpPoolBusy('No connection to this server came free in time'));
      };
      const waiting: Waiting<Session> = {
        take: (turn) => {
          leave();
          resolve(turn);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      this.waiting.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
