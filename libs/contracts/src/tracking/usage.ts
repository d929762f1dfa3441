import { z } from 'zod';
import { defineRpc } from '../rpc.js';

/** What an account has of what tracking holds it to, by the names of `limits`. */
export const getTrackingUsage = defineRpc({
  pattern: 'tracking.usage.get.v1',
  request: z.object({}),
  response: z.object({ webhooks: z.number().nonnegative() }),
  examples: [{ name: 'a small account', request: {}, response: { webhooks: 1 } }],
});
