import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';

const daysPerBatch = 5_000;
/** Longer than an event is replayed: then a day that was counted from the log goes on being counted by events. */
export const recountsKeptDays = 8;

/**
 * Deletes the mark of days that were counted from the log so long ago that all events of the time are taken: they are counted by events again. Replicas
 * may do so at the same time; `trackingRetention` deletes what was read of their mails.
 */
@Injectable()
export class StatisticsPurge extends PeriodicTask {
  constructor(private readonly database: DataSource) {
    super({
      everyMs: 3_600_000,
      firstAfterMs: 60_000,
      failure: 'days that were counted from the log could not be settled',
    });
  }

  protected batch(): Promise<void> {
    return this.database.transaction(async (tx) => {
      const days: { account_id: string; day: string }[] = await tx.query(
        `select account_id, day::text from figure_days where counted_at < now() - make_interval(days => $1)
         order by account_id, day limit $2 for update skip locked`,
        [recountsKeptDays, daysPerBatch],
      );
      // With the days held nobody marks a mail of them: what is marked by now is seen.
      await tx.query(
        `delete from figure_days using unnest($1::text[], $2::date[]) as settled (account_id, day)
         where figure_days.account_id = settled.account_id and figure_days.day = settled.day
           and not exists (select from figure_recounts as marked where marked.account_id = settled.account_id and marked.day = settled.day)`,
        [days.map(({ account_id }) => account_id), days.map(({ day }) => day)],
      );
    });
  }
}
