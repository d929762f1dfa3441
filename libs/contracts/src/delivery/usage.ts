import { z } from 'zod';
import { defineRpc } from '../rpc.js';

/** How long delivery keeps things (docs/operate/configure.md#data-retention). The account is shown without it where delivery is away, and does not wait for it for long. */
export const getDeliveryRetention = defineRpc({
  pattern: 'delivery.retention.get.v1',
  request: z.object({}),
  response: z.object({
    log_months: z
      .int()
      .optional()
      .describe(
        'Logs go by whole months, once a month ended this many months ago; absent where they are kept for ever.',
      ),
    attachment_days: z.int().describe('For how many days the attachments of a mail are kept after it is due.'),
  }),
  timeoutMs: 3_000,
  examples: [{ name: 'logs are kept for ever', request: {}, response: { attachment_days: 90 } }],
});

const amount = z.number().nonnegative();

/** What an account has of what delivery holds it to, by the names of `limits`. What is dear to count is as of the last count. */
export const getDeliveryUsage = defineRpc({
  pattern: 'delivery.usage.get.v1',
  request: z.object({}),
  response: z.object({
    pending_mails: amount,
    esp_accounts: amount,
    attachment_bytes: amount,
    suppressions: amount.optional(),
  }),
  examples: [
    {
      name: 'a small account',
      request: {},
      response: { pending_mails: 0, esp_accounts: 1, attachment_bytes: 0, suppressions: 0 },
    },
  ],
});
