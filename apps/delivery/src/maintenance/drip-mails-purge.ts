import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';

const everyMs = 10 * 60 * 1000;
const rowsPerBatch = 5_000;
/** No event about it comes as late. */
const orderKeptDays = 90;

/** Forgets which mails of campaigns were made, long after their end, and what was said about what has ended. Replicas may do so at the same time. */
@Injectable()
export class DripMailsPurge extends PeriodicTask {
  private readonly logger = new Logger(DripMailsPurge.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    return (await this.forgetMails()) === rowsPerBatch || (await this.forgetOrders()) === rowsPerBatch;
  }

  /** One that still waits, held by its campaign for as long, is looked at again the next day. */
  private async forgetMails(): Promise<number> {
    const { rows } = await this.acrossAccounts.query<{ looked_at: number }>({
      name: 'forget-drip-mails',
      text: `with old as (
               select account_id, membership_id, step_id, exists (select from work where work.message_id = drip_mails.message_id) as waits from drip_mails
               where keep_until < now() order by keep_until limit $1 for update skip locked
             ), kept as (
               update drip_mails set keep_until = now() + interval '1 day' from old
               where waits and drip_mails.account_id = old.account_id and drip_mails.membership_id = old.membership_id and drip_mails.step_id = old.step_id
             ), forgotten as (
               delete from drip_mails using old
               where not waits and drip_mails.account_id = old.account_id and drip_mails.membership_id = old.membership_id and drip_mails.step_id = old.step_id
             )
             select count(*)::int as looked_at from old`,
      values: [rowsPerBatch],
    });
    return rows[0]!.looked_at;
  }

  /** One of which a mail waits all the same, because that was planned while the order came, is followed again. */
  private async forgetOrders(): Promise<number> {
    const { rows } = await this.acrossAccounts.query<{ looked_at: number }>({
      name: 'forget-drip-orders',
      text: `with old as (
               select account_id, id, exists (
                 select from drip_mails as mails join work using (message_id)
                 where mails.account_id = drip_orders.account_id and mails.campaign_id = drip_orders.id and mails.state <> 'cancelled'
               ) or exists (
                 select from drip_mails as mails join work using (message_id)
                 where mails.account_id = drip_orders.account_id and mails.step_id = drip_orders.id and mails.state <> 'cancelled'
               ) or exists (
                 select from drip_mails as mails join work using (message_id)
                 where mails.account_id = drip_orders.account_id and mails.membership_id = drip_orders.id and mails.state <> 'cancelled'
               ) as waits
               from drip_orders where changed_at < now() - make_interval(days => ${orderKeptDays}) and state = 'ended' and settled
               order by changed_at limit $1 for update skip locked
             ), followed as (
               update drip_orders set settled = false, settled_to = '', changed_at = now() from old
               where waits and drip_orders.account_id = old.account_id and drip_orders.id = old.id
             ), forgotten as (
               delete from drip_orders using old where not waits and drip_orders.account_id = old.account_id and drip_orders.id = old.id
             )
             select count(*)::int as looked_at from old`,
      values: [rowsPerBatch],
    });
    return rows[0]!.looked_at;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`mails of campaigns could not be forgotten: ${message}`);
  }
}
