import type { LogResource, LogStatus } from '@postrider/contracts';
import { timeOfId } from '@postrider/contracts';

/**
 * SQL: what sent the mail of a row of `messages`. The row itself has the ESP account that was chosen first, or that the mail was moved to; a
 * fallback may have sent it.
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
