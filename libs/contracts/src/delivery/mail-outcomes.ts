import { z } from 'zod';
import { id } from '../ids.js';
import { defineRpc } from '../rpc.js';

/** Page size, so that a page fits into one message: an email has up to twenty tags of 255 characters. */
export const maxMailOutcomes = 200;
export const maxMailAccounts = 1_000;

const count = z.int().nonnegative();

/**
 * The outcome of an email, from its log, for statistics (docs/statistics.md#rebuilding): the email's attributes and the
 * number of each status event. Emails of test keys have none.
 */
export const mailOutcome = z.object({
  log_id: id('log'),
  template_id: z.string(),
  /** Absent if the version was not recorded. */
  version_id: z.string().optional(),
  /** The ESP account that sent the email, or that was to send it. */
  esp_account_id: z.string(),
  tags: z.array(z.string()),
  sent: count,
  delivered: count,
  /** Of the first delivery: milliseconds since the email was accepted, or since `send_at`. */
  delivered_after_ms: count.optional(),
  opened: count,
  clicked: count,
  bounced: count,
  complaints: count,
  unsubscribes: count,
});
export type MailOutcome = z.infer<typeof mailOutcome>;

const exampleOutcome = {
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  version_id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe',
  esp_account_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  tags: ['receipts'],
  sent: 1,
  delivered: 1,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complaints: 0,
  unsubscribes: 0,
};

/**
 * Emails in the order of their ids, from `from` (inclusive) to `before` (exclusive); `next` is the start of the next
 * page.
 */
export const listMailOutcomes = defineRpc({
  pattern: 'delivery.mail_outcome.list.v1',
  request: z.object({
    from: z.string().max(64),
    before: z.string().max(64),
    limit: z.int().min(1).max(maxMailOutcomes),
  }),
  response: z.object({ mails: z.array(mailOutcome), next: z.string().optional() }),
  examples: [
    {
      name: 'of a day',
      request: { from: 'log_0', before: 'log_z', limit: 100 },
      response: { mails: [exampleOutcome] },
    },
  ],
});

/** The requested emails that exist, in any order. */
export const getMailOutcomes = defineRpc({
  pattern: 'delivery.mail_outcome.get.v1',
  request: z.object({ log_ids: z.array(id('log')).min(1).max(maxMailOutcomes) }),
  response: z.object({ mails: z.array(mailOutcome) }),
  examples: [{ name: 'one', request: { log_ids: [exampleOutcome.log_id] }, response: { mails: [exampleOutcome] } }],
});

/** The accounts that have logs, in the order of their ids, for work across all accounts. */
export const listMailAccounts = defineRpc({
  pattern: 'delivery.mail_account.list.v1',
  request: z.object({ after: z.string().max(64), limit: z.int().min(1).max(maxMailAccounts) }),
  response: z.object({ account_ids: z.array(z.string()) }),
  examples: [
    {
      name: 'the first',
      request: { after: '', limit: 1 },
      response: { account_ids: ['acc_01KQV5Xx7GJ8sVJ4mB2cDe'] },
    },
  ],
});
