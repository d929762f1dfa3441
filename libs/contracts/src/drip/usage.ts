import { z } from 'zod';
import { defineRpc } from '../rpc.js';

const amount = z.number().nonnegative();

/** What an account has of what drip holds it to, by the names of `limits`. */
export const getDripUsage = defineRpc({
  pattern: 'drip.usage.get.v1',
  request: z.object({}),
  response: z.object({ drip_campaigns: amount }),
  examples: [{ name: 'a small account', request: {}, response: { drip_campaigns: 1 } }],
});
