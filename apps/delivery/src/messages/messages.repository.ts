import { Injectable } from '@nestjs/common';
import type { LogStatus } from '@postrider/contracts';
import { eventMessages } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { TenantPool } from '@postrider/service';
import { currentEspAccount, repeatEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import { rankByStatus } from '../logs/log.entity.js';
import type { RoutedMail } from '../logs/mail-events.js';
import { routedMailColumns } from '../logs/mail-events.js';
import type { MessageContent } from '../mail/message-content.js';

export interface SentMessage {
  readonly artifactId: string;
  readonly espAccountId: string;
  readonly locale: string;
  readonly test: boolean;
  readonly content: MessageContent;
}

export interface Sendable {
  readonly artifactId: string;
  readonly espAccountId: string;
  /** Null: the account was deleted, or is the built-in one. */
  readonly rated: boolean | null;
  readonly templateId: string;
  readonly templateName: string;
  readonly versionName: string;
  readonly locale: string;
  readonly content: MessageContent;
}

export interface MailOfTemplate {
  readonly id: string;
  readonly content: MessageContent;
}

/** Bounds of one page of `mailsOfTemplate`: logs that are searched, and emails and bytes that are read. */
const templatePage = { logs: 20_000, mails: 50, bytes: 4 * 1024 * 1024 };

/** SQL: the message of the event `queued`. */
export function queuedText(sendAt: string): string {
  return `case when ${sendAt} <= now() then 'Queued for delivery'
           else '${eventMessages.scheduled}' || to_char(${sendAt} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') end`;
}

/** Status and reason of a cancelled message. */
export const cancelled = { status: 'dropped', reason: `${eventMessages.cancelled} before it was sent` } as const;

/**
 * Cancels a message that is not leased and had no attempt: after a failed attempt the ESP may have a copy. A lease that
 * is taken at the same moment wins.
 */
const cancelStatement = `
with cancelled as (
  delete from work where account_id = $1 and message_id = $2 and lease_token is null and attempt = 1 and not ambiguous
  returning account_id, message_id
), updated_logs as (
  update logs set status = '${cancelled.status}', status_rank = ${rankByStatus[cancelled.status]}, message = '${cancelled.reason}'
  from cancelled where logs.account_id = cancelled.account_id and logs.id = cancelled.message_id
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message) select account_id, message_id, '${cancelled.status}', '${cancelled.reason}' from cancelled
), published as (
  insert into outbox (event_id, topic, account_id, request_id, payload, traceparent)
  select $3, $4, account_id, $5, $6::jsonb, $7 from cancelled
)
select from cancelled`;

/**
 * Moves an email that is not due yet, in `work`, its content and its log. A campaign's email has no time of its own. A
 * lease that is taken at the same moment wins.
 */
const rescheduleStatement = `
with moved as (
  update work set due_at = greatest(to_timestamp($3::float8), now())
  from messages
  where work.account_id = $1 and message_id = $2 and lease_token is null and attempt = 1 and not ambiguous and due_at > now()
    and messages.account_id = $1 and messages.id = $2 and content ? 'send_at' and not content ? 'drip'
  returning work.account_id, message_id, ${queuedText('to_timestamp($3::float8)')} as text
), updated_messages as (
  update messages set content = jsonb_set(content, '{send_at}', to_jsonb($3::bigint))
  from moved where messages.account_id = moved.account_id and messages.id = moved.message_id
), updated_logs as (
  update logs set message = text from moved where logs.account_id = moved.account_id and logs.id = moved.message_id and status = 'queued'
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message) select account_id, message_id, 'queued', text from moved
)
select from moved`;

/** The first events of a log, each with the column of `accepted` that contains its text; the last one is the status. */
type Beginning = readonly { readonly type: LogStatus; readonly text: string }[];

/**
 * CTEs that insert every row of `accepted` as a message with its log, first events, work and outbox rows. All new
 * messages use them: acceptance, resend, replay and campaigns.
 *
 * `accepted` is a CTE with the columns account_id, id, artifact_id, esp_account_id, content, recipient_address,
 * recipient_key, recipient_name, template_id, template_name, version_name, locale, test, address_hashes, those of the
 * texts, lane, due_at, lease_token, event_id, topic, request_id, traceparent and payload.
 */
function insertMessages(beginning: Beginning): string {
  const last = beginning.at(-1)!;
  const values = beginning.map(({ type }, index) => `(${index + 1}, '${type}')`).join(', ');
  const texts = beginning.map(({ type, text }) => `when '${type}' then ${text}`).join(' ');
  return `
  inserted_logs as (
    insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message,
                      template_id, template_name, version_name, locale, test)
    select account_id, id, recipient_address, recipient_key, recipient_name, '${last.type}', ${rankByStatus[last.type]}, ${last.text},
           template_id, template_name, version_name, locale, test from accepted
  ), inserted_messages as (
    insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content, address_hashes)
    select account_id, id, artifact_id, template_id, esp_account_id, content, address_hashes from accepted
  ), inserted_log_events as (
    insert into log_events (account_id, log_id, type, message)
    select account_id, id, type, case type ${texts} end
    from accepted, (values ${values}) as first (place, type)
    order by id, place
  ), inserted_work as (
    insert into work (message_id, account_id, lane, due_at, lease_token)
    select id, account_id, lane, due_at, lease_token from accepted
  ), inserted_outbox as (
    insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
    select event_id, topic, account_id, request_id, traceparent, payload from accepted
  )`;
}

/** Inserts a message that a caller requested. */
export const insertAccepted = insertMessages([
  { type: 'requested', text: 'requested_text' },
  { type: 'queued', text: 'queued_text' },
]);

/** Inserts a campaign's email, which is queued when it is due. */
export const insertTriggered = insertMessages([{ type: 'triggered', text: 'triggered_text' }]);

@Injectable()
export class MessagesRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  async findSent(accountId: string, id: string): Promise<SentMessage | undefined> {
    const { rows } = await this.tenantPool.query<SentMessage>(accountId, {
      name: 'sent-mail',
      text: `select artifact_id as "artifactId", esp_account_id as "espAccountId", content, locale, test
             from messages_as_sent as messages join logs using (account_id, id) where messages.account_id = $1 and messages.id = $2`,
      values: [accountId, id],
    });
    return rows[0];
  }

  /**
   * Email that was accepted for the template before the log `before`, newest first, without that of test keys. `next`
   * is where the next page starts; undefined if all logs were searched.
   */
  async mailsOfTemplate(
    accountId: string,
    templateId: string,
    before: string,
    limit: number,
  ): Promise<{ readonly mails: readonly MailOfTemplate[]; readonly next: string | undefined }> {
    const maximum = Math.min(limit, templatePage.mails);
    const { rows } = await this.tenantPool.query<{
      mails: MailOfTemplate[];
      found: number;
      scanned: number;
      oldest: string | null;
    }>(accountId, {
      name: 'mails-of-template',
      text: `with slice as materialized (
               select id, template_id, test from logs where account_id = $1 and id < $2 order by id desc limit $3
             ), found as materialized (
               select id, (select messages.content from messages where messages.account_id = $1 and messages.id = slice.id) as content
               from slice where template_id = $4 and not test order by id desc limit $5
             ), taken as (
               select *, sum(pg_column_size(content)) over (order by id desc) - pg_column_size(content) as bytes_before from found
             )
             select (select count(*)::int from slice) as scanned, (select min(id) from slice) as oldest,
               (select count(*)::int from found) as found,
               (select coalesce(json_agg(json_build_object('id', id, 'content', content) order by id desc), '[]')
                from taken where content is not null and bytes_before < $6) as mails`,
      values: [accountId, before, templatePage.logs, templateId, maximum, templatePage.bytes],
    });
    const { mails, found, scanned, oldest } = rows[0]!;
    const last = mails.at(-1);
    if (last && (mails.length < found || found === maximum)) return { mails, next: last.id };
    return { mails, next: scanned === templatePage.logs ? (oldest ?? undefined) : undefined };
  }

  async findSendable(accountId: string, logId: string): Promise<Sendable | undefined> {
    const { rows } = await this.tenantPool.query<Sendable>(accountId, {
      name: 'message-to-resend',
      text: `select artifact_id as "artifactId", messages.esp_account_id as "espAccountId", case when esp.id is not null then esp.rate_per_second is not null end as rated, content,
                    logs.template_id as "templateId", template_name as "templateName", version_name as "versionName", locale
             from (
               select account_id, id, artifact_id, content, ${repeatEspAccount} as esp_account_id
               from messages_as_sent as messages where account_id = $1 and id = $2
             ) as messages
             join logs using (account_id, id)
             left join esp_accounts as esp on esp.account_id = messages.account_id and esp.id = messages.esp_account_id`,
      values: [accountId, logId],
    });
    return rows[0];
  }

  async findRouted(accountId: string, logId: string): Promise<RoutedMail | undefined> {
    const { rows } = await this.tenantPool.query<RoutedMail>(accountId, {
      name: 'log-to-cancel',
      text: `select ${routedMailColumns(currentEspAccount)}
             from logs left join messages_as_sent as messages using (account_id, id) where account_id = $1 and id = $2`,
      values: [accountId, logId],
    });
    return rows[0];
  }

  /** Cancels a message and inserts the event. False when it cannot be cancelled any more. */
  async cancel(ended: OutboxRow, accountId: string, logId: string): Promise<boolean> {
    const { rowCount } = await this.tenantPool.query(accountId, {
      name: 'cancel',
      text: cancelStatement,
      values: [accountId, logId, ended.event_id, ended.topic, ended.request_id, ended.payload, ended.traceparent],
    });
    return rowCount !== 0;
  }

  /** False when it is due already, or was not scheduled. */
  async reschedule(accountId: string, logId: string, sendAt: number): Promise<boolean> {
    const { rowCount } = await this.tenantPool.query(accountId, {
      name: 'reschedule',
      text: rescheduleStatement,
      values: [accountId, logId, sendAt],
    });
    return rowCount !== 0;
  }
}
