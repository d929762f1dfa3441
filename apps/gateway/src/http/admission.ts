import { ServiceError } from '@postrider/contracts';

/** Requests worked on at a time; fewer while they take long, down to the least. */
const bounds = { most: 192, least: 32 };
/** How long one may take on average, so that the slowest ends within a second all the same; and when there is room for more. */
const slowMs = 300;
const quickMs = 200;
const adjustEveryMs = 100;
/** Who waits when nobody did a while ago waits for so long; who comes while a queue stands, only briefly. */
const patienceMs = { ordinary: 500, standing: 100 };
const standingAfterMs = 500;
const mostWaiting = 2_048;

/** What was refused before it was begun, because too much is asked at once. */
export class Overloaded extends ServiceError {
  constructor() {
    super('unavailable', 'More is asked at once than there is room for; this request was not begun', undefined, 1);
  }
}

type Release = () => void;

interface Waiter {
  readonly admit: (release: Release) => void;
}

interface Account {
  readonly first: Set<Waiter>;
  readonly later: Set<Waiter>;
}

/**
 * How many sends are worked on at a time (docs/limits.md#requests): what is more waits a moment and is refused, so that what is begun ends in time. A
 * queue that stands for long helps nobody: it is as long for the last as for the first, so whoever comes then hardly waits at all. Accounts take turns,
 * and none has more than twice as many places as are free.
 */
export class Admission {
  private limit = bounds.most;
  private held = 0;
  private waiting = 0;
  private readonly heldBy = new Map<string, number>();
  /** Who waits, by account; whose turn is next is first. */
  private readonly accounts = new Map<string, Account>();
  private emptyAt = 0;
  private usualMs = 0;
  private adjustedAt = 0;

  /** A place, where there is one now and nobody waits for it. */
  take(accountId: string): Release | undefined {
    return this.waiting === 0 && this.mayHold(accountId) ? this.holding(accountId) : undefined;
  }

  /**
   * Resolves to what gives the place back. Of one account those who are to come first have their turn before the others.
   * @throws Overloaded
   */
  wait(accountId: string, isFirst: boolean): Promise<Release> {
    const now = performance.now();
    if (this.waiting === 0) this.emptyAt = now;
    if (this.waiting >= mostWaiting) return Promise.reject(new Overloaded());
    const account = this.accounts.get(accountId) ?? { first: new Set(), later: new Set() };
    this.accounts.set(accountId, account);
    const line = isFirst ? account.first : account.later;
    const ms = now - this.emptyAt > standingAfterMs ? patienceMs.standing : patienceMs.ordinary;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        admit: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(() => {
        this.leave(accountId, line, waiter);
        reject(new Overloaded());
      }, ms);
      line.add(waiter);
      this.waiting += 1;
    });
  }

  private leave(accountId: string, line: Set<Waiter>, waiter: Waiter): void {
    line.delete(waiter);
    this.waiting -= 1;
    const { first, later } = this.accounts.get(accountId)!;
    if (first.size + later.size === 0) this.accounts.delete(accountId);
  }

  private mayHold(accountId: string): boolean {
    return this.held < this.limit && (this.heldBy.get(accountId) ?? 0) < 2 * (this.limit - this.held);
  }

  private holding(accountId: string): Release {
    const since = performance.now();
    this.held += 1;
    this.heldBy.set(accountId, (this.heldBy.get(accountId) ?? 0) + 1);
    return () => {
      this.held -= 1;
      const others = this.heldBy.get(accountId)! - 1;
      if (others === 0) this.heldBy.delete(accountId);
      else this.heldBy.set(accountId, others);
      this.learn(since);
      if (this.waiting > 0) this.admitWaiting();
    };
  }

  private admitWaiting(): void {
    for (const [accountId, account] of this.accounts) {
      if (this.held >= this.limit) return;
      if (!this.mayHold(accountId)) continue;
      const line = account.first.size > 0 ? account.first : account.later;
      const [next] = line;
      this.leave(accountId, line, next!);
      // Behind the others; the loop comes by there again.
      if (this.accounts.delete(accountId)) this.accounts.set(accountId, account);
      next!.admit(this.holding(accountId));
    }
  }

  /** Fewer at a time take less long each, until what they share is no longer the bottleneck. Only looked at while somebody waits. */
  private learn(since: number): void {
    const now = performance.now();
    this.usualMs += (now - since - this.usualMs) / 16;
    if (this.waiting === 0 || now - this.adjustedAt < adjustEveryMs) return;
    this.adjustedAt = now;
    if (this.usualMs > slowMs) this.limit = Math.max(bounds.least, Math.floor(this.limit * 0.9));
    else if (this.usualMs < quickMs) this.limit = Math.min(bounds.most, this.limit + 8);
  }
}
