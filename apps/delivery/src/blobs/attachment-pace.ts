import { Injectable } from '@nestjs/common';
import { EventLoopTurns } from '@postrider/concurrency';
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
  private readonly turns = new EventLoopTurns();

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
    await this.turns.next(accountId);
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
}
