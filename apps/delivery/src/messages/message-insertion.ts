import { rankOf } from '../logs/log-status.js';

/**
 * The one place where messages come into being: acceptance, resend and replay all end here. CTEs that write every row of `accepted` with its log,
 * first two events, work and outbox, to be put into a statement, which is one transaction: all of it or none. `accepted` is a CTE with the columns
 * account_id, id, artifact_id, esp_account_id, content, recipient_address, recipient_key, recipient_name, template_id, template_name,
 * version_name, locale, test, requested_text, queued_text, lane, due_at, lease_token, event_id, topic, request_id, traceparent, payload.
 */
export const insertAccepted = `
  inserted_logs as (
    insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message,
                      template_id, template_name, version_name, locale, test)
    select account_id, id, recipient_address, recipient_key, recipient_name, 'queued', ${rankOf.queued}, queued_text,
           template_id, template_name, version_name, locale, test from accepted
  ), inserted_messages as (
    insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
    select account_id, id, artifact_id, template_id, esp_account_id, content from accepted
  ), inserted_log_events as (
    insert into log_events (account_id, log_id, type, message)
    select account_id, id, type, case type when 'requested' then requested_text else queued_text end
    from accepted, (values (1, 'requested'), (2, 'queued')) as first (place, type)
    order by id, place
  ), inserted_work as (
    insert into work (message_id, account_id, lane, due_at, lease_token)
    select id, account_id, lane, due_at, lease_token from accepted
  ), inserted_outbox as (
    insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
    select event_id, topic, account_id, request_id, traceparent, payload from accepted
  )`;
