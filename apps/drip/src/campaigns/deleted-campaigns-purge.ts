import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { DataSource } from 'typeorm';

const everyMs = 10 * 60 * 1000;
/** Until then a deactivation still finds whom a mail is on its way to. */
const keptHours = 1;
const membershipsPerBatch = 2_000;

/** Forgets deleted campaigns with all who were in them, the members first, so many at a time. Replicas may do so at the same time. */
@Injectable()
export class DeletedCampaignsPurge extends PeriodicTask {
  constructor(private readonly database: DataSource) {
    super({ everyMs, failure: 'deleted campaigns could not be forgotten' });
  }

  /** Of the campaign that was deleted first and that no other replica is at. */
  protected batch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [campaign]: { account_id: string; id: string }[] = await tx.query(
        `select account_id, id from campaigns where deleted_at < now() - make_interval(hours => ${keptHours})
         order by deleted_at limit 1 for update skip locked`,
      );
      if (!campaign) return false;
      const key = [campaign.account_id, campaign.id];
      const [, forgotten] = (await tx.query(
        `delete from memberships where (account_id, id) in (select account_id, id from memberships where account_id = $1 and campaign_id = $2 limit $3)`,
        [...key, membershipsPerBatch],
      )) as [unknown, number];
      if (forgotten < membershipsPerBatch) {
        await tx.query('delete from counts where account_id = $1 and campaign_id = $2', key);
        await tx.query('delete from campaigns where account_id = $1 and id = $2', key);
      }
      return true;
    });
  }
}
