import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { SystemPool } from '@postrider/service';

/** How many suppressions an account has. Those that mail brings about are never refused, and count. */
@Injectable()
export class StoredSuppressions extends MeasuredQuota {
  constructor(private readonly systemPool: SystemPool) {
    super('suppressions');
  }

  /** @throws ServiceError `quota_exceeded` where there is no room for so many more */
  async admit(tenant: Tenant, more: number): Promise<void> {
    if (more > (await this.measuredRoom(tenant))) throw this.exceeded(tenant);
  }

  protected async measure(accountId: string, enough: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ stored: number }>({
      name: 'count-suppressions',
      text: 'select count(*)::int as stored from (select from suppressions where account_id = $1 limit $2) as counted',
      values: [accountId, enough],
    });
    return rows[0]?.stored ?? 0;
  }
}
