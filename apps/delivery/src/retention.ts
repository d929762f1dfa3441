import type { RetentionRule } from '@postrider/service';
import { idempotencyRetention, olderThan } from '@postrider/service';
import { uploadHours } from './blobs/blobs.repository.js';

/** Emails that still wait, held by their campaign, are checked again the next day. */
const endedDripMails = `
  with old as (
    select account_id, membership_id, step_id, exists (select from work where work.message_id = drip_mails.message_id) as waits from drip_mails
    where keep_until < now() order by keep_until limit $1 for update skip locked
  ), kept as (
    update drip_mails set keep_until = now() + interval '1 day' from old
    where waits and drip_mails.account_id = old.account_id and drip_mails.membership_id = old.membership_id and drip_mails.step_id = old.step_id
  ), deleted as (
    delete from drip_mails using old
    where not waits and drip_mails.account_id = old.account_id and drip_mails.membership_id = old.membership_id and drip_mails.step_id = old.step_id
  )
  select from old`;

const hasWaitingMailBy = (column: string): string => `exists (
  select from drip_mails as mails join work using (message_id)
  where mails.account_id = drip_orders.account_id and mails.${column} = drip_orders.id and mails.state <> 'cancelled')`;

/** A state with waiting email, planned while the state was set, becomes unsettled again. */
const endedCampaignStates = `
  with old as (
    select account_id, id, ${['campaign_id', 'step_id', 'membership_id'].map(hasWaitingMailBy).join(' or ')} as waits
    from drip_orders where changed_at < now() - interval '90 days' and state = 'ended' and settled
    order by changed_at limit $1 for update skip locked
  ), followed as (
    update drip_orders set settled = false, settled_to = '', changed_at = now() from old
    where waits and drip_orders.account_id = old.account_id and drip_orders.id = old.id
  ), deleted as (
    delete from drip_orders using old where not waits and drip_orders.account_id = old.account_id and drip_orders.id = old.id
  )
  select from old`;

/** Deletes blobs with their chunks; `ObjectRemover` deletes their objects in the bucket. */
const unneededBlobs = `
  with unneeded as (
    select account_id, id, in_bucket from blobs where needed_until < now() order by needed_until limit $1 for update skip locked
  ), objects as (
    insert into object_removals (account_id, blob_id, due_at) select account_id, id, now() from unneeded where in_bucket
  ), chunks as (
    delete from blob_chunks using unneeded where blob_chunks.account_id = unneeded.account_id and blob_chunks.blob_id = unneeded.id
  )
  delete from blobs using unneeded where blobs.account_id = unneeded.account_id and blobs.id = unneeded.id`;

/** Deletes at most about 350 MB per statement. */
const attachmentsPerBatch = 50;

export const deliveryRetention: readonly RetentionRule[] = [
  idempotencyRetention,
  // Open ones have expired by then.
  { table: 'send_proposals', ...olderThan('created_at', '37 days'), everyMinutes: 60, batchSize: 100 },
  { table: 'test_clocks', ...olderThan('created_at', '30 days'), everyMinutes: 60, batchSize: 1_000 },
  { table: 'drip_mails', statement: endedDripMails, everyMinutes: 10, batchSize: 5_000 },
  { table: 'drip_orders', statement: endedCampaignStates, everyMinutes: 10, batchSize: 5_000 },
  { table: 'blobs', statement: unneededBlobs, everyMinutes: 60, batchSize: attachmentsPerBatch },
  { table: 'esp_account_hours', ...olderThan('begins_at', '8 days'), everyMinutes: 60, batchSize: 5_000 },
  // Abandoned uploads.
  {
    table: 'blob_chunks',
    ...olderThan('pending_since', `${uploadHours} h`),
    everyMinutes: 60,
    batchSize: attachmentsPerBatch,
  },
];
