import { z } from 'zod';
import { defineRpc } from '../rpc.js';

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
