import type { SmtpSession } from './smtp-session.js';

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

export interface SmtpLease {
  readonly session: SmtpSession;
  /** It has been used before, so that the server may have ended it meanwhile. */
  readonly reused: boolean;
}

/** What a waiting send is given: a session, or the right to open one. */
type Turn = SmtpSession | 'open';

interface Waiting {
  readonly take: (turn: Turn) => void;
  readonly refuse: (error: Error) => void;
}

/** The connections of one account: at most so many, the most recently used first. */
export class SmtpPool {
  private places = 0;
  private readonly idle = new Map<SmtpSession, NodeJS.Timeout>();
  private readonly waiting = new Set<Waiting>();
  private closed = false;

  constructor(private readonly open: (signal: AbortSignal) => Promise<SmtpSession>, private readonly options: SmtpPoolOptions) {}

  /** @throws SmtpFailure or SmtpPoolBusy */
  async acquire(signal: AbortSignal): Promise<SmtpLease> {
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
  async renew(session: SmtpSession, signal: AbortSignal): Promise<SmtpLease> {
    session.close();
    return this.openInPlace(signal);
  }

  release(session: SmtpSession): void {
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

  private takeIdle(): SmtpSession | undefined {
    const session = [...this.idle.keys()].at(-1);
    if (!session) return undefined;
    clearTimeout(this.idle.get(session));
    this.idle.delete(session);
    session.whenEnded(() => undefined);
    return session;
  }

  private retire(session: SmtpSession): void {
    clearTimeout(this.idle.get(session));
    if (!this.idle.delete(session)) return;
    session.whenEnded(() => undefined);
    session.quit();
    this.leavePlace();
  }

  private async openInPlace(signal: AbortSignal): Promise<SmtpLease> {
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

  private async wait(signal: AbortSignal): Promise<Turn> {
    if (this.waiting.size >= this.options.maxWaiting) throw new SmtpPoolBusy('Too many messages wait for a connection to this server');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        leave();
        reject(new SmtpPoolBusy('No connection to this server came free in time'));
      };
      const waiting: Waiting = {
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
