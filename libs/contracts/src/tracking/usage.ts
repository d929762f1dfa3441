import { z } from 'zod';
import { defineRpc } from '../rpc.js';

/** How long tracking keeps things, asked for as `getDeliveryRetention` is. */
export const getTrackingRetention = defineRpc({
  pattern: 'tracking.retention.get.v1',
  request: z.object({}),
  response: z.object({
    webhook_days: z
      .int()
      .describe('For how many days the events of webhooks can be replayed, and attempts to post them are listed.'),
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
