import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { countedAccounts, forgetAttemptsOf } from '../attempts/attempt-metrics.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { GaugesRepository } from './gauges.repository.js';

const everyMs = 60 * 60 * 1000;

/** Drops the metrics of ESP accounts that were deleted, in this process or another. */
@Injectable()
export class AttemptSeriesPurge extends PeriodicTask {
  constructor(private readonly gauges: GaugesRepository) {
    super({ everyMs, failure: 'metrics of deleted ESP accounts stay for now' });
  }

  protected async batch(): Promise<void> {
    const counted = await countedAccounts();
    const kept = new Set([builtinAccountId, ...(await this.gauges.existingEspAccounts(counted))]);
    await forgetAttemptsOf(new Set(counted.filter((id) => !kept.has(id))));
  }
}
