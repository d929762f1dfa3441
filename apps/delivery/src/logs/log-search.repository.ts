import { Injectable } from '@nestjs/common';
import type { AnswerOf, LogSearchQuery, searchLogs } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import type { LogRow } from './logs.repository.js';
import { columns, toResource } from './logs.repository.js';

export type FoundLog = AnswerOf<typeof searchLogs>['data'][number];

/** A range of an account's logs: the newest `most` with ids in [from, before), of one recipient or of all. */
export interface Stretch {
  readonly from: string;
  readonly before: string;
  readonly recipientKey: string | undefined;
  readonly most: number;
}

/** Conditions for a log; all that are set must hold. */
export interface Wanted extends Pick<LogSearchQuery, 'template' | 'tag'> {
  readonly text: string | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly espAccount: string | undefined;
  readonly test: boolean | undefined;
}

interface FoundRow extends LogRow {
  readonly subject: string | null;
  readonly tags: readonly string[] | null;
  readonly test: boolean;
  readonly status_changed: number | null;
}

interface Looked {
  readonly found: FoundLog[];
  /** The oldest log of the range when it had `most` logs, so that older ones remain to be searched. */
  readonly oldest: string | undefined;
}

/** The message by its key in a subquery: a join could scan all partitions. */
const ofMessage = 'from messages where messages.account_id = $1 and messages.id = stretch.id';
const statusChanged = `(select floor(extract(epoch from log_events.created_at))::float8 from log_events
  where log_events.account_id = $1 and log_events.log_id = stretch.id and moves_status order by seq desc limit 1)`;
const places =
  "stretch.recipient_address || ' ' || stretch.recipient_name || ' ' || coalesce(stretch.subject, '') || ' ' || stretch.template_name || ' ' || coalesce(stretch.version_name, '')";

@Injectable()
export class LogSearchRepository {
  constructor(private readonly database: DataSource) {}

  /** At most `count + 1` logs of the range that meet the conditions, newest first. */
  async look(accountId: string, stretch: Stretch, wanted: Wanted, count: number): Promise<Looked> {
    const values: unknown[] = [accountId, stretch.from, stretch.before, stretch.most, count + 1];
    const value = (of: unknown): string => `$${values.push(of)}`;
    const recipient = stretch.recipientKey === undefined ? '' : `and recipient_key = ${value(stretch.recipientKey)}`;
    const conditions = conditionsOf(wanted, value);
    const rows: { found: FoundRow[]; looked: number; oldest: string | null }[] = await this.database.query(
      `with stretch as materialized (
         select ${columns}, subject, test from logs
         where account_id = $1 and id >= $2 and id < $3 ${recipient} order by id desc limit $4
       ), found as (
         select * from stretch where ${conditions} order by id desc limit $5
       )
       select (select count(*)::int from stretch) as looked, (select min(id) from stretch) as oldest,
         (select coalesce(json_agg(shown order by id desc), '[]') from (
            select stretch.*, (select messages.content -> 'tags' ${ofMessage}) as tags, ${statusChanged} as status_changed
            from found as stretch
          ) as shown) as found`,
      values,
    );
    const [{ found, looked, oldest }] = rows as [(typeof rows)[number]];
    return { found: found.map(toFound), oldest: looked === stretch.most ? (oldest ?? undefined) : undefined };
  }
}

/** Conditions on the log come first, because those on its message are more expensive. */
function conditionsOf(
  { statuses, template, test, espAccount, tag, text }: Wanted,
  value: (of: unknown) => string,
): string {
  const conditions = [
    statuses && `status = any(${value(statuses)}::text[])`,
    template !== undefined && `template_id = ${value(template)}`,
    test !== undefined && `test = ${value(test)}`,
    espAccount !== undefined && `exists (select ${ofMessage} and esp_account_id = ${value(espAccount)})`,
    tag !== undefined && `exists (select ${ofMessage} and content -> 'tags' ? ${value(tag)})`,
    text !== undefined &&
      `case when position(${value(text.toLowerCase())}::text in lower(${places})) > 0 then true
         else exists (select ${ofMessage} and content -> 'tags' ? ${value(text)}) end`,
  ];
  return conditions.filter((condition) => typeof condition === 'string').join(' and ') || 'true';
}

const toFound = ({ subject, tags, test, status_changed, ...row }: FoundRow): FoundLog => ({
  ...toResource(row),
  ...(subject !== null && { subject }),
  tags: [...(tags ?? [])],
  test,
  ...(status_changed !== null && { status_changed }),
});
