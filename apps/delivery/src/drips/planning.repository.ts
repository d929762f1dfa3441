import { Injectable } from '@nestjs/common';
import type { DripMail } from '@postrider/contracts';
import { addressKey } from '@postrider/contracts';
import { serializeLossless } from '@postrider/numbers';
import type { OutboxRow } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import type { MessageContent } from '../mail/message-content.js';
import { insertTriggered } from '../messages/messages.repository.js';
import { addressHashes } from '../suppressions/suppressions.repository.js';

/** A campaign's email with everything that is decided when it is planned. */
export interface PlannedMail extends Omit<DripMail, 'content'> {
  readonly id: string;
  readonly accountId: string;
  readonly espAccountId: string;
  readonly lane: string;
  readonly content: MessageContent;
  readonly outbox: OutboxRow;
}

/** How long a step's email is remembered after it was due; redeliveries never come that late. */
const retentionDays = 90;

/**
 * Inserts the emails that do not exist yet, as messages that wait until they are due; none for an ended membership or
 * campaign. The email of a removed step is inserted and then cancelled, so that the campaign gets its event and
 * advances the member.
 *
 * Campaign states are locked in the order of their ids, so that batches cannot deadlock. No email is due before it is
 * planned, because it must not be sent with an older version of its template.
 */
const planStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::boolean[],
                       $11::jsonb[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::jsonb[], $22::text[])
    as input (account_id, id, membership_id, step_id, campaign_id, campaign_name, template_id, template_name, due, test,
              content, recipient_address, recipient_key, recipient_name, esp_account_id, lane, event_id, topic, request_id, traceparent, payload, hashes)
), ended as (
  select account_id, id from drip_orders
  where (account_id, id) in (select account_id, unnest(array[campaign_id, step_id, membership_id]) from input) and state = 'ended'
), fresh as (
  insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, keep_until)
  select account_id, membership_id, step_id, campaign_id, id, greatest(to_timestamp(due), now()) + interval '${retentionDays} days' from input
  where not exists (select from ended where ended.account_id = input.account_id and ended.id in (input.campaign_id, input.membership_id))
  order by account_id, membership_id, step_id
  on conflict do nothing
  returning message_id
), accepted as (
  select input.*, hashes::bytea[] as address_hashes, '' as artifact_id, null::text as version_name, coalesce(content -> 'drip' ->> 'locale', '') as locale,
         'Next email of the drip campaign "' || campaign_name || '"; due ' || to_char(to_timestamp(due) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as triggered_text,
         greatest(to_timestamp(due), now()) as due_at, null::uuid as lease_token
  from input where id in (select message_id from fresh)
), removed as (
  select account_id, step_id, left(min(id collate "C"), -1) as before from accepted where (account_id, step_id) in (select account_id, id from ended)
  group by account_id, step_id
), locked as (
  select account_id, id from drip_orders where (account_id, id) in (select account_id, step_id from removed)
  order by account_id, id for no key update
), reopened_states as (
  update drip_orders set settled = false, settled_to = case when settled then removed.before else least(settled_to, removed.before) end
  from removed where (select count(*) from locked) >= 0
    and drip_orders.account_id = removed.account_id and drip_orders.id = removed.step_id
), ${insertTriggered}
select account_id as "accountId", lane as id from accepted where due_at <= now()`;

@Injectable()
export class PlanningRepository {
  /** Returns the lanes in which email is due now. */
  async plan(tx: EntityManager, mails: readonly PlannedMail[]): Promise<{ accountId: string; id: string }[]> {
    const column = <Value>(value: (mail: PlannedMail) => Value): Value[] => mails.map(value);
    return tx.query(planStatement, [
      column(({ accountId }) => accountId),
      column(({ id }) => id),
      column(({ membership_id }) => membership_id),
      column(({ step_id }) => step_id),
      column(({ campaign_id }) => campaign_id),
      column(({ campaign_name }) => campaign_name),
      column(({ template_id }) => template_id),
      column(({ template_name }) => template_name),
      column(({ due_at }) => due_at),
      column(({ test }) => test),
      column(({ content }) => serializeLossless(content)),
      column(({ content }) => content.recipient.address),
      column(({ content }) => addressKey(content.recipient.address)),
      column(({ content }) => content.recipient.name ?? ''),
      column(({ espAccountId }) => espAccountId),
      column(({ lane }) => lane),
      column(({ outbox }) => outbox.event_id),
      column(({ outbox }) => outbox.topic),
      column(({ outbox }) => outbox.request_id),
      column(({ outbox }) => outbox.traceparent),
      column(({ outbox }) => outbox.payload),
      column(({ accountId, content }) => addressHashes(accountId, content)),
    ]);
  }
}
