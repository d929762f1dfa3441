import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Every process knows an account that begins to stream after so long (docs/adr/0022-streams-of-events.md). */
export const cachedMs = 1_000;

/** Whose events are kept for streams: few, and all of them known at once, so that those of all others cost a look into a set. */
@Injectable()
export class StreamingAccounts {
  private accounts: ReadonlySet<string> = new Set();
  private readAt = -Infinity;

  /** Without a further connection. */
  async known(tx: EntityManager): Promise<ReadonlySet<string>> {
    const askedAt = performance.now();
    if (askedAt - this.readAt > cachedMs) {
      const rows: { account_id: string }[] = await tx.query('select account_id from event_streams');
      this.accounts = new Set(rows.map(({ account_id }) => account_id));
      this.readAt = askedAt;
    }
    return this.accounts;
  }
}
