import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { StreamEventsRepository } from './stream-events.repository.js';

/** See docs/operate/limits.md#event-streams. */
export const keptHours = 1;
const maxKept = 100_000;
const limit = 5_000;

/** What streams need no more: what is too old or too much. `trackingRetention` deletes the events of streams that ended. */
@Injectable()
export class StreamsPurge extends PeriodicTask {
  constructor(private readonly events: StreamEventsRepository) {
    super({ everyMs: 30_000, failure: 'what streams need no more could not be cleared away' });
  }

  protected async batch(): Promise<boolean> {
    let left = false;
    for (const { accountId, isAbandoned } of await this.events.streams(keptHours)) {
      if (isAbandoned) await this.events.remove(accountId, keptHours);
      else if ((await this.events.dropOld(accountId, { keptHours, maxKept, limit })) === limit) left = true;
    }
    return left;
  }
}
