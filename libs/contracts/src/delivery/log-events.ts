import { z } from 'zod';
import { id } from '../ids.js';
import type { LogStatus } from './logs.js';

/** Statuses that can be reported after the provider accepted an email; delivery itself sets the others. */
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

/** Unix time in milliseconds, so that events within a second have an order. */
const milliseconds = z.int().nonnegative().max(253_402_300_799_999);

/** The details of a log event besides its message. */
export const logEventDetail = z.object({
  copy_address: z
    .string()
    .max(320)
    .optional()
    .describe(
      'The address in `cc` or `bcc` that the event concerns. Absent if it concerns the recipient or the whole email.',
    ),
  bounce: z
    .enum(['hard', 'soft'])
    .optional()
    .describe('`hard` if the address is permanently invalid. Only for bounces.'),
  code: z
    .string()
    .max(255)
    .optional()
    .describe('The code of the receiver or provider, such as `5.1.1`, `550` or a word.'),
  url: z.string().max(2048).optional().describe('The link that was clicked.'),
  is_bot: z.boolean().optional().describe('Whether a bot caused it, such as a scanner, a proxy or a prefetcher.'),
  user_agent: z.string().max(512).optional().describe('The user agent.'),
});
export type LogEventDetail = z.infer<typeof logEventDetail>;

/**
 * A reported event of an email. Delivery decides which open or click is the first: `opened` and `re_opened` are
 * equivalent here. `moves_status` is false for events that do not change the status: events of copies, opens by bots.
 */
export const reportedLogEvent = z.object({
  log_id: id('log'),
  type: z.enum(reportedStatuses),
  at_ms: milliseconds,
  message: z.string().min(1).max(1000),
  moves_status: z.boolean(),
  /** The ESP account whose provider reported it; absent if Postrider detected it itself. */
  esp_account_id: z.string().optional(),
  detail: logEventDetail,
});
export const exampleReportedLogEvent = {
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  type: 'bounced' as const,
  at_ms: 1_790_000_060_250,
  message: 'Rejected by the mail server of the recipient: 550 5.1.1 No such user',
  moves_status: true,
  esp_account_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  detail: { bounce: 'hard' as const, code: '5.1.1' },
};
