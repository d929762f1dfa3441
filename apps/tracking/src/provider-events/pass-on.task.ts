import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { OutboxRelay } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import { ProviderEventsRepository } from './provider-events.repository.js';
import { saidOf } from './reported.js';

/** Passes on what providers reported, each event once: it is marked and said in one transaction. */
@Injectable()
export class PassOnTask extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly events: ProviderEventsRepository,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs: 1_000, firstAfterMs: 0, failure: 'cannot pass on what providers reported now' });
  }

  protected async batch(): Promise<boolean> {
    const passedOn = await this.database.transaction(async (tx) => {
      const pending = await this.events.pending(tx);
      if (pending.length === 0) return 0;
      const outbox = pending.flatMap((event) => saidOf(event) ?? []);
      await this.events.passOn(tx, pending, outbox);
      return pending.length;
    });
    if (passedOn > 0) this.relay.wake();
    return passedOn > 0;
  }
}
