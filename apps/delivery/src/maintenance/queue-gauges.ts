import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { Gauge } from 'prom-client';
import { GaugesRepository } from './gauges.repository.js';
import { countedAccounts, forgetAttemptsOf } from '../attempts/attempt-metrics.js';
import { builtinAccountId } from '../esp-accounts/lane.js';

const purgeEveryMs = 60 * 60 * 1000;

/** Drops the metrics of ESP accounts that were deleted, in this process or another. */
@Injectable()
export class AttemptSeriesPurge extends PeriodicTask {
  constructor(private readonly gauges: GaugesRepository) {
    super({ everyMs: purgeEveryMs, failure: 'metrics of deleted ESP accounts stay for now' });
  }

  protected async batch(): Promise<void> {
    const counted = await countedAccounts();
    const kept = new Set([builtinAccountId, ...(await this.gauges.existingEspAccounts(counted))]);
    await forgetAttemptsOf(new Set(counted.filter((id) => !kept.has(id))));
  }
}

const everyMs = 10_000;
/** A count is followed by so many times what it took without one: where 10,000 lanes have mail due, it takes up to a quarter of a second. */
const rest = 50;

const workDue = new Gauge({
  name: 'postrider_work_due',
  help: 'Messages that are due and nobody is sending, counted up to 10000 an ESP account and 50000 in all; not a number while that is unknown',
});
const workOldestDue = new Gauge({
  name: 'postrider_work_oldest_due_seconds',
  help: 'How long the oldest of them has been due; not a number while that is unknown',
});

/** What an operator alerts on: how much is waiting that should have been sent by now, and since when. Leased rows are being sent. */
@Injectable()
export class QueueGauges extends PeriodicTask {
  private restsUntil = 0;

  constructor(private readonly gauges: GaugesRepository) {
    super({ everyMs, failure: 'what is due could not be counted' });
  }

  protected async batch(): Promise<void> {
    const begun = performance.now();
    if (begun < this.restsUntil) return;
    try {
      await this.count();
    } finally {
      const now = performance.now();
      this.restsUntil = now + rest * (now - begun);
    }
  }

  private async count(): Promise<void> {
    const due = await this.gauges.countDue();
    workDue.set(due.count);
    workOldestDue.set(due.oldestSeconds);
  }

  /** The last values say nothing any more, and an alert must not rest on them. */
  protected override onError(error: Error): void {
    workDue.set(NaN);
    workOldestDue.set(NaN);
    super.onError(error);
  }
}
