import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { TenantPool } from '@postrider/service';

/** How many members of an account's campaigns wait for a mail. A new member is checked against what is known, without a statement. */
@Injectable()
export class WaitingMembers extends MeasuredQuota {
  constructor(private readonly tenantPool: TenantPool) {
    super('drip_members');
  }

  /**
   * Counts one more; at once, so that many at the same time are no more than one after the other.
   *
   * @returns what takes it back, for one that does not come after all
   * @throws ServiceError `quota_exceeded`
   */
  take(tenant: Tenant): () => void {
    if (this.room(tenant) <= 0) throw this.exceeded(tenant);
    this.add(tenant.accountId, 1);
    return () => this.add(tenant.accountId, -1);
  }

  /** A deleted campaign has no members, though they are still stored. */
  protected async measure(accountId: string): Promise<number> {
    const { rows } = await this.tenantPool.query<{ waiting: string }>(accountId, {
      name: 'count-waiting-members',
      text: `select coalesce(sum(entered - finished - "left"), 0) as waiting
             from counts join campaigns on campaigns.account_id = counts.account_id and campaigns.id = counts.campaign_id
             where counts.account_id = $1 and deleted_at is null`,
      values: [accountId],
    });
    return Math.max(0, Number(rows[0]!.waiting));
  }
}
