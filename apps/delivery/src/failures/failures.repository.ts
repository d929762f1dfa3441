import { newId } from '@postrider/contracts';
import type { DataSource } from 'typeorm';
import { copiedContent } from '../mail/message-content.js';
import { builtinAccountId, laneColumn } from '../esp-accounts/lane.js';
import { lockedEspAccounts, repeatEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import type { RoutedMail } from '../logs/mail-events.js';
import { acceptedEvent, routedMailColumns } from '../logs/mail-events.js';
import { insertAccepted } from '../messages/messages.repository.js';
import type {
  Failure,
  FailureCause,
  FailureFilter,
  FailureGroup,
  FailurePosition,
  ReadFailure,
  Replayed,
} from './failure.js';

interface StoredCandidate extends FailurePosition, RoutedMail {
  readonly account_id: string;
}

/** A failure as listed before it is locked; without fields of its log when that was deleted. */
type Candidate = StoredCandidate | (FailurePosition & { readonly account_id: string; readonly templateId: null });

interface ReplayedRow {
  readonly old_id: string;
  /** Of the new message, if one was created. */
  readonly id: string | null;
  readonly stored: boolean;
  readonly sendable: boolean;
}

/** Messages copied per statement; bounded because messages may be large. */
const replayBatchSize = 200;
const dropBatchSize = 5_000;

/**
 * `$1` to `$9` are `parameters`. Failures since `$9` are excluded: otherwise replays that fail again would be replayed
 * forever.
 */
const matching = `($1::text is null or account_id = $1) and ($2::text is null or esp_account_id = $2) and ($3::text is null or status = $3)
  and ($4::text is null or code = $4) and (not $5::boolean or code is null)
  and failed_at >= coalesce($6::timestamptz, '-infinity') and failed_at < least($7::timestamptz, $9::timestamptz) and ($8::text[] is null or message_id = any($8))`;
const newestFirst = 'order by failed_at desc, message_id desc';

/**
 * Turns each failure of the input into a new message with the same content and deletes the failure, in one transaction:
 * a message is replayed once even if several runs select it. The failure stays if an attachment or the ESP account no
 * longer exists.
 */
const replayStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $11::text[]) as input (account_id, old_id, id, event_id, payload, topic)
), wanted as (
  select input.* from input join failures on failures.account_id = input.account_id and failures.message_id = input.old_id
  order by input.old_id for update of failures skip locked
), original as (
  select wanted.account_id, wanted.old_id, wanted.id, wanted.event_id, wanted.payload, wanted.topic, messages.artifact_id, ${copiedContent('messages.content')} as content, messages.address_hashes,
         coalesce($6::text, ${repeatEspAccount}) as esp_account_id, logs.recipient_address, logs.recipient_key, logs.recipient_name,
         logs.template_id, logs.template_name, logs.version_name, logs.locale, logs.test or $10::boolean as test
  from wanted
  join logs on logs.account_id = wanted.account_id and logs.id = wanted.old_id
  join messages_as_sent as messages on messages.account_id = wanted.account_id and messages.id = wanted.old_id
), esp as materialized (${lockedEspAccounts('original')}
), sendable as (
  select * from original where esp_account_id = '${builtinAccountId}' or (account_id, esp_account_id) in (select account_id, id from esp)
), attached as (
  select old_id, account_id, jsonb_path_query(content, '$.attachments[*].blob_id') #>> '{}' as blob_id from sendable
), needed as (
  select account_id, id from blobs where (account_id, id) in (select account_id, blob_id from attached) order by account_id, id for update
), kept as (
  update blobs set needed_until = greatest(blobs.needed_until, now() + make_interval(days => $7::int))
  from needed where blobs.account_id = needed.account_id and blobs.id = needed.id
  returning blobs.account_id, blobs.id
), incomplete as (
  select attached.old_id from attached left join kept on kept.account_id = attached.account_id and kept.id = attached.blob_id where kept.id is null
), accepted as (
  select sendable.*, 'Replays ' || old_id || $9::text as requested_text, 'Queued for delivery' as queued_text,
         ${laneColumn} as lane, now() as due_at, null::uuid as lease_token,
         $8::text as request_id, null::text as traceparent
  from sendable where old_id not in (select old_id from incomplete)
), ${insertAccepted}, deleted_failures as (
  delete from failures using accepted where failures.account_id = accepted.account_id and failures.message_id = accepted.old_id
)
select old_id, accepted.id, original.id is not null as stored, sendable.id is not null as sendable
from wanted left join original using (old_id) left join sendable using (old_id) left join accepted using (old_id)`;

/**
 * Options of a replay. `through`: the ESP account instead of each message's own. `logSuffix`: suffix for the log.
 * `test`: as test email.
 */
export interface ReplayOptions {
  readonly through?: string | undefined;
  readonly logSuffix?: string | undefined;
  readonly test?: boolean | undefined;
}

/** Failures of the filter's account, or of all accounts for the operator. `time` is the `databaseTime` at the start. */
export class FailuresRepository {
  constructor(
    private readonly database: DataSource,
    private readonly attachmentRetentionDays: number,
  ) {}

  async databaseTime(): Promise<string> {
    const [{ time }] = (await this.database.query('select now()::text as time')) as [{ time: string }];
    return time;
  }

  /** The tenant of an ESP account. */
  async findOwner(espAccountId: string): Promise<string | undefined> {
    const rows: { account_id: string }[] = await this.database.query(
      'select account_id from esp_accounts where id = $1',
      [espAccountId],
    );
    return rows[0]?.account_id;
  }

  list(filter: FailureFilter, time: string, limit: number): Promise<Failure[]> {
    return this.database.query(
      `select to_char(failure.failed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as failed_at, failure.account_id, failure.message_id as log_id,
              logs.recipient_address as recipient, logs.template_name as template, failure.esp_account_id, failure.status, failure.code, failure.reason
       from (select * from failures where ${matching} ${newestFirst} limit $10) as failure
       left join logs on logs.account_id = failure.account_id and logs.id = failure.message_id
       order by failure.failed_at desc, failure.message_id desc`,
      [...parameters(filter, time), limit],
    );
  }

  /** One page of an account's failures, after a position. */
  read(filter: FailureFilter, time: string, after: FailurePosition | undefined, limit: number): Promise<ReadFailure[]> {
    return this.database.query(
      `select failure.failed_at::text as failed_at, floor(extract(epoch from failure.failed_at))::int as failed, failure.message_id as log_id,
              failure.esp_account_id as esp_account, failure.status, failure.code, failure.reason,
              logs.recipient_address, logs.template_id as email_id, logs.template_name as email_name
       from (select * from failures where ${matching} and (failed_at, message_id) < ($10::timestamptz, $11::text) ${newestFirst} limit $12) as failure
       left join logs on logs.account_id = failure.account_id and logs.id = failure.message_id
       order by failure.failed_at desc, failure.message_id desc`,
      [...parameters(filter, time), after?.failed_at ?? time, after?.message_id ?? '', limit],
    );
  }

  /** Groups the newest `counted` failures, with the time of the first and last and the newest example of each group. */
  causes(filter: FailureFilter, time: string, counted: number, maxShown: number): Promise<FailureCause[]> {
    return this.database.query(
      `with chosen as materialized (select * from failures where ${matching} ${newestFirst} limit $10),
       causes as (
         select esp_account_id, status, code, count(*)::int as count, floor(extract(epoch from min(failed_at)))::int as first,
           floor(extract(epoch from max(failed_at)))::int as last, (array_agg(message_id order by failed_at desc, message_id desc))[1] as log_id
         from chosen group by esp_account_id, status, code
       )
       select esp_account_id as esp_account, status, code, count, first, last, log_id, (select count(*)::int from chosen) as counted,
         (select reason from chosen where chosen.message_id = causes.log_id limit 1) as reason
       from causes order by count desc, last desc, esp_account_id, status, code limit $11`,
      [...parameters(filter, time), counted, maxShown],
    );
  }

  /** Number of failures per ESP account, status and code, most frequent first. */
  groups(filter: FailureFilter, time: string): Promise<FailureGroup[]> {
    return this.database.query(
      `select esp_account_id, status, code, count(*)::int as count
       from (select * from failures where ${matching} ${newestFirst} limit $10) as chosen
       group by esp_account_id, status, code order by count(*) desc, esp_account_id, status, code`,
      [...parameters(filter, time), filter.limit ?? null],
    );
  }

  /** Replays newest first, in batches that are committed before they are yielded. */
  async *replay(
    filter: FailureFilter,
    time: string,
    options: ReplayOptions,
    after?: FailurePosition,
  ): AsyncGenerator<readonly Replayed[]> {
    const requestId = newId('request');
    for (let last = after, remaining = filter.limit ?? Infinity; remaining > 0;) {
      const page = await this.page(filter, time, last, Math.min(remaining, replayBatchSize));
      if (page.length === 0) return;
      yield await this.replayed(page, requestId, options);
      last = page.at(-1);
      remaining -= page.length;
    }
  }

  /** Deletes failures and returns how many. */
  async drop(filter: FailureFilter, time: string): Promise<number> {
    let dropped = 0;
    for (const limit = filter.limit ?? Infinity; dropped < limit;) {
      const [, count] = (await this.database.query(
        `delete from failures using (select account_id, message_id from failures where ${matching} ${newestFirst} limit $10 for update) as chosen
         where failures.account_id = chosen.account_id and failures.message_id = chosen.message_id`,
        [...parameters(filter, time), Math.min(limit - dropped, dropBatchSize)],
      )) as [unknown, number];
      if (count === 0) break;
      dropped += count;
    }
    return dropped;
  }

  private page(
    filter: FailureFilter,
    time: string,
    after: FailurePosition | undefined,
    limit: number,
  ): Promise<Candidate[]> {
    return this.database.query(
      `select failure.failed_at::text, failure.account_id, failure.message_id, ${routedMailColumns(repeatEspAccount)}
       from (select * from failures where ${matching} and (failed_at, message_id) < ($10::timestamptz, $11::text) ${newestFirst} limit $12) as failure
       left join logs on logs.account_id = failure.account_id and logs.id = failure.message_id
       left join messages_as_sent as messages on messages.account_id = failure.account_id and messages.id = failure.message_id
       order by failure.failed_at desc, failure.message_id desc`,
      [...parameters(filter, time), after?.failed_at ?? time, after?.message_id ?? '', limit],
    );
  }

  private async replayed(
    page: readonly Candidate[],
    requestId: string,
    { through, logSuffix = '', test: tests = false }: ReplayOptions,
  ): Promise<Replayed[]> {
    const stored = page.filter((candidate): candidate is StoredCandidate => candidate.templateId !== null);
    const messages = stored.map(({ account_id, message_id, ...mail }) => {
      const id = newId('log');
      const outbox = acceptedEvent(
        { accountId: account_id, requestId },
        { ...mail, logId: id, test: mail.test || tests, drip: null, espAccountId: through ?? mail.espAccountId },
        { source: 'resend' },
      );
      return { account_id, message_id, id, outbox };
    });
    const rows: ReplayedRow[] = await this.database.query(replayStatement, [
      messages.map(({ account_id }) => account_id),
      messages.map(({ message_id }) => message_id),
      messages.map(({ id }) => id),
      messages.map(({ outbox }) => outbox.event_id),
      messages.map(({ outbox }) => outbox.payload),
      through ?? null,
      this.attachmentRetentionDays,
      requestId,
      logSuffix,
      tests,
      messages.map(({ outbox }) => outbox.topic),
    ]);
    const outcomes = new Map(rows.map((row) => [row.old_id, row]));
    return page.map(({ message_id: log_id, failed_at, templateId }) => ({
      ...toOutcome(log_id, templateId === null ? { stored: false } : outcomes.get(log_id)),
      failed_at,
    }));
  }
}

/** Reason of a skip that `--through` or `through` avoids. */
export const espAccountDeleted = 'its ESP account was deleted';

function toOutcome(log_id: string, outcome: Partial<ReplayedRow> | undefined): Omit<Replayed, 'failed_at'> {
  if (!outcome) return { log_id, skipped: 'another run replayed it' };
  if (!outcome.stored) return { log_id, skipped: 'its message is no longer stored' };
  if (!outcome.sendable) return { log_id, skipped: espAccountDeleted };
  return outcome.id ? { log_id, new_log_id: outcome.id } : { log_id, skipped: 'an attachment is no longer stored' };
}

const parameters = (
  { accountId, espAccountId, status, code, since, until, logIds }: FailureFilter,
  time: string,
): unknown[] => [
  accountId ?? null,
  espAccountId ?? null,
  status ?? null,
  code ?? null,
  code === null,
  since ?? null,
  until ?? null,
  logIds ?? null,
  time,
];
