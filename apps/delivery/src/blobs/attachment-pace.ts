import { Injectable } from '@nestjs/common';
import { nextTurn, TokenBuckets } from '@postrider/concurrency';

/**
 * Of one account, while others send mail: with base64, hashing and writing about an eighth of a core. A mail of 7 MB takes a
 * second: written at once, it would take half a core for as long as it lasts.
 */
const rate = { perSecond: 8 * 1024 * 1024, windowSeconds: 0.25 };
/** How long after its last mail an account still counts as one that sends. */
const recentMs = 5_000;

/** Shares the processor among accounts that send attachments: pieces take turns, and while others send, an account has a rate. */
@Injectable()
export class AttachmentPace {
  private readonly buckets = new TokenBuckets();
  /** The last two accounts that had mail. */
  private latest = { accountId: '', at: 0 };
  private before = { accountId: '', at: 0 };

  /** The account has a mail that is being sent. */
  seen(accountId: string): void {
    if (accountId !== this.latest.accountId) this.before = this.latest;
    this.latest = { accountId, at: Date.now() };
  }

  /** Resolves when so many bytes of the account may be read. Bytes that are admitted next wait behind them. */
  async admit(accountId: string, bytes: number): Promise<void> {
    const other = this.latest.accountId === accountId ? this.before : this.latest;
    if (Date.now() - other.at > recentMs) return;
    const waitMs = this.buckets.waitFor(accountId, rate, bytes) * 1_000;
    this.buckets.use(accountId, rate, bytes);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** Resolves when the next piece of an attachment may be worked on. */
  async turn(accountId: string, bytes: number): Promise<void> {
    await this.admit(accountId, bytes);
    await nextTurn(accountId);
  }
}
