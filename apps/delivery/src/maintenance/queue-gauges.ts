import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { Gauge } from 'prom-client';
import { GaugesRepository } from './gauges.repository.js';
import { accountsWithAttempts, removeAttemptSeries } from '../attempts/attempt-metrics.js';
import { builtinAccountId } from '../esp-accounts/lane.js';

const purgeEveryMs = 60 * 60 * 1000;

/** Drops the metrics of ESP accounts that were deleted, in this process or another. */
@Injectable()
export class AttemptSeriesPurge extends PeriodicTask {
  constructor(private readonly gauges: GaugesRepository) {
    super({ everyMs: purgeEveryMs, failure: 'metrics of deleted ESP accounts could not be removed yet' });
  }

  protected async batch(): Promise<void> {
    const counted = await accountsWithAttempts();
    const kept = new Set([builtinAccountId, ...(await this.gauges.existingEspAccounts(counted))]);
    await removeAttemptSeries(new Set(counted.filter((id) => !kept.has(id))));
  }
}

const everyMs = 10_000;
/** Rest after a count, as a multiple of its duration: with email due in 10,000 lanes, a count takes up to 250 ms. */
const restFactor = 50;

const workDue = new Gauge({
  name: 'postrider_work_due',
  help: 'Due messages that no process is sending, counted up to 10000 per ESP account and 50000 in total; NaN while unknown',
});
const workOldestDue = new Gauge({
  name: 'postrider_work_oldest_due_seconds',
  help: 'How long the oldest of them has been due; NaN while unknown',
});

/** Gauges for alerts: the number of due messages that are not leased, and the age of the oldest. */
@Injectable()
export class QueueGauges extends PeriodicTask {
  private nextCountAt = 0;

  constructor(private readonly gauges: GaugesRepository) {
    super({ everyMs, failure: 'due messages could not be counted' });
  }

  protected async batch(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < this.nextCountAt) return;
    try {
      await this.count();
    } finally {
      const now = performance.now();
      this.nextCountAt = now + restFactor * (now - startedAt);
    }
  }

  private async count(): Promise<void> {
    const due = await this.gauges.countDue();
    workDue.set(due.count);
    workOldestDue.set(due.oldestSeconds);
  }

  /** Old values must not trigger or suppress an alert. */
  protected override onError(error: Error): void {
    workDue.set(NaN);
    workOldestDue.set(NaN);
    super.onError(error);
  }
}
