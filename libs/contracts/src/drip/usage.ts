import { z } from 'zod';
import { defineRpc } from '../rpc.js';

const amount = z.number().nonnegative();

/** What an account has of what drip holds it to, by the names of `limits`. Members are as of the last count. */
export const getDripUsage = defineRpc({
  pattern: 'drip.usage.get.v1',
  request: z.object({}),
  response: z.object({ drip_campaigns: amount, drip_members: amount.optional() }),
  examples: [{ name: 'a small account', request: {}, response: { drip_campaigns: 1, drip_members: 0 } }],
});
