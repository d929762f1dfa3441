import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { quotaOf, ServiceError } from '@postrider/contracts';
import { MeasuredUsage } from '@postrider/limits';
import { AcrossAccounts } from '@postrider/service';

type Tenant = Pick<RequestContext, 'accountId' | 'limits'>;
const quota = 'suppressions';

/** How many suppressions an account has. Those that mail brings about are never refused, and count. */
@Injectable()
export class StoredSuppressions extends MeasuredUsage {
  private readonly logger = new Logger(StoredSuppressions.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super();
  }

  /** @throws ServiceError `quota_exceeded` where there is no room for so many more */
  async admit(context: Tenant, more: number): Promise<void> {
    const most = quotaOf(context, quota);
    if ((await this.current(context.accountId, most)) + more > most) throw ServiceError.quotaExceeded(quota, most);
  }

  used(context: Tenant): Promise<number> {
    return this.current(context.accountId, quotaOf(context, quota));
  }

  protected async measure(accountId: string, enough: number): Promise<number> {
    const { rows } = await this.acrossAccounts.query<{ stored: number }>({
      name: 'count-suppressions',
      text: 'select count(*)::int as stored from (select from suppressions where account_id = $1 limit $2) as counted',
      values: [accountId, enough],
    });
    return rows[0]?.stored ?? 0;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`the suppressions of an account were not counted: ${message}`);
  }
}
