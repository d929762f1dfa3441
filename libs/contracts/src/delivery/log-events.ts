import { z } from 'zod';
import { id } from '../ids.js';
import type { LogStatus } from './logs.js';

/** What can be heard of a mail after its provider took it; the other statuses are delivery's own to give. */
export const reportedStatuses = [
  'processed',
  'deferred',
  'dropped',
  'delivered',
  'bounced',
  'opened',
  're_opened',
  'clicked',
  're_clicked',
  'unsubscribed',
  'reported_as_spam',
] as const satisfies readonly LogStatus[];
export type ReportedStatus = (typeof reportedStatuses)[number];

/** Unix time in milliseconds: what happens within a second has an order. */
const milliseconds = z.int().nonnegative().max(253_402_300_799_999);

/** What is known of a log event besides its sentence. */
export const logEventDetail = z.object({
  copy_address: z
    .string()
    .max(320)
    .optional()
    .describe('The address in `cc` or `bcc` that it is about; absent if it is about the recipient or the whole mail.'),
  bounce: z.enum(['hard', 'soft']).optional().describe('Of a bounce: whether the address is permanently invalid.'),
  code: z.string().max(255).optional().describe('The code of the receiver or provider: `5.1.1`, `550`, or a word.'),
  url: z.string().max(2048).optional().describe('The link that was clicked.'),
  is_bot: z.boolean().optional().describe('A bot did it: a scanner, proxy or prefetcher.'),
  user_agent: z.string().max(512).optional().describe('The user agent.'),
});
export type LogEventDetail = z.infer<typeof logEventDetail>;

/**
 * Something heard of a mail. Of opens and clicks, delivery decides which was the first: `opened` and `re_opened` are the same here. `moves_status` is
 * false for what is kept without saying how far the mail has come: events of copies, machines that open.
 */
export const reportedLogEvent = z.object({
  log_id: id('log'),
  type: z.enum(reportedStatuses),
  at_ms: milliseconds,
  message: z.string().min(1).max(1000),
  moves_status: z.boolean(),
  /** The ESP account whose provider said so; absent where Postrider saw it itself. */
  esp_account_id: z.string().optional(),
  detail: logEventDetail,
});
export type ReportedLogEvent = z.infer<typeof reportedLogEvent>;

export const exampleReportedLogEvent = {
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  type: 'bounced' as const,
  at_ms: 1_790_000_060_250,
  message: 'The mail server of the recipient refused the mail: 550 5.1.1 No such user',
  moves_status: true,
  esp_account_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  detail: { bounce: 'hard' as const, code: '5.1.1' },
};
