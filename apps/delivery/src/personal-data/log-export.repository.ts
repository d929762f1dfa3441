import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, LogEventDetail, LogStatus, exportLogs } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import { DataSource } from 'typeorm';
import type { FieldsWithUse, MessageContent } from '../mail/message-content.js';
import type { LogRow } from '../logs/logs.repository.js';
import { columns, toResource } from '../logs/logs.repository.js';

type Page = ResponseInputOf<typeof exportLogs>;

const perPage = 50;
/**
 * Stored bytes of a page; the log that exceeds the bound is the page's last one
 * (docs/operate/limits-internal.md#between-services).
 */
const pageBytes = 2 * 1024 * 1024;

interface Row extends LogRow {
  readonly subject: string | null;
  readonly content: MessageContent | null;
  readonly events: readonly { created: number; type: LogStatus; message: string; detail: LogEventDetail | null }[];
  readonly found: number;
}

/** Logs of a person with everything that is stored in them. */
@Injectable()
export class LogExportRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first. */
  async page(accountId: string, recipientKey: string, after: string | undefined): Promise<Page> {
    const rows: Row[] = await this.database.query(
      `select page.*, content,
         (select coalesce(json_agg(json_build_object('created', floor(extract(epoch from created_at)), 'type', type, 'message', log_events.message, 'detail', detail)
            order by created_at, seq), '[]')
          from log_events where log_events.account_id = $1 and log_id = page.id) as events
       from (
         select *, count(*) over ()::int as found, sum(bytes) over (order by id desc) - bytes as before from (
           select ${columns}, subject,
             (select coalesce(sum(octet_length(log_events.message) + coalesce(octet_length(detail::text), 0) + 100), 0) from log_events
              where log_events.account_id = $1 and log_id = logs.id)
             + coalesce((select octet_length(content::text) from messages where messages.account_id = $1 and messages.id = logs.id), 0) as bytes
           from logs where account_id = $1 and recipient_key = $2 and ($3::text is null or id < $3) order by id desc limit ${perPage + 1}
         ) as found
       ) as page
       left join messages_as_sent as messages on messages.account_id = $1 and messages.id = page.id
       where before < ${pageBytes} order by page.id desc limit ${perPage}`,
      [accountId, recipientKey, after ?? null],
    );
    return {
      items: rows.map(toExported),
      ...(rows.length > 0 && rows[0]!.found > rows.length ? { next: rows.at(-1)!.id } : {}),
    };
  }
}

const toExported = (row: Row): Page['items'][number] => ({
  ...toResource(row),
  ...(row.subject !== null && { subject: row.subject }),
  events: row.events.map(({ detail, ...event }) => ({ ...event, ...(detail && { detail }) })),
  ...(row.content && { email: toEmail(parseLossless(row.content)) }),
});

/** Omits copies, because those are other people. */
const toEmail = ({ sender, template_data, headers, tags, attachments }: MessageContent) =>
  ({
    sender,
    template_data,
    headers,
    tags: [...tags],
    attachments: attachments.map(({ name, bytes }) => ({ name, bytes })),
  }) satisfies Record<FieldsWithUse<'exported'>, unknown>;
