import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, LogSearchQuery, searchLogs } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import type { LogRow } from './logs.repository.js';
import { columns, toResource } from './logs.repository.js';

export type FoundLog = ResponseInputOf<typeof searchLogs>['data'][number];

/**
 * A slice of an account's logs: the newest (or oldest) `limit` with ids in [from, before), of one recipient or of all.
 */
export interface LogSlice {
  readonly from: string;
  readonly before: string;
  readonly recipientKey: string | undefined;
  readonly limit: number;
  readonly oldestFirst?: boolean;
}

/** Conditions for a log; all that are set must hold. */
export interface LogConditions extends Pick<LogSearchQuery, 'template' | 'tag'> {
  readonly text: string | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly espAccount: string | undefined;
  readonly test: boolean | undefined;
}

interface FoundRow extends LogRow {
  readonly subject: string | null;
  readonly sender: string | null;
  readonly tags: readonly string[] | null;
  readonly test: boolean;
  readonly status_changed: number | null;
}

interface SliceResult {
  readonly found: FoundLog[];
  /** The oldest log of the slice when it had `limit` logs, so that older ones remain to be searched. */
  readonly oldest: string | undefined;
}

/** The message by its key in a subquery: a join could scan all partitions. */
const ofMessage = 'from messages where messages.account_id = $1 and messages.id = slice.id';
/** The time of the event with the status: an attempt after a reported bounce adds an event and leaves the status. */
const statusChanged = `(select floor(extract(epoch from log_events.created_at))::float8 from log_events
  where log_events.account_id = $1 and log_events.log_id = slice.id and moves_status and log_events.type = slice.status
  order by seq desc limit 1)`;
const searchedText =
  "slice.recipient_address || ' ' || slice.recipient_name || ' ' || coalesce(slice.subject, '') || ' ' || slice.template_name || ' ' || coalesce(slice.version_name, '')";

@Injectable()
export class LogSearchRepository {
  constructor(private readonly database: DataSource) {}

  /** At most `count + 1` logs of the slice that meet the conditions, newest first. */
  async searchSlice(accountId: string, slice: LogSlice, wanted: LogConditions, count: number): Promise<SliceResult> {
    const values: unknown[] = [accountId, slice.from, slice.before, slice.limit, count + 1];
    const value = (of: unknown): string => `$${values.push(of)}`;
    const recipient = slice.recipientKey === undefined ? '' : `and recipient_key = ${value(slice.recipientKey)}`;
    const conditions = buildConditions(wanted, value);
    const rows: { found: FoundRow[]; scanned: number; oldest: string | null }[] = await this.database.query(
      `with slice as materialized (
         select ${columns}, subject, test from logs
         where account_id = $1 and id >= $2 and id < $3 ${recipient} order by id ${slice.oldestFirst ? 'asc' : 'desc'} limit $4
       ), found as (
         select * from slice where ${conditions} order by id desc limit $5
       )
       select (select count(*)::int from slice) as scanned, (select min(id) from slice) as oldest,
         (select coalesce(json_agg(listed order by id desc), '[]') from (
            select slice.*, (select messages.content -> 'tags' ${ofMessage}) as tags,
              (select messages.content #>> '{sender,address}' ${ofMessage}) as sender, ${statusChanged} as status_changed
            from found as slice
          ) as listed) as found`,
      values,
    );
    const [{ found, scanned, oldest }] = rows as [(typeof rows)[number]];
    return { found: found.map(toFound), oldest: scanned === slice.limit ? (oldest ?? undefined) : undefined };
  }
}

/** Conditions on the log come first, because those on its message are more expensive. */
function buildConditions(
  { statuses, template, test, espAccount, tag, text }: LogConditions,
  value: (of: unknown) => string,
): string {
  const conditions = [
    statuses && `status = any(${value(statuses)}::text[])`,
    template !== undefined && `template_id = ${value(template)}`,
    test !== undefined && `test = ${value(test)}`,
    espAccount !== undefined && `exists (select ${ofMessage} and esp_account_id = ${value(espAccount)})`,
    tag !== undefined && `exists (select ${ofMessage} and content -> 'tags' ? ${value(tag)})`,
    text !== undefined &&
      `case when position(${value(text.toLowerCase())}::text in lower(${searchedText})) > 0 then true
         else exists (select ${ofMessage} and content -> 'tags' ? ${value(text)}) end`,
  ];
  return conditions.filter((condition) => typeof condition === 'string').join(' and ') || 'true';
}

const toFound = ({ subject, sender, tags, test, status_changed, ...row }: FoundRow): FoundLog => ({
  ...toResource(row),
  ...(subject !== null && { subject }),
  ...(sender !== null && { sender }),
  tags: [...(tags ?? [])],
  test,
  ...(status_changed !== null && { status_changed }),
});
