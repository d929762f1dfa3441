import type { LogStatus } from '@postrider/contracts';
import { rankOf } from '../logs/log-status.js';

/** What a new log begins with: its events, each with the column of `accepted` that has its text; the last one is its status. */
type Beginning = readonly { readonly type: LogStatus; readonly text: string }[];

/**
 * The one place where messages come into being: acceptance, resend, replay and the mails of campaigns all end here. CTEs that write every row of
 * `accepted` with its log, first events, work and outbox, to be put into a statement, which is one transaction: all of it or none. `accepted` is a CTE
 * with the columns account_id, id, artifact_id, esp_account_id, content, recipient_address, recipient_key, recipient_name, template_id, template_name,
 * version_name, locale, test, address_hashes, those of the texts, lane, due_at, lease_token, event_id, topic, request_id, traceparent, payload.
 */
function insertMessages(beginning: Beginning): string {
  const last = beginning.at(-1)!;
  const places = beginning.map(({ type }, index) => `(${index + 1}, '${type}')`).join(', ');
  const texts = beginning.map(({ type, text }) => `when '${type}' then ${text}`).join(' ');
  return `
  inserted_logs as (
    insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message,
                      template_id, template_name, version_name, locale, test)
    select account_id, id, recipient_address, recipient_key, recipient_name, '${last.type}', ${rankOf[last.type]}, ${last.text},
           template_id, template_name, version_name, locale, test from accepted
  ), inserted_messages as (
    insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content, address_hashes)
    select account_id, id, artifact_id, template_id, esp_account_id, content, address_hashes from accepted
  ), inserted_log_events as (
    insert into log_events (account_id, log_id, type, message)
    select account_id, id, type, case type ${texts} end
    from accepted, (values ${places}) as first (place, type)
    order by id, place
  ), inserted_work as (
    insert into work (message_id, account_id, lane, due_at, lease_token)
    select id, account_id, lane, due_at, lease_token from accepted
  ), inserted_outbox as (
    insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
    select event_id, topic, account_id, request_id, traceparent, payload from accepted
  )`;
}

/** What somebody asked for. */
export const insertAccepted = insertMessages([
  { type: 'requested', text: 'requested_text' },
  { type: 'queued', text: 'queued_text' },
]);

/** What a campaign brought about: it is queued when it is due. */
export const insertTriggered = insertMessages([{ type: 'triggered', text: 'triggered_text' }]);
