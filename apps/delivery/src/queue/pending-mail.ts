import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { SystemPool } from '@postrider/service';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { laneOf } from '../esp-accounts/lane.js';

/** Seconds: mail goes out meanwhile, and is counted again. */
const retryAfter = 10;

/** How many mails of an account wait to be sent. A send is checked against what is known, without a statement. */
@Injectable()
export class PendingMail extends MeasuredQuota {
  constructor(private readonly systemPool: SystemPool) {
    super('pending_mails');
  }

  /**
   * How many more there may be, one at least.
   * @throws ServiceError `quota_exceeded`
   */
  admit(tenant: Tenant): number {
    const left = this.room(tenant);
    if (left <= 0) throw this.exceeded(tenant, retryAfter);
    return left;
  }

  /** Lane by lane, through their index: what waits for other accounts is not passed over. */
  protected async measure(accountId: string, enough: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ pending: number }>({
      name: 'count-pending-mail',
      text: `select count(*)::int as pending from (
               select from (select id as lane from esp_accounts where account_id = $1 union all select unnest($2::text[])) as lanes
               cross join lateral (select from work where work.lane = lanes.lane) as waiting limit $3
             ) as counted`,
      values: [
        accountId,
        [laneOf(accountId, builtinAccountId, false).id, laneOf(accountId, builtinAccountId, true).id],
        enough,
      ],
    });
    return rows[0]?.pending ?? 0;
  }
}
