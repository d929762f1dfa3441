import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';
import { RecountsRepository } from './recounts.repository.js';

const daysPerBatch = 5_000;
/** Longer than an event is replayed: then a day that was counted from the log goes on being counted by events. */
export const recountsKeptDays = 8;

/**
 * Deletes the mark of days that were counted from the log so long ago that all events of the time are taken: they are counted by events again. Replicas
 * may do so at the same time; `trackingRetention` deletes what was read of their mails.
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
      failure: 'days that were counted from the log could not be settled',
    });
  }

  protected batch(): Promise<void> {
    return this.database.transaction((tx) => this.recounts.settleDays(tx, recountsKeptDays, daysPerBatch));
  }
}
