import { erasedText, exportLogs, exportSendProposals, listSuppressions } from '@postrider/contracts';
import type { PersonalData } from '@postrider/service';
import { outboxPersonalData, withoutPersonalData } from '@postrider/service';
import { uploadHours } from '../blobs/blobs.repository.js';
import { erasedContent } from '../mail/message-content.js';

/** The MIME of raw emails. */
const rawBlobsOfLogs = `
  select distinct file ->> 'blob_id' as blob_id, artifact_id
  from messages cross join lateral jsonb_array_elements(content -> 'attachments') as file
  where account_id = $1 and id = any($2::text[]) and template_id = '' and file ->> 'disposition' = 'raw'`;

/** SQL: the artifacts of these logs, whose emails had no template. */
const artifactsOfLogs = `account_id = $1 and id in (
  select artifact_id from messages where account_id = $1 and id = any($2::text[]) and template_id = '')`;

export const deliveryPersonalData: readonly PersonalData[] = [
  // Statuses, counts, times, templates and the test flag are kept.
  {
    table: 'logs',
    by: 'log',
    erase: `update logs set recipient_address = $3, recipient_key = $3, recipient_name = '', subject = null, message = '${erasedText}'
            where account_id = $1 and id = any($2::text[])`,
    exportedBy: exportLogs,
  },
  {
    table: 'log_events',
    by: 'log',
    erase: `update log_events set message = '${erasedText}', detail = detail - '{copy_address,url,user_agent}'::text[]
            where account_id = $1 and log_id = any($2::text[])`,
    exportedBy: exportLogs,
  },
  {
    table: 'attempts',
    by: 'log',
    erase: `update attempts set detail = '${erasedText}', provider_message_id = null
            where account_id = $1 and message_id = any($2::text[])`,
  },
  // Before the messages, which name their blobs. The lock waits for sends of the same raw email, so that the next
  // statement finds their messages; a later send waits for the erasure, and keeps the blob again.
  {
    table: 'blobs',
    by: 'log',
    erase: `with raw as (${rawBlobsOfLogs}),
              locked as (select id from blobs where account_id = $1 and id in (select blob_id from raw) order by id for update)
            update blobs set needed_until = needed_until from locked where account_id = $1 and blobs.id = locked.id`,
  },
  // Kept for a day, as any upload: a send that has found this content may not have committed its message yet.
  {
    table: 'blobs',
    by: 'log',
    erase: `with raw as (${rawBlobsOfLogs})
            update blobs set needed_until = least(needed_until, now() + make_interval(hours => ${uploadHours})) from raw
            where account_id = $1 and blobs.id = blob_id and not exists (
              select from messages where account_id = $1 and messages.artifact_id = raw.artifact_id and template_id = '' and messages.id <> all($2::text[])
                and content -> 'attachments' @> jsonb_build_array(jsonb_build_object('blob_id', blob_id)))`,
  },
  {
    table: 'messages',
    by: 'log',
    erase: `update messages set content = ${erasedContent('content', '$3::text')}, address_hashes = null
            where account_id = $1 and id = any($2::text[])`,
    exportedBy: exportLogs,
  },
  // Deleted, because they quote the mail server and could be replayed.
  {
    table: 'failures',
    by: 'log',
    erase: 'delete from failures where account_id = $1 and message_id = any($2::text[])',
  },
  // The lock makes a concurrent send of the same content wait, so that it is found here or stores the content again. It
  // is taken last, because it lasts until the end of the transaction.
  {
    table: 'artifacts',
    by: 'log',
    erase: `with locked as (select id from artifacts where ${artifactsOfLogs} order by id for update)
            update artifacts set used_at = used_at from locked where account_id = $1 and artifacts.id = locked.id`,
  },
  // Content that email to other people has too is kept.
  {
    table: 'artifacts',
    by: 'log',
    erase: `delete from artifacts where ${artifactsOfLogs} and not exists (
              select from messages where messages.account_id = $1 and messages.artifact_id = artifacts.id and template_id = ''
                and messages.id <> all($2::text[]) and address_hashes is not null)`,
  },
  // The hash is kept, so that no email is sent to the address.
  {
    table: 'suppressions',
    by: 'recipient',
    erase: `update suppressions set address = null, note = '', log_id = null
            where account_id = $1 and address_hash in (
              select sha256(convert_to($1::text || ' ' || recipient_key, 'UTF8')) from unnest($2::text[]) as recipient_key)`,
    exportedBy: listSuppressions,
  },
  {
    table: 'send_proposals',
    by: 'recipient',
    erase: 'delete from send_proposals where account_id = $1 and recipient_key = any($2::text[])',
    exportedBy: exportSendProposals,
  },
  {
    table: 'test_clocks',
    by: 'recipient',
    erase: 'delete from test_clocks where account_id = $1 and recipient_keys && $2::text[]',
  },
  { table: 'erasures', keptBecause: 'until the erasure is done' },
  { table: 'idempotency', keptBecause: 'for 24 hours' },
  { table: 'blob_chunks', keptBecause: 'attachments, which no log names any more' },
  outboxPersonalData,
  ...withoutPersonalData('work', 'esp_accounts', 'esp_account_hours', 'object_removals', 'drip_mails', 'drip_orders'),
];
