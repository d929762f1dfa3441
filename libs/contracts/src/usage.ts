import { z } from 'zod';
import { defineRpc } from './rpc.js';

const amount = z.number().nonnegative();

/** How long tracking keeps data, called like `getDeliveryRetention`. */
export const getTrackingRetention = defineRpc({
  pattern: 'tracking.retention.get.v1',
  request: z.object({}),
  response: z.object({
    webhook_days: z
      .int()
      .describe('The number of days for which webhook events can be replayed and attempts are listed.'),
  }),
  timeoutMs: 3_000,
  examples: [{ name: 'the default', request: {}, response: { webhook_days: 7 } }],
});

/** The account's usage of the limits that tracking enforces, by the names in `limits`. */
export const getTrackingUsage = defineRpc({
  pattern: 'tracking.usage.get.v1',
  request: z.object({}),
  response: z.object({ webhooks: z.number().nonnegative(), alerts: amount.optional() }),
  examples: [{ name: 'a small account', request: {}, response: { webhooks: 1, alerts: 0 } }],
});

/** The account's usage of the limits that drip enforces, by the names in `limits`. Members are from the last count. */
export const getDripUsage = defineRpc({
  pattern: 'drip.usage.get.v1',
  request: z.object({}),
  response: z.object({ drip_campaigns: amount, drip_members: amount.optional() }),
  examples: [{ name: 'a small account', request: {}, response: { drip_campaigns: 1, drip_members: 0 } }],
});

/**
 * The account's usage of the limits that template enforces, by the names in `limits`; for a rate, the used part of its
 * burst. Bytes are from the last count.
 */
export const getTemplateUsage = defineRpc({
  pattern: 'template.usage.get.v1',
  request: z.object({}),
  response: z.object({
    templates: amount,
    snippets: amount,
    versions: amount,
    template_bytes: amount,
    compiled_bytes: amount,
    images: amount.optional(),
    image_bytes: amount.optional(),
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
        images: 0,
        image_bytes: 0,
        mjml_seconds_per_second: 0,
      },
    },
  ],
});

/**
 * How long delivery keeps data (docs/operate/configure.md#data-retention). The short timeout is intended: the account
 * is shown without it if delivery is unavailable.
 */
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
    attachment_days: z.int().describe('The number of days for which attachments are kept after the email is due.'),
  }),
  timeoutMs: 3_000,
  examples: [{ name: 'logs are kept forever', request: {}, response: { attachment_days: 90 } }],
});

/**
 * The account's usage of the limits that delivery enforces, by the names in `limits`. Expensive counts are from the
 * last measurement.
 */
export const getDeliveryUsage = defineRpc({
  pattern: 'delivery.usage.get.v1',
  request: z.object({}),
  response: z.object({
    pending_mails: amount,
    esp_accounts: amount,
    attachment_bytes: amount,
    suppressions: amount.optional(),
    send_proposals: amount.optional(),
    test_clocks: amount.optional(),
  }),
  examples: [
    {
      name: 'a small account',
      request: {},
      response: {
        pending_mails: 0,
        esp_accounts: 1,
        attachment_bytes: 0,
        suppressions: 0,
        send_proposals: 0,
        test_clocks: 0,
      },
    },
  ],
});
