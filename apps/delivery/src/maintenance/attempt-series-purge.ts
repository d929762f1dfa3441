import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { SystemPool } from '@postrider/service';
import { countedAccounts, forgetAttemptsOf } from '../attempts/attempt-metrics.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';

const everyMs = 60 * 60 * 1000;

/** Drops the metrics of ESP accounts that were deleted, in this process or another. */
@Injectable()
export class AttemptSeriesPurge extends PeriodicTask {
  constructor(private readonly systemPool: SystemPool) {
    super({ everyMs, failure: 'metrics of deleted ESP accounts stay for now' });
  }

  protected async batch(): Promise<void> {
    const counted = await countedAccounts();
    const { rows } = await this.systemPool.query<{ id: string }>(
      'select id from esp_accounts where id = any($1::text[])',
      [counted],
    );
    const kept = new Set([builtinAccountId, ...rows.map(({ id }) => id)]);
    await forgetAttemptsOf(new Set(counted.filter((id) => !kept.has(id))));
  }
}
