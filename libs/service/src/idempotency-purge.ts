import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from './wall/accounts.js';

const everyMs = 10 * 60 * 1000;
/** How long an Idempotency-Key is remembered (docs/api.md#idempotency). */
const rememberHours = 24;
/** One statement, far below its time limit also on a slow disk. */
const keysPerBatch = 5_000;

/**
 * Forgets Idempotency-Keys after their 24 hours, in the table `idempotency` of the service (account_id, idem_key, created_at). Replicas may do so at
 * the same time.
 */
@Injectable()
export class IdempotencyPurge extends PeriodicTask {
  private readonly logger = new Logger(IdempotencyPurge.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'forget-idempotency-keys',
      text: `with old as (
               select account_id, idem_key from idempotency where created_at < now() - make_interval(hours => ${rememberHours})
               order by created_at limit $1 for update skip locked
             )
             delete from idempotency using old where idempotency.account_id = old.account_id and idempotency.idem_key = old.idem_key`,
      values: [keysPerBatch],
    });
    return rowCount === keysPerBatch;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`old keys could not be forgotten: ${message}`);
  }
}
