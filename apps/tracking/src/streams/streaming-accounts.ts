import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { StreamEventsRepository } from './stream-events.repository.js';

/** Delay until every process knows a new streaming account (docs/adr/0022-streams-of-events.md). */
export const cachedMs = 1_000;

/** Caches the accounts with open streams, so that events of all other accounts cost only a lookup in a set. */
@Injectable()
export class StreamingAccounts {
  private accounts: ReadonlySet<string> = new Set();
  private readAt = -Infinity;

  constructor(private readonly events: StreamEventsRepository) {}

  /** Reads in the given transaction, without another connection. */
  async known(tx: EntityManager): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (now - this.readAt > cachedMs) {
      this.accounts = new Set(await this.events.accounts(tx));
      this.readAt = now;
    }
    return this.accounts;
  }
}
