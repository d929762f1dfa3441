import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { quotaOf, ServiceError } from '@postrider/contracts';
import { MeasuredUsage } from '@postrider/limits';
import { WithinAccount } from '@postrider/service';

type Tenant = Pick<RequestContext, 'accountId' | 'limits'>;
const quota = 'drip_members';

/** How many members of an account's campaigns wait for a mail. Whoever comes is checked against what is known, without a statement. */
@Injectable()
export class WaitingMembers extends MeasuredUsage {
  private readonly logger = new Logger(WaitingMembers.name);

  constructor(private readonly withinAccount: WithinAccount) {
    super();
  }

  /**
   * Counts one more; at once, so that many at the same time are no more than one after the other.
   *
   * @returns what takes it back, for one that does not come after all
   * @throws ServiceError `quota_exceeded`
   */
  take({ accountId, limits }: Tenant): () => void {
    const most = quotaOf({ limits }, quota);
    if (this.room({ accountId, limits }) <= 0) throw ServiceError.quotaExceeded(quota, most);
    this.add(accountId, 1);
    return () => this.add(accountId, -1);
  }

  /** How many more there may be. */
  room(context: Tenant): number {
    const most = quotaOf(context, quota);
    return most - this.known(context.accountId, most);
  }

  used(context: Tenant): Promise<number> {
    return this.current(context.accountId, quotaOf(context, quota));
  }

  /** A deleted campaign has no members, though they are still stored. */
  protected async measure(accountId: string): Promise<number> {
    const { rows } = await this.withinAccount.query<{ waiting: string }>(accountId, {
      name: 'count-waiting-members',
      text: `select coalesce(sum(entered - finished - "left"), 0) as waiting
             from counts join campaigns on campaigns.account_id = counts.account_id and campaigns.id = counts.campaign_id
             where counts.account_id = $1 and deleted_at is null`,
      values: [accountId],
    });
    return Math.max(0, Number(rows[0]!.waiting));
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`the members of an account were not counted: ${message}`);
  }
}
