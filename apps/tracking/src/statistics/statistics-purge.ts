import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';
import { RecountsRepository } from './recounts.repository.js';

const daysPerBatch = 5_000;
/** Longer than events can be replayed; then the day can be counted by events again. */
export const recountRetentionDays = 8;

/**
 * Ends the counting from the log for days that are old enough: all their events were handled, and later ones are
 * counted as events again. Replicas can run it at the same time; `trackingRetention` deletes the stored counts of their
 * emails.
 */
@Injectable()
export class StatisticsPurge extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly recounts: RecountsRepository,
  ) {
    super({
      everyMs: 3_600_000,
      firstAfterMs: 60_000,
      failure: 'could not end the counting of days from the log',
    });
  }

  protected batch(): Promise<void> {
    return this.database.transaction((tx) => this.recounts.settleDays(tx, recountRetentionDays, daysPerBatch));
  }
}
