import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

/** Longer than any provider goes on repeating itself, and than a signature is taken. */
const keepDays = 4;
const batchSize = 5_000;

/** Forgets events that were passed on so long ago that they do not come again. */
@Injectable()
export class ProviderEventsPurge extends PeriodicTask {
  private readonly logger = new Logger(ProviderEventsPurge.name);

  constructor(private readonly connections: AcrossAccounts) {
    super({ everyMs: 3_600_000, firstAfterMs: 60_000 });
  }

  protected async batch(): Promise<boolean> {
    const { rowCount } = await this.connections.query(
      `delete from provider_events where (account_id, key) in (
         select account_id, key from provider_events where event is null and received_at < now() - make_interval(days => $1)
         order by received_at limit $2 for update skip locked)`,
      [keepDays, batchSize],
    );
    return rowCount === batchSize;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`cannot forget old events of providers now: ${message}`);
  }
}
