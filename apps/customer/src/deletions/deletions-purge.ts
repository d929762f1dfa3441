import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

const everyMs = 60 * 60 * 1000;
/** As long as the ids of events: longer than one is on its way, replayed dead letters included (docs/limits.md#what-is-kept-in-the-database). */
const rememberDays = 7;
const deletionsPerBatch = 5_000;

/** Forgets deletions when nothing comes any more that was sent before them. Replicas may do so at the same time. */
@Injectable()
export class DeletionsPurge extends PeriodicTask {
  private readonly logger = new Logger(DeletionsPurge.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'forget-deletions',
      text: `with old as (
               select account_id, key_hash from deletions where deleted_at < extract(epoch from now()) - ${rememberDays * 86_400}
               order by deleted_at limit $1 for update skip locked
             )
             delete from deletions using old where deletions.account_id = old.account_id and deletions.key_hash = old.key_hash`,
      values: [deletionsPerBatch],
    });
    return rowCount === deletionsPerBatch;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`old deletions could not be forgotten: ${message}`);
  }
}
