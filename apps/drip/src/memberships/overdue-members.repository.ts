import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';

/** Somebody whose mail was due long ago, and who still waits for its end. */
export interface OverdueMember {
  readonly accountId: string;
  readonly id: string;
  readonly campaignId: string;
  readonly stepId: string;
  /** Unix seconds. */
  readonly dueAt: number;
}

/** A mail that was due so long ago has usually ended, and what its end says has come. */
const graceSeconds = 10 * 60;
const longestSeconds = 24 * 60 * 60;

@Injectable()
export class OverdueMembersRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /**
   * At most `limit`, those first that were looked at longest ago; nobody else gets them for as long as they are overdue, at most a day, so that a
   * campaign that is disabled for months is not asked about all the time.
   */
  async take(limit: number): Promise<OverdueMember[]> {
    const { rows } = await this.systemPool.query<OverdueMember>({
      name: 'overdue-members',
      text: `with now as (
               select extract(epoch from now())::bigint as at
             ), overdue as (
               select account_id, id from memberships
               where state = 'waiting' and greatest(due_at, looked_at) < extract(epoch from now())::bigint - ${graceSeconds}
               order by greatest(due_at, looked_at) limit $1 for update of memberships skip locked
             )
             update memberships set looked_at = now.at + least(now.at - due_at, ${longestSeconds})
             from overdue, now where memberships.account_id = overdue.account_id and memberships.id = overdue.id
             returning memberships.account_id as "accountId", memberships.id, campaign_id as "campaignId", step_id as "stepId", due_at::float8 as "dueAt"`,
      values: [limit],
    });
    return rows;
  }
}
