import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';

/** Events are remembered longer than anything is ever replayed. */
const keepDays = 7;
/** Far below what the statement limit allows. */
const batchSize = 5_000;

/** Forgets the events that were taken so long ago that they do not come again. */
@Injectable()
export class InboxPurge extends PeriodicTask {
  private readonly logger = new Logger(InboxPurge.name);

  constructor(private readonly database: DataSource) {
    super({ everyMs: 3_600_000, firstAfterMs: 60_000 });
  }

  protected async batch(): Promise<boolean> {
    const [, deleted] = (await this.database.query(
      `delete from inbox where event_id in (
         select event_id from inbox where received_at < now() - make_interval(days => $1) order by received_at limit $2
         for update skip locked)`,
      [keepDays, batchSize],
    )) as [unknown, number];
    return deleted === batchSize;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`cannot forget old events now: ${message}`);
  }
}
