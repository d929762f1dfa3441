import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

const everyMs = 10 * 60 * 1000;
/** Far longer than an event is on its way (docs/limits.md#what-is-kept-in-the-database). */
const rememberSeconds = 24 * 60 * 60;
const departuresPerBatch = 5_000;

/** Forgets deactivations when nothing comes any more that was sent before them. Replicas may do so at the same time. */
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
               select account_id, recipient_key, campaign_id from departures where departed_at < extract(epoch from now()) - ${rememberSeconds}
               order by departed_at limit $1 for update skip locked
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
