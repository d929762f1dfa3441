/** In a second, of one account and of all together; far less than the outbox takes (docs/limits.md#what-is-heard-of-a-mail). */
const most = { ofAccount: 1_500, ofAll: 3_000 };
const windowMs = 1_000;

/**
 * Which events are said with the statement that stores them. More than these wait where accounts take turns: an account that is told of a million mails
 * keeps the others waiting no longer than of these.
 */
export class SaidAtOnce {
  private readonly counts = new Map<string, number>();
  private total = 0;
  private since = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether there is room for so many, which is taken with that. */
  take(accountId: string, count: number): boolean {
    const now = this.now();
    if (now - this.since >= windowMs) {
      this.counts.clear();
      this.total = 0;
      this.since = now;
    }
    const ofAccount = (this.counts.get(accountId) ?? 0) + count;
    if (ofAccount > most.ofAccount || this.total + count > most.ofAll) return false;
    this.counts.set(accountId, ofAccount);
    this.total += count;
    return true;
  }
}
