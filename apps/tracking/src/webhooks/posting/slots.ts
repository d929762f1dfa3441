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

/** What an account may hold, as a multiple of the free slots. */
const accountShare = 2;
/** Posts at a time to one webhook: while it works, while it takes long, and while it fails. */
export const perWebhook = 32;
const perSlowWebhook = 4;
const perFailingWebhook = 1;
/** Longer than that is long. */
const slowMs = 5_000;
const slowForMs = 60_000;
const maxSlow = 10_000;

/**
 * Bounds the posts under way (docs/limits.md#webhooks): an account may hold twice as many slots as are free, a webhook a few, and one that
 * is slow or fails fewer yet. So whoever hangs holds little, and something is left for everybody else.
 */
export class Slots {
  private readonly accounts = new Map<string, number>();
  private readonly webhooks = new Map<string, number>();
  private readonly slow = new LRUCache<string, true>({ max: maxSlow, ttl: slowForMs });
  private used = 0;

  constructor(private readonly total: number) {}

  get free(): number {
    return this.total - this.used;
  }

  /** How much of what is due may be posted now: one by one to whoever holds least, accounts first. */
  allot(due: readonly DueWebhook[]): Share[] {
    const counts = new Map<DueWebhook, number>();
    const held = new Map(this.accounts);
    let { free } = this;
    const heldBy = ({ accountId }: DueWebhook): number => held.get(accountId) ?? 0;
    const heldFor = (webhook: DueWebhook): number =>
      (this.webhooks.get(webhook.webhookId) ?? 0) + (counts.get(webhook) ?? 0);
    const mayHaveMore = (webhook: DueWebhook): boolean =>
      (counts.get(webhook) ?? 0) < webhook.due &&
      heldFor(webhook) < this.mostOf(webhook) &&
      (heldBy(webhook) === 0 || heldBy(webhook) + 1 <= accountShare * (free - 1));
    for (let open = due.filter(mayHaveMore); open.length > 0 && free > 0; open = open.filter(mayHaveMore)) {
      open.sort((one, other) => heldBy(one) - heldBy(other) || heldFor(one) - heldFor(other));
      for (const webhook of open) {
        if (free === 0 || !mayHaveMore(webhook)) continue;
        counts.set(webhook, (counts.get(webhook) ?? 0) + 1);
        held.set(webhook.accountId, heldBy(webhook) + 1);
        free -= 1;
      }
    }
    return [...counts].map(([{ accountId, webhookId }, count]) => ({ accountId, webhookId, count }));
  }

  /** Answers what gives the slot back. */
  take(accountId: string, webhookId: string): () => void {
    const takenAt = performance.now();
    this.used += 1;
    add(this.accounts, accountId, 1);
    add(this.webhooks, webhookId, 1);
    return () => {
      this.used -= 1;
      add(this.accounts, accountId, -1);
      add(this.webhooks, webhookId, -1);
      if (performance.now() - takenAt > slowMs) this.slow.set(webhookId, true);
      else this.slow.delete(webhookId);
    };
  }

  private mostOf({ webhookId, failing }: DueWebhook): number {
    if (failing) return perFailingWebhook;
    return this.slow.has(webhookId) ? perSlowWebhook : perWebhook;
  }
}

function add(counts: Map<string, number>, key: string, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
