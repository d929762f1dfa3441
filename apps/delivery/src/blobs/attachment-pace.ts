import { Injectable } from '@nestjs/common';
import { TokenBucket } from '@postrider/limits';
import { LRUCache } from 'lru-cache';

/**
 * Of one account, while others send mail: with base64, hashing and writing about an eighth of a core. A mail of 7 MB takes a
 * second: written at once, it would take half a core for as long as it lasts.
 */
const rate = { perSecond: 8 * 1024 * 1024, windowSeconds: 0.25 };
const mostAccounts = 10_000;
/** So long after its last mail an account still counts as one that sends. */
const recentMs = 5_000;

type Go = () => void;

/** How long pieces are worked on before the event loop sees to what else there is. */
const turnMs = 2;

/**
 * The processor's time for attachments. A piece of one takes a millisecond or two, and dozens are being written at a time: so they take turns, of
 * each account one, and other mail never waits for all of them. While others send, an account has a rate besides.
 */
@Injectable()
export class AttachmentPace {
  private readonly buckets = new LRUCache<string, TokenBucket>({ max: mostAccounts });
  /** The last two accounts that had mail. */
  private latest = { accountId: '', at: 0 };
  private before = { accountId: '', at: 0 };
  private readonly waiting = new Map<string, Go[]>();
  private scheduled = false;

  /** The account has a mail that is being sent. */
  seen(accountId: string): void {
    if (accountId !== this.latest.accountId) this.before = this.latest;
    this.latest = { accountId, at: Date.now() };
  }

  /** Resolves when so many bytes of the account may be read. */
  async admit(accountId: string, bytes: number): Promise<void> {
    const waitMs = this.isAlone(accountId) ? 0 : this.waitFor(accountId, bytes);
    if (waitMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
  }

  /** Resolves when the next piece of an attachment may be worked on. */
  async turn(accountId: string, bytes: number): Promise<void> {
    await this.admit(accountId, bytes);
    await new Promise<void>((resolve) => {
      const others = this.waiting.get(accountId);
      if (others) others.push(resolve);
      else this.waiting.set(accountId, [resolve]);
      this.schedule();
    });
  }

  private isAlone(accountId: string): boolean {
    const other = this.latest.accountId === accountId ? this.before : this.latest;
    return Date.now() - other.at > recentMs;
  }

  /** Whoever comes next waits behind it. */
  private waitFor(accountId: string, bytes: number): number {
    const now = Date.now();
    let bucket = this.buckets.get(accountId);
    if (!bucket) this.buckets.set(accountId, (bucket = new TokenBucket(now)));
    const seconds = bucket.waitFor(bytes, rate, now);
    bucket.use(bytes, rate, now);
    return seconds * 1_000;
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.size === 0) return;
    this.scheduled = true;
    setImmediate(() => this.begin(performance.now() + turnMs));
  }

  /** What a piece is waited for by happens at once, in microtasks; a tick comes when all of them are over. */
  private begin(endsAt: number): void {
    this.next()?.();
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.waiting.size > 0 && performance.now() < endsAt) this.begin(endsAt);
        else {
          this.scheduled = false;
          this.schedule();
        }
      }),
    );
  }

  private next(): Go | undefined {
    for (const [accountId, pieces] of this.waiting) {
      const go = pieces.shift();
      // Behind the others, which are looked at first the next time.
      this.waiting.delete(accountId);
      if (pieces.length > 0) this.waiting.set(accountId, pieces);
      return go;
    }
    return undefined;
  }
}
