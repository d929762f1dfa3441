import { leastFirst, type Release, Shares } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

/** A webhook for which something is due. */
export interface DueWebhook {
  readonly accountId: string;
  readonly webhookId: string;
  readonly failing: boolean;
  /** How much is due, as far as it was counted. */
  readonly due: number;
}
export interface Share {
  readonly accountId: string;
  readonly webhookId: string;
  readonly count: number;
}

/** Posts at a time to one webhook: while it works, while it takes long, and while it fails. */
export const perWebhook = 32;
const perSlowWebhook = 4;
const perFailingWebhook = 1;
/** Longer than that is long. */
const slowMs = 5_000;
const slowForMs = 60_000;
const maxSlow = 10_000;

/** Limits the posts in progress (docs/operate/limits.md#webhooks): by account, and by webhook, so that a slow one leaves room for the others. */
export class Slots {
  private readonly accounts: Shares;
  private readonly webhooks = new Shares();
  private readonly slow = new LRUCache<string, true>({ max: maxSlow, ttl: slowForMs });

  constructor(total: number) {
    this.accounts = new Shares({ capacity: total, share: 2 });
  }

  get free(): number {
    return this.accounts.free;
  }

  /** How much of what is due may be posted now. */
  allot(due: readonly DueWebhook[]): Share[] {
    const byAccount = new Map<string, DueWebhook[]>();
    for (const webhook of due) {
      const others = byAccount.get(webhook.accountId);
      if (others) others.push(webhook);
      else byAccount.set(webhook.accountId, [webhook]);
    }
    const releases = new Map<DueWebhook, Release[]>();
    const turns = leastFirst(byAccount, {
      heldByKey: (accountId) => this.accounts.heldBy(accountId),
      hasRoom: (accountId) => this.accounts.roomFor(accountId) > 0,
      heldBy: ({ webhookId }) => this.webhooks.heldBy(webhookId),
      mayTake: (webhook) =>
        (releases.get(webhook)?.length ?? 0) < webhook.due &&
        this.webhooks.heldBy(webhook.webhookId) < this.maxConcurrent(webhook),
    });
    for (const webhook of turns)
      releases.set(webhook, [...(releases.get(webhook) ?? []), this.hold(webhook.accountId, webhook.webhookId)]);
    return [...releases].map(([{ accountId, webhookId }, held]) => {
      for (const release of held) release();
      return { accountId, webhookId, count: held.length };
    });
  }

  /** Takes a slot, and returns the function that gives it back. */
  take(accountId: string, webhookId: string): Release {
    const takenAt = performance.now();
    const release = this.hold(accountId, webhookId);
    return () => {
      release();
      if (performance.now() - takenAt > slowMs) this.slow.set(webhookId, true);
      else this.slow.delete(webhookId);
    };
  }

  private hold(accountId: string, webhookId: string): Release {
    return this.accounts.take(accountId, 1, this.webhooks.take(webhookId));
  }

  private maxConcurrent({ webhookId, failing }: DueWebhook): number {
    if (failing) return perFailingWebhook;
    return this.slow.has(webhookId) ? perSlowWebhook : perWebhook;
  }
}
