import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { StreamEventsRepository } from './stream-events.repository.js';

/** Every process knows an account that begins to stream after so long (docs/adr/0022-streams-of-events.md). */
export const cachedMs = 1_000;

/** Whose events are kept for streams: few, and all of them known at once, so that those of all others cost a look into a set. */
@Injectable()
export class StreamingAccounts {
  private accounts: ReadonlySet<string> = new Set();
  private readAt = -Infinity;

  constructor(private readonly events: StreamEventsRepository) {}

  /** Without a further connection. */
  async known(tx: EntityManager): Promise<ReadonlySet<string>> {
    const askedAt = performance.now();
    if (askedAt - this.readAt > cachedMs) {
      this.accounts = new Set(await this.events.accounts(tx));
      this.readAt = askedAt;
    }
    return this.accounts;
  }
}
