import { shareLeastFirst, type Release, Shares } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly accountId: string;
  readonly webhookId: string;
  readonly failing: boolean;
  /** Number of due deliveries, counted up to a limit. */
  readonly due: number;
}
export interface Share {
  readonly accountId: string;
  readonly webhookId: string;
  readonly count: number;
}

/** Maximum concurrent deliveries per webhook: normally, when it is slow, and when it fails. */
export const maxPerWebhook = 32;
const maxPerSlowWebhook = 4;
const maxPerFailingWebhook = 1;
/** Deliveries that take longer mark the webhook as slow. */
const slowMs = 5_000;
const slowForMs = 60_000;
const maxSlow = 10_000;

/**
 * Limits concurrent deliveries by account and by webhook, so that a slow one leaves room for others
 * (docs/operate/limits.md#webhooks).
 */
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

  /** The number of due deliveries to start now, by webhook. */
  distribute(due: readonly DueWebhook[]): Share[] {
    const byAccount = new Map<string, DueWebhook[]>();
    for (const webhook of due) {
      const others = byAccount.get(webhook.accountId);
      if (others) others.push(webhook);
      else byAccount.set(webhook.accountId, [webhook]);
    }
    const releases = new Map<DueWebhook, Release[]>();
    const turns = shareLeastFirst(byAccount, {
      heldByKey: (accountId) => this.accounts.heldBy(accountId),
      hasCapacity: (accountId) => this.accounts.capacityFor(accountId) > 0,
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

  /** Takes a slot; returns its release function. */
  take(accountId: string, webhookId: string): Release {
    const startedAt = performance.now();
    const release = this.hold(accountId, webhookId);
    return () => {
      release();
      if (performance.now() - startedAt > slowMs) this.slow.set(webhookId, true);
      else this.slow.delete(webhookId);
    };
  }

  private hold(accountId: string, webhookId: string): Release {
    return this.accounts.take(accountId, 1, this.webhooks.take(webhookId));
  }

  private maxConcurrent({ webhookId, failing }: DueWebhook): number {
    if (failing) return maxPerFailingWebhook;
    return this.slow.has(webhookId) ? maxPerSlowWebhook : maxPerWebhook;
  }
}
