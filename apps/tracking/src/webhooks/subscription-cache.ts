import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { Listener } from './webhooks.repository.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** A webhook that is made or changed through another process is heeded after so long (docs/operate/limits.md#webhooks). */
const cachedMs = 5_000;
const maxAccounts = 50_000;

export const subscribesTo = ({ events }: Pick<Listener, 'events'>, type: string): boolean =>
  events.length === 0 || events.includes(type);

/** Who is to be told of an account's mail: remembered, so that an event of an account without webhooks costs no statement. */
@Injectable()
export class SubscriptionCache {
  private readonly accounts = new LRUCache<string, readonly Listener[]>({ max: maxAccounts, ttl: cachedMs });

  constructor(private readonly webhooks: WebhooksRepository) {}

  /** Those of each of the accounts, without a further connection. */
  async of(tx: EntityManager, accountIds: Iterable<string>): Promise<ReadonlyMap<string, readonly Listener[]>> {
    const found = new Map<string, readonly Listener[]>();
    const unknown: string[] = [];
    for (const accountId of new Set(accountIds)) {
      const known = this.accounts.get(accountId);
      if (known) found.set(accountId, known);
      else unknown.push(accountId);
    }
    if (unknown.length === 0) return found;
    const rows = await this.webhooks.listeners(tx, unknown);
    for (const accountId of unknown) {
      const listeners = rows.filter((row) => row.accountId === accountId);
      this.accounts.set(accountId, listeners);
      found.set(accountId, listeners);
    }
    return found;
  }

  /** They were changed here. */
  forget(accountId: string): void {
    this.accounts.delete(accountId);
  }
}
