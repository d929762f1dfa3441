import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  LogEventResource,
  LogResource,
  LogStatus,
  LogsQuery,
  listAttempts,
} from '@postrider/contracts';
import { idFloor, timeOfId } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { builtinAccountId } from '../esp-accounts/lane.js';

/**
 * SQL: the ESP account that sent the message of a row of `messages`. The row has the account that was chosen first or
 * that the email was moved to, but a fallback may have sent it.
 */
export const sentThrough = `coalesce((
  select esp_account_id from attempts
  where attempts.account_id = messages.account_id and attempts.message_id = messages.id and outcome = 'sent' order by attempt desc limit 1
), messages.esp_account_id)`;

export interface LogRow {
  readonly id: string;
  readonly recipient_name: string;
  readonly recipient_address: string;
  readonly status: LogStatus;
  readonly message: string;
  readonly template_id: string;
  readonly template_name: string;
  readonly version_name: string | null;
}

export const columns =
  'id, recipient_name, recipient_address, status, message, template_id, template_name, version_name';

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const toResource = (row: LogRow): LogResource => ({
  object: 'log',
  id: row.id,
  created: seconds(timeOfId(row.id)),
  recipient_name: row.recipient_name,
  recipient_address: row.recipient_address,
  status: row.status,
  message: row.message,
  email_id: row.template_id,
  email_name: row.template_name,
  email_version: row.version_name,
});

type CreatedRange = Partial<Pick<LogsQuery, 'created_gt' | 'created_gte' | 'created_lt' | 'created_lte'>>;

/**
 * Translates `created` bounds (whole seconds) into bounds of the id, which contains the time: a listing reads one index
 * range and skips partitions outside it.
 */
export function idRange({ created_gt, created_gte, created_lt, created_lte }: CreatedRange): {
  from: string;
  before: string;
} {
  const from = Math.max(0, created_gte ?? 0, created_gt === undefined ? 0 : created_gt + 1);
  const before = Math.min(farFuture, created_lt ?? farFuture, created_lte === undefined ? farFuture : created_lte + 1);
  return { from: idFloor('log', from * 1000), before: idFloor('log', before * 1000) };
}

type Attempt = ResponseInputOf<typeof listAttempts>[number];
type Nullable = 'code' | 'esp_account' | 'provider_message_id';
type StoredAttempt = Omit<Attempt, 'object' | Nullable> & { readonly [field in Nullable]: string | null };

const farFuture = 8_000_000_000;

@Injectable()
export class LogsRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first: ids sort by `created`, then id (docs/reference/logs.md). */
  async list(accountId: string, query: LogsQuery): Promise<LogResource[]> {
    const { from, before } = idRange(query);
    const rows: LogRow[] = await this.database.query(
      `select ${columns} from logs where account_id = $1 and id >= $2 and id < $3 order by id desc limit $4 offset $5`,
      [accountId, from, before, query.count, query.offset],
    );
    return rows.map(toResource);
  }

  async listOfRecipient(
    accountId: string,
    recipientKey: string,
    count: number,
    range: CreatedRange,
  ): Promise<LogResource[]> {
    const { from, before } = idRange(range);
    const rows: LogRow[] = await this.database.query(
      `select ${columns} from logs where account_id = $1 and recipient_key = $2 and id >= $3 and id < $4 order by id desc limit $5`,
      [accountId, recipientKey, from, before, count],
    );
    return rows.map(toResource);
  }

  async find(accountId: string, logId: string): Promise<LogResource | undefined> {
    const rows: LogRow[] = await this.database.query(`select ${columns} from logs where account_id = $1 and id = $2`, [
      accountId,
      logId,
    ]);
    return rows[0] && toResource(rows[0]);
  }

  /** Oldest first; undefined when the log does not exist. */
  async attempts(accountId: string, logId: string): Promise<Attempt[] | undefined> {
    const rows: { attempts: StoredAttempt[] }[] = await this.database.query(
      `select (
         select coalesce(json_agg(json_build_object(
             'attempt', attempt, 'started', floor(extract(epoch from started_at))::bigint, 'outcome', outcome, 'code', code, 'message', detail,
             'milliseconds', greatest(0, round(extract(epoch from finished_at - started_at) * 1000))::int,
             'esp_account', nullif(esp_account_id, '${builtinAccountId}'), 'provider_message_id', provider_message_id
           ) order by attempt), '[]')
         from attempts where attempts.account_id = $1 and attempts.message_id = $2
       ) as attempts
       from logs where account_id = $1 and id = $2`,
      [accountId, logId],
    );
    return rows[0]?.attempts.map(toAttempt);
  }

  /** Oldest first; empty for an unknown log, otherwise at least two. */
  async events(accountId: string, logId: string): Promise<LogEventResource[]> {
    const rows: { created_at: Date; type: LogStatus; message: string }[] = await this.database.query(
      'select created_at, type, message from log_events where account_id = $1 and log_id = $2 order by created_at, seq',
      [accountId, logId],
    );
    return rows.map(({ created_at, type, message }) => ({
      object: 'event',
      created: seconds(created_at.getTime()),
      type,
      message,
    }));
  }
}

const toAttempt = ({ code, esp_account, provider_message_id, ...attempt }: StoredAttempt): Attempt => ({
  object: 'attempt',
  ...attempt,
  ...(code !== null && { code }),
  ...(esp_account !== null && { esp_account }),
  ...(provider_message_id !== null && { provider_message_id }),
});
