import { z } from 'zod';
import { defineRpc } from './rpc.js';

const amount = z.number().nonnegative();

/** How long tracking keeps things, asked for as `getDeliveryRetention` is. */
export const getTrackingRetention = defineRpc({
  pattern: 'tracking.retention.get.v1',
  request: z.object({}),
  response: z.object({
    webhook_days: z.int().describe('For how many days events of webhooks can be replayed and attempts are listed.'),
  }),
  timeoutMs: 3_000,
  examples: [{ name: 'the default', request: {}, response: { webhook_days: 7 } }],
});

/** What an account has of what tracking holds it to, by the names of `limits`. */
export const getTrackingUsage = defineRpc({
  pattern: 'tracking.usage.get.v1',
  request: z.object({}),
  response: z.object({ webhooks: z.number().nonnegative() }),
  examples: [{ name: 'a small account', request: {}, response: { webhooks: 1 } }],
});

/** What an account has of what drip holds it to, by the names of `limits`. Members are as of the last count. */
export const getDripUsage = defineRpc({
  pattern: 'drip.usage.get.v1',
  request: z.object({}),
  response: z.object({ drip_campaigns: amount, drip_members: amount.optional() }),
  examples: [{ name: 'a small account', request: {}, response: { drip_campaigns: 1, drip_members: 0 } }],
});

/** What an account has of what template holds it to, by the names of `limits`: of a rate, what of its burst is used. Bytes are as of the last count. */
export const getTemplateUsage = defineRpc({
  pattern: 'template.usage.get.v1',
  request: z.object({}),
  response: z.object({
    templates: amount,
    snippets: amount,
    versions: amount,
    template_bytes: amount,
    compiled_bytes: amount,
    mjml_seconds_per_second: amount,
  }),
  examples: [
    {
      name: 'a small account',
      request: {},
      response: {
        templates: 1,
        snippets: 0,
        versions: 1,
        template_bytes: 120,
        compiled_bytes: 900,
        mjml_seconds_per_second: 0,
      },
    },
  ],
});

/** How long delivery keeps things (docs/operate/configure.md#data-retention). The account is shown without it where delivery is away, and does not wait for it for long. */
export const getDeliveryRetention = defineRpc({
  pattern: 'delivery.retention.get.v1',
  request: z.object({}),
  response: z.object({
    log_months: z
      .int()
      .optional()
      .describe(
        'Logs are deleted by whole months, this many months after the month ended; absent if they are kept forever.',
      ),
    attachment_days: z.int().describe('For how many days attachments are kept after the mail is due.'),
  }),
  timeoutMs: 3_000,
  examples: [{ name: 'logs are kept for ever', request: {}, response: { attachment_days: 90 } }],
});

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
