import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

const everyMs = 10 * 60 * 1000;
const departuresPerBatch = 5_000;

/** Forgets deactivations when no send from before them can put anybody in any more. Replicas may do so at the same time. */
@Injectable()
export class DeparturesPurge extends PeriodicTask {
  private readonly logger = new Logger(DeparturesPurge.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'forget-departures',
      text: `with old as (
               select account_id, recipient_key, campaign_id from departures where coalesce(forget_at, departed_at + 2592000) <= extract(epoch from now())
               order by coalesce(forget_at, departed_at + 2592000) limit $1 for update skip locked
             )
             delete from departures using old
             where departures.account_id = old.account_id and departures.recipient_key = old.recipient_key and departures.campaign_id = old.campaign_id`,
      values: [departuresPerBatch],
    });
    return rowCount === departuresPerBatch;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`old deactivations could not be forgotten: ${message}`);
  }
}
