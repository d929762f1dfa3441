import { Injectable } from '@nestjs/common';
import { eventMessages } from '@postrider/contracts';
import { addToOutbox } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { rankByStatus } from '../logs/log.entity.js';
import { currentEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import type { RoutedMail } from '../logs/mail-events.js';
import { endedEvent, routedMailColumns } from '../logs/mail-events.js';
import type { DueErasure } from './erasures.repository.js';

const status = 'dropped';
const reason = `${eventMessages.cancelled}: its recipient was erased`;

/** Locks drip_mails before work, like other cancellations, so that they cannot deadlock. */
const lockDripMails = `
select from drip_mails join (
  select content -> 'drip' ->> 'membership_id' as membership_id, content -> 'drip' ->> 'step_id' as step_id
  from messages where account_id = $1 and id = any($2::text[]) and content ? 'drip'
) as mails using (membership_id, step_id)
where account_id = $1 order by account_id, membership_id, step_id for update of drip_mails`;

const cancelWaitingStatement = `
with cancelled_work as (
  delete from work where message_id = any($2::text[]) and account_id = $1 and lease_token is null returning message_id
), mails as (
  select account_id, id, content, artifact_id, esp_account_id from messages
  where account_id = $1 and id = any($2::text[]) and id in (select message_id from cancelled_work)
), marked as (
  update drip_mails set state = 'cancelled' from mails
  where drip_mails.account_id = $1 and drip_mails.membership_id = content -> 'drip' ->> 'membership_id'
    and drip_mails.step_id = content -> 'drip' ->> 'step_id'
)
select ${routedMailColumns(currentEspAccount)} from mails as messages join logs on logs.account_id = $1 and logs.id = messages.id and logs.id = any($2::text[])`;

/** An email whose outcome was unknown may have been reported as delivered. */
const droppedStatement = `
with updated_logs as (
  update logs set status = '${status}', status_rank = ${rankByStatus[status]}, message = '${reason}'
  where account_id = $1 and id = any($2::text[]) and status_rank <= ${rankByStatus[status]}
)
insert into log_events (account_id, log_id, type, message) select $1, id, '${status}', '${reason}' from unnest($2::text[]) as id`;

/** Cancels emails to an erased recipient. */
@Injectable()
export class ErasedLogsRepository {
  /** Deletes the work of these emails and returns those that were waiting. */
  async cancelMails(tx: EntityManager, { accountId }: DueErasure, logIds: readonly string[]): Promise<RoutedMail[]> {
    await tx.query(lockDripMails, [accountId, logIds]);
    return tx.query(cancelWaitingStatement, [accountId, logIds]);
  }

  /** Those that an attempt has leased since they were selected. */
  async findLeased(
    tx: EntityManager,
    { accountId }: DueErasure,
    logIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows: { id: string }[] = await tx.query(
      'select message_id as id from work where account_id = $1 and message_id = any($2::text[])',
      [accountId, logIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Updates the logs of cancelled emails and publishes that they ended. */
  async endCancelled(tx: EntityManager, erasure: DueErasure, cancelled: readonly RoutedMail[]): Promise<void> {
    if (cancelled.length === 0) return;
    await tx.query(droppedStatement, [erasure.accountId, cancelled.map(({ logId }) => logId)]);
    await addToOutbox(
      tx,
      cancelled.map((mail) =>
        endedEvent(erasure, { ...mail, recipientAddress: erasure.pseudonym }, { status, reason }),
      ),
    );
  }
}
