import { Injectable } from '@nestjs/common';
import type { OutboxRow } from '@postrider/outbox';
import { bundleTopic, toBundles, textSeparator } from '@postrider/outbox';
import { TenantPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { NewSuppression } from '../suppressions/suppressions.repository.js';
import { toColumns, insertSuppressions, newSuppressions } from '../suppressions/suppressions.repository.js';
import { rankByStatus } from './log.entity.js';
import { sentThrough } from './logs.repository.js';
import type { AppendedEvent, ReportedLog } from './reported-events.js';
import { mostSevere } from './reported-events.js';
import type { LogEventDetail, ReportedStatus, SuppressionReason } from '@postrider/contracts';
import { isPseudonym } from '@postrider/contracts';

/** Reported events that suppress an address (docs/suppressions.md#causes). */
const suppressing: { readonly [status in ReportedStatus]?: (detail: LogEventDetail) => SuppressionReason | undefined } =
  {
    bounced: ({ bounce }) => (bounce === 'hard' ? 'hard_bounce' : undefined),
    reported_as_spam: () => 'spam_report',
    unsubscribed: () => 'unsubscribe',
  };

/**
 * Suppressions that events of a log cause. Events of a copy suppress the copy's address; bots that follow links are
 * ignored.
 */
export function suppressionsBy(
  { accountId, logId, recipientAddress }: Pick<ReportedLog, 'accountId' | 'logId' | 'recipientAddress'>,
  events: readonly Pick<AppendedEvent, 'type' | 'message' | 'detail'>[],
): NewSuppression[] {
  return events.flatMap(({ type, message, detail }) => {
    const reason = detail.is_bot ? undefined : suppressing[type]?.(detail);
    const address = detail.copy_address ?? recipientAddress;
    // The address of an erased recipient is unknown.
    if (!reason || isPseudonym(address)) return [];
    return [{ accountId, address, reason, note: message, logId }];
  });
}

/** A log with the events to append, each with its outbox row. */
export interface Appended {
  readonly log: ReportedLog;
  readonly events: readonly (AppendedEvent & { readonly outbox: OutboxRow })[];
}

/** Locks the logs, so that concurrent reports are processed one after the other; in one order to avoid deadlocks. */
const lockStatement = `
select from (select * from unnest($1::text[], $2::text[]) as requested (account_id, id) order by account_id, id) as requested
cross join lateral (select from logs where logs.account_id = requested.account_id and logs.id = requested.id for no key update) as locked`;

/** One lateral subquery per log: a join could scan all partitions. */
const readStatement = `
select log.*, message.*, history.*
from unnest($1::text[], $2::text[]) as requested (account_id, id)
cross join lateral (
  select account_id as "accountId", id as "logId", recipient_address as "recipientAddress", template_id as "templateId",
         template_name as "templateName", version_name as "versionName", locale, test
  from logs where logs.account_id = requested.account_id and logs.id = requested.id limit 1
) as log
left join lateral (
  select content -> 'tags' as tags, content -> 'drip' as drip, nullif(artifact_id, '') as "artifactId", content ->> 'version_id' as "versionId",
         ${sentThrough} as "sentThrough", (content ->> 'send_at')::float8 as "sendAt"
  from messages_as_sent as messages where messages.account_id = requested.account_id and messages.id = requested.id limit 1
) as message on true
cross join lateral (
  select coalesce(ceil(extract(epoch from max(created_at) filter (where detail is null and type in ('requested', 'triggered', 'queued', 'sent'))) * 1000), 0)::float8 as "handedOverMs",
         coalesce(array_agg(distinct type) filter (where detail is not null), '{}') as types,
         count(*) filter (where detail is not null)::int as count,
         coalesce(array_agg(distinct type) filter (where moves_status), '{}') as "movedTo"
  from log_events where log_events.account_id = requested.account_id and log_id = requested.id
) as history`;

/**
 * Appends the events, updates the status of logs where it becomes more significant, and inserts the outbox rows. Email
 * that waits with an unknown outcome becomes due, so that its next attempt finds that it was sent; locked work rows are
 * skipped.
 */
const appendStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::boolean[], $7::jsonb[]) with ordinality
    as input (account_id, log_id, at_ms, type, message, moves_status, detail, place)
), inserted as (
  insert into log_events (account_id, log_id, created_at, type, message, moves_status, detail)
  select account_id, log_id, to_timestamp(at_ms / 1000), type, message, moves_status, detail from input order by place
), updated_logs as (
  update logs set status = best.status, status_rank = best.rank, message = best.message
  from unnest($8::text[], $9::text[], $10::text[], $11::smallint[], $12::text[]) as best (account_id, log_id, status, rank, message)
  where logs.account_id = best.account_id and logs.id = best.log_id and logs.status_rank <= best.rank
), due_now as (
  update work set due_at = now() where message_id in (
    select message_id from work where (account_id, message_id) in (select account_id, log_id from input) and ambiguous and lease_token is null
    for update skip locked
  )
)
insert into outbox (event_id, topic, account_id, request_id, payload)
select event_id, '${bundleTopic}', account_id, request_id, to_jsonb(events)
from unnest($13::text[], $14::text[], $15::text[], string_to_array($16, chr(30))) as bundles (event_id, account_id, request_id, events)`;

@Injectable()
export class ReportedEventsRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /** Locks the existing logs until the transaction ends. */
  async lock(
    tx: EntityManager,
    logs: readonly { readonly accountId: string; readonly logId: string }[],
  ): Promise<ReportedLog[]> {
    const ids = [logs.map(({ accountId }) => accountId), logs.map(({ logId }) => logId)];
    await tx.query(lockStatement, ids);
    return tx.query(readStatement, ids);
  }

  /** Appends reported events and the suppressions that they cause. */
  async append(tx: EntityManager, appended: readonly Appended[]): Promise<void> {
    const rows = appended.flatMap(({ log, events }) => events.map((event) => ({ log, event })));
    const updates = appended.flatMap(({ log, events }) => {
      const best = mostSevere(events);
      return best ? [{ log, best }] : [];
    });
    const bundles = toBundles(rows.map(({ event }) => event.outbox));
    await tx.query(appendStatement, [
      rows.map(({ log }) => log.accountId),
      rows.map(({ log }) => log.logId),
      rows.map(({ event }) => event.atMs),
      rows.map(({ event }) => event.type),
      rows.map(({ event }) => event.message),
      rows.map(({ event }) => event.movesStatus),
      rows.map(({ event }) => JSON.stringify(event.detail)),
      updates.map(({ log }) => log.accountId),
      updates.map(({ log }) => log.logId),
      updates.map(({ best }) => best.type),
      updates.map(({ best }) => rankByStatus[best.type]),
      updates.map(({ best }) => best.message),
      bundles.map(({ event_id }) => event_id),
      bundles.map(({ account_id }) => account_id),
      bundles.map(({ request_id }) => request_id),
      bundles.map(({ events }) => events).join(textSeparator),
    ]);
    const suppressed = appended.flatMap(({ log, events }) => suppressionsBy(log, events));
    if (suppressed.length > 0) await tx.query(insertSuppressions(newSuppressions(1)), toColumns(suppressed));
  }

  /** Whether an event of the email was reported, which shows that its provider has it. */
  async any(accountId: string, logId: string): Promise<boolean> {
    const { rows } = await this.tenantPool.query<{ reported: boolean }>(accountId, {
      name: 'any-reported',
      text: 'select exists (select from log_events where account_id = $1 and log_id = $2 and detail is not null) as reported',
      values: [accountId, logId],
    });
    return rows[0]!.reported;
  }
}
