import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { rankByStatus } from '../logs/log.entity.js';
import { currentEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import type { RoutedMail } from '../logs/mail-events.js';
import { endedEvent, routedMailColumns } from '../logs/mail-events.js';

/** Selects emails of one account. */
export type CancelSelector =
  | { readonly membershipIds: readonly string[] }
  | { readonly campaignId: string; readonly messageIds: readonly string[] };

const status = 'dropped';

/**
 * Deletes the work of pending emails, also when it is leased: without it nothing is sent and no result is written. A
 * email that is being handed to a provider stays; the condition is on the locked work row, so that it sees the current
 * state. One whose outcome was unknown may have been reported as delivered, and keeps that status.
 */
const cancelWaitingStatement = (which: string): string => `
with pending as (
  select account_id, membership_id, step_id, campaign_id, message_id, handed from drip_mails
  where account_id = $1 and ${which} and state <> 'cancelled'
  order by account_id, membership_id, step_id for update
), cancelled_work as (
  delete from work using pending
  where work.message_id = pending.message_id and (work.lease_token is null or work.lease_token is distinct from pending.handed)
  returning pending.*
), marked as (
  update drip_mails set state = 'cancelled' from cancelled_work
  where drip_mails.account_id = cancelled_work.account_id and drip_mails.membership_id = cancelled_work.membership_id and drip_mails.step_id = cancelled_work.step_id
), updated_logs as (
  update logs set (status, status_rank, message) = (
    select logs.status, logs.status_rank, logs.message where logs.status_rank > ${rankByStatus[status]}
    union all select '${status}', ${rankByStatus[status]}, $2 where logs.status_rank <= ${rankByStatus[status]}
  ) from cancelled_work
  where logs.account_id = cancelled_work.account_id and logs.id = cancelled_work.message_id
  returning logs.*
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message) select account_id, message_id, '${status}', $2 from cancelled_work
)
select ${routedMailColumns(currentEspAccount)}
from updated_logs as logs left join messages on messages.account_id = $1 and messages.id = logs.id`;

const byMembership = cancelWaitingStatement('membership_id = any($3::text[])');
const byMessage = cancelWaitingStatement('campaign_id = $4 and message_id = any($3::text[])');

/** Cancels emails of campaigns. */
@Injectable()
export class CancellationsRepository {
  /** Returns the number of cancelled emails. Emails being handed to a provider are not cancelled. */
  async cancelMails(
    tx: EntityManager,
    context: { readonly accountId: string; readonly requestId: string },
    which: CancelSelector,
    reason: string,
  ): Promise<number> {
    const mails: RoutedMail[] = await ('membershipIds' in which
      ? tx.query(byMembership, [context.accountId, reason, which.membershipIds])
      : tx.query(byMessage, [context.accountId, reason, which.messageIds, which.campaignId]));
    await addToOutbox(
      tx,
      mails.map((mail) => endedEvent(context, mail, { status, reason })),
    );
    return mails.length;
  }

  /** Whether an email of these memberships may still be sent. */
  async anyPending(tx: EntityManager, accountId: string, membershipIds: readonly string[]): Promise<boolean> {
    const [{ pending }] = (await tx.query(
      `select exists (
         select from drip_mails join work using (message_id)
         where drip_mails.account_id = $1 and membership_id = any($2::text[]) and state <> 'cancelled'
       ) as pending`,
      [accountId, membershipIds],
    )) as [{ pending: boolean }];
    return pending;
  }
}
