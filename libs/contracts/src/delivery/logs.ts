import { z } from 'zod';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** The 17 statuses of a log (docs/guides/statuses.md). */
export const logStatuses = [
  'requested',
  'triggered',
  'queued',
  'sent',
  'clicked',
  're_clicked',
  'opened',
  're_opened',
  'failed_to_queue',
  'failed_to_send',
  'processed',
  'dropped',
  'delivered',
  'deferred',
  'bounced',
  'reported_as_spam',
  'unsubscribed',
] as const;
export const logStatus = z.enum(logStatuses).meta({ id: 'LogStatus', description: 'The status of an email.' });
export type LogStatus = z.infer<typeof logStatus>;

/** Prefixes of the messages of these events. Delivery writes them, and the Resend-compatible API parses them. */
export const eventMessages = {
  scheduled: 'Scheduled for ',
  cancelled: 'Cancelled',
  suppressed: 'Suppressed: ',
} as const;

/** Log (docs/reference/logs.md); `email_version` may be null (docs/guides/conventions.md). */
export const logResource = z
  .object({
    object: z.literal('log'),
    id: id('log').describe('The id, which the send returned as `receipt_id`.'),
    created: timestamp,
    recipient_name: z.string().describe('The name of the recipient, or empty.'),
    recipient_address: z.string().describe('The address of the recipient.'),
    status: logStatus,
    message: z.string().describe('The message of the event that set the status.'),
    email_id: z.string().describe('The id of the template; empty for an email without one.'),
    email_name: z.string().describe('The name of the template when the email was accepted, or `No template`.'),
    email_version: z.string().nullable().describe('The name of the version.'),
  })
  .meta({ id: 'Log', description: 'The history of one email.' });
export type LogResource = z.infer<typeof logResource>;

/** Stored next to a log, and shown in search results. */
export const logSubject = z
  .string()
  .optional()
  .describe('The first 255 characters of the subject; absent before the first attempt.');

/** Log event (docs/guides/statuses.md#events). */
export const logEventResource = z
  .object({
    object: z.literal('event'),
    created: timestamp,
    type: logStatus,
    message: z.string().describe('A description of the event.'),
  })
  .meta({ id: 'LogEvent', description: 'An event of an email.' });
export type LogEventResource = z.infer<typeof logEventResource>;

const queryInteger = (name: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int({ error: `must be ${name}` }),
  );
const queryTimestamp = z.preprocess(
  (value) => (value === '' ? undefined : value),
  queryInteger('a Unix timestamp in whole seconds').optional(),
);

/** GET /logs (docs/reference/logs.md): newest first; gt and lt strict, gte and lte inclusive. */
export const logsQuery = z.object({
  count: queryInteger('a whole number')
    .pipe(z.int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'))
    .default(100)
    .describe('The number of logs.'),
  offset: queryInteger('a whole number')
    .pipe(z.int().min(0, 'must not be negative').max(10_000_000, 'must be at most 10000000'))
    .default(0)
    .describe('The number of logs to skip.'),
  created_gt: queryTimestamp.describe('Only logs created after this time.'),
  created_gte: queryTimestamp.describe('Only logs created at this time or after it.'),
  created_lt: queryTimestamp.describe('Only logs created before this time.'),
  created_lte: queryTimestamp.describe('Only logs created at this time or before it.'),
});
export type LogsQuery = z.infer<typeof logsQuery>;

const exampleLog = {
  object: 'log' as const,
  id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  recipient_name: 'Ada',
  recipient_address: 'ada@example.com',
  status: 'sent' as const,
  message: 'Accepted by the mail server',
  email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  email_name: 'Receipt',
  email_version: 'Receipt',
};

export const listLogs = defineRpc({
  pattern: 'delivery.log.list.v1',
  request: logsQuery,
  response: z.array(logResource),
  examples: [{ name: 'first page', request: {}, response: [exampleLog] }],
});

export const getLog = defineRpc({
  pattern: 'delivery.log.get.v1',
  request: z.object({ log_id: z.string() }),
  response: logResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { log_id: exampleLog.id }, response: exampleLog }],
});

/** GET /logs/{id}/events: chronological (docs/guides/statuses.md#events). */
export const listLogEvents = defineRpc({
  pattern: 'delivery.log.events.v1',
  request: z.object({ log_id: z.string() }),
  response: z.array(logEventResource),
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { log_id: exampleLog.id },
      response: [{ object: 'event', created: 1_790_000_000, type: 'requested', message: 'Request received' }],
    },
  ],
});

export const customerLogsQuery = logsQuery.pick({ count: true, created_gt: true, created_lt: true });

/** GET /customers/{email}/logs: includes scheduled drip emails (docs/reference/logs.md). */
export const listCustomerLogs = defineRpc({
  pattern: 'delivery.log.customer.v1',
  request: customerLogsQuery.extend({ email: z.string() }),
  response: z.array(logResource),
  examples: [{ name: 'by address', request: { email: 'ada@example.com' }, response: [exampleLog] }],
});
