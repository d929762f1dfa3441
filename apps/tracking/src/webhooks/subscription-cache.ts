import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { typesWithResendForm } from './resend-event.js';
import type { Subscription } from './webhooks.repository.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Delay until a change of a webhook in another process takes effect (docs/operate/limits.md#webhooks). */
const cachedMs = 5_000;
const maxAccounts = 50_000;

export const subscribesTo = ({ events, format }: Pick<Subscription, 'events' | 'format'>, type: string): boolean =>
  (events.length === 0 || events.includes(type)) && (format !== 'resend' || typesWithResendForm.includes(type));

/** Caches the webhooks of accounts, so that events of accounts without webhooks need no query. */
@Injectable()
export class SubscriptionCache {
  private readonly accounts = new LRUCache<string, readonly Subscription[]>({ max: maxAccounts, ttl: cachedMs });

  constructor(private readonly webhooks: WebhooksRepository) {}

  /** Webhooks by account; uses the given connection. */
  async of(tx: EntityManager, accountIds: Iterable<string>): Promise<ReadonlyMap<string, readonly Subscription[]>> {
    const found = new Map<string, readonly Subscription[]>();
    const unknown: string[] = [];
    for (const accountId of new Set(accountIds)) {
      const known = this.accounts.get(accountId);
      if (known) found.set(accountId, known);
      else unknown.push(accountId);
    }
    if (unknown.length === 0) return found;
    const rows = await this.webhooks.subscriptions(tx, unknown);
    for (const accountId of unknown) {
      const subscriptions = rows.filter((row) => row.accountId === accountId);
      this.accounts.set(accountId, subscriptions);
      found.set(accountId, subscriptions);
    }
    return found;
  }

  /** Invalidates the cache after a change in this process. */
  evict(accountId: string): void {
    this.accounts.delete(accountId);
  }
}
