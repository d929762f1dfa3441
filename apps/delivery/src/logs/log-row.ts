import type { LogResource, LogStatus } from '@postrider/contracts';
import { timeOfId } from '@postrider/contracts';

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
