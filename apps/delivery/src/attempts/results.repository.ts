import type { LogStatus } from '@postrider/contracts';
import { Injectable } from '@nestjs/common';
import type { OutboxRow } from '@postrider/outbox';
import { Batcher } from '@postrider/concurrency';
import { SystemPool } from '@postrider/service';
import { rankByStatus } from '../logs/log.entity.js';
import type { NewSuppression } from '../suppressions/suppressions.repository.js';
import { toColumns, insertSuppressions, newSuppressions } from '../suppressions/suppressions.repository.js';

/** The result of one lease: the final status of the message, or when to retry it. */
export interface AttemptResult {
  readonly messageId: string;
  readonly accountId: string;
  readonly leaseToken: string;
  readonly status: LogStatus;
  readonly message: string;
  /** Of the email, if it was rendered. */
  readonly subject?: string | undefined;
  /** The ESP account that the attempt used or would have used. */
  readonly espAccountId: string;
  /** Seconds until the next attempt; absent: the message is final. */
  readonly retryAfter?: number | undefined;
  readonly ambiguous?: boolean | undefined;
  readonly accountFailed?: boolean | undefined;
  /** Absent when no ESP was called: a wait does not count as an attempt. */
  readonly attempt?:
    | {
        readonly number: number;
        readonly startedAt: Date;
        readonly outcome: string;
        readonly code?: string | undefined;
        readonly detail: string;
        readonly providerMessageId?: string | undefined;
      }
    | undefined;
  readonly outbox?: OutboxRow | undefined;
  /** Suppressions for addresses that hard-bounced. */
  readonly suppressions?: readonly NewSuppression[] | undefined;
}

/** Characters of a subject that its log keeps (docs/operate/limits.md#failures-logs-and-the-queue). */
const maxSubjectLength = 255;

const maxBatch = 200;
const concurrentCommits = 2;

/**
 * An attempt that lost its lease may still end the message while no other process holds a lease: always with `sent`,
 * with `rejected` only if no other attempt was made since.
 */
const isLateResult = `work.lease_token is null and (input.outcome = 'sent' or input.outcome = 'rejected' and work.attempt = input.attempt + 1)`;

/**
 * Transaction 2 of a message's life (docs/architecture.md#life-of-a-send), in one statement. An attempt that lost its
 * lease writes nothing, unless `isLateResult` holds. Consecutive waits for a dependency insert only one log event.
 */
const resultStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::smallint[], $6::text[], $7::float8[],
                       $8::smallint[], $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[],
                       $15::text[], $16::text[], $17::text[], $18::jsonb[], $19::boolean[], $20::boolean[], $21::text[], $22::text[])
    as input (id, account_id, token, status, rank, message, retry_after,
              attempt, esp_account_id, started_at, outcome, code, detail, provider_message_id,
              event_id, topic, request_id, payload, ambiguous, account_failed, traceparent, subject)
), deleted_work as (
  delete from work using input
  where work.message_id = input.id and input.retry_after is null and (work.lease_token = input.token or ${isLateResult})
  returning input.id, input.token
), updated_work as (
  update work set lease_token = null, due_at = now() + make_interval(secs => input.retry_after),
                  ambiguous = work.ambiguous or input.ambiguous, account_failed = input.account_failed,
                  attempt = work.attempt + (input.attempt is not null)::int,
                  waits = case when input.attempt is not null then 0
                               when input.status = 'failed_to_queue' and input.retry_after > 0 then least(work.waits + 1, 100)
                               else work.waits end
  from input where work.message_id = input.id and work.lease_token = input.token and input.retry_after is not null
  returning input.id, input.token, work.waits
), owned as (
  select * from input where (id, token) in (select id, token from deleted_work union all select id, token from updated_work)
), updated_logs as (
  update logs set status = owned.status, status_rank = owned.rank, message = owned.message,
                  subject = coalesce(owned.subject, logs.subject)
  from owned where logs.account_id = owned.account_id and logs.id = owned.id and logs.status_rank <= owned.rank
  returning logs.id
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message)
  select owned.account_id, owned.id, owned.status, owned.message
  from owned left join updated_work on updated_work.id = owned.id
  where owned.status <> 'failed_to_queue' or owned.retry_after = 0 or updated_work.waits = 1
), inserted_attempts as (
  insert into attempts (account_id, message_id, attempt, esp_account_id, started_at, finished_at, outcome, code, detail, provider_message_id)
  select account_id, id, attempt, esp_account_id, started_at, clock_timestamp(), outcome, code, detail, provider_message_id
  from owned where attempt is not null
  on conflict do nothing
), inserted_failures as (
  insert into failures (account_id, message_id, esp_account_id, status, code, reason)
  select account_id, id, esp_account_id, status, code, message from owned where retry_after is null and status <> 'sent'
  on conflict do nothing
), inserted_suppressions as (${insertSuppressions(`${newSuppressions(23)} where log_id in (select id from owned where (select count(*) from updated_logs) >= 0)`)}
), inserted_outbox as (
  insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
  select event_id, topic, account_id, request_id, traceparent, payload from owned where event_id is not null
)
select id, token from owned`;

@Injectable()
export class ResultsRepository {
  /** Concurrent results share a transaction: if it fails, none of them is written. */
  private readonly writes = new Batcher<AttemptResult, boolean>((results) => this.write(results), {
    batch: maxBatch,
    concurrent: concurrentCommits,
  });

  constructor(private readonly systemPool: SystemPool) {}

  /** Commits the result. False when another attempt owns the message and nothing was written. */
  record(result: AttemptResult): Promise<boolean> {
    return this.writes.add(result);
  }

  private async write(results: readonly AttemptResult[]): Promise<boolean[]> {
    const column = <Value>(value: (result: AttemptResult) => Value): Value[] => results.map(value);
    const { rows } = await this.systemPool.query<{ id: string; token: string }>({
      name: 'record-results',
      text: resultStatement,
      values: [
        column((result) => result.messageId),
        column((result) => result.accountId),
        column((result) => result.leaseToken),
        column((result) => result.status),
        column((result) => rankByStatus[result.status]),
        column((result) => result.message),
        column((result) => result.retryAfter ?? null),
        column((result) => result.attempt?.number ?? null),
        column((result) => result.espAccountId),
        column((result) => result.attempt?.startedAt ?? null),
        column((result) => result.attempt?.outcome ?? null),
        column((result) => result.attempt?.code ?? null),
        column((result) => result.attempt?.detail ?? null),
        column((result) => result.attempt?.providerMessageId ?? null),
        column((result) => result.outbox?.event_id ?? null),
        column((result) => result.outbox?.topic ?? null),
        column((result) => result.outbox?.request_id ?? null),
        column((result) => result.outbox?.payload ?? null),
        column((result) => result.ambiguous ?? false),
        column((result) => result.accountFailed ?? false),
        column((result) => result.outbox?.traceparent ?? null),
        column((result) => result.subject?.slice(0, maxSubjectLength) ?? null),
        ...toColumns(results.flatMap(({ suppressions }) => suppressions ?? [])),
      ],
    });
    const owned = new Set(rows.map(({ id, token }) => `${id} ${token}`));
    return results.map(({ messageId, leaseToken }) => owned.has(`${messageId} ${leaseToken}`));
  }
}
