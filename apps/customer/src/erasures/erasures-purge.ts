import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

const everyMs = 60 * 60 * 1000;
const keptDays = 90;
const erasuresPerBatch = 2_000;

/** Forgets that somebody was forgotten. Replicas may do so at the same time. */
@Injectable()
export class ErasuresPurge extends PeriodicTask {
  private readonly logger = new Logger(ErasuresPurge.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'forget-erasures',
      text: `with old as (
               select account_id, id from erasures where created_at < now() - make_interval(days => ${keptDays})
               order by created_at limit $1 for update skip locked
             )
             delete from erasures using old where erasures.account_id = old.account_id and erasures.id = old.id`,
      values: [erasuresPerBatch],
    });
    return rowCount === erasuresPerBatch;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`old erasures could not be forgotten: ${message}`);
  }
}
