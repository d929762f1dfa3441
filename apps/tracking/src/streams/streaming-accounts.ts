import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';

/** Every process knows an account that begins to stream after so long (docs/adr/0022-streams-of-events.md). */
export const believedMs = 1_000;

/** Whose events are kept for streams: few, and all of them known at once, so that those of all others cost a look into a set. */
@Injectable()
export class StreamingAccounts {
  private accounts: ReadonlySet<string> = new Set();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(private readonly systemPool: SystemPool) {}

  async known(): Promise<ReadonlySet<string>> {
    if (performance.now() - this.readAt > believedMs) await (this.reading ??= this.read());
    return this.accounts;
  }

  private async read(): Promise<void> {
    const askedAt = performance.now();
    try {
      const { rows } = await this.systemPool.query<{ account_id: string }>({
        name: 'streaming-accounts',
        text: 'select account_id from event_streams',
      });
      this.accounts = new Set(rows.map(({ account_id }) => account_id));
      this.readAt = askedAt;
    } finally {
      this.reading = undefined;
    }
  }
}
