import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { StreamEventsRepository } from './stream-events.repository.js';

/** See docs/operate/limits.md#event-streams. */
export const retentionHours = 1;
const maxEvents = 100_000;
const limit = 5_000;

/** Deletes events beyond the limits of age and number. `trackingRetention` deletes the events of ended streams. */
@Injectable()
export class StreamsPurge extends PeriodicTask {
  constructor(private readonly events: StreamEventsRepository) {
    super({ everyMs: 30_000, failure: 'could not purge the events of streams' });
  }

  protected async batch(): Promise<boolean> {
    let hasMore = false;
    for (const { accountId, isAbandoned } of await this.events.streams(retentionHours)) {
      if (isAbandoned) await this.events.remove(accountId, retentionHours);
      else if ((await this.events.dropOld(accountId, { retentionHours, maxEvents, limit })) === limit) hasMore = true;
    }
    return hasMore;
  }
}
