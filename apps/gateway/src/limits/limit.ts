import { z } from 'zod';
import { limitNames } from '@postrider/contracts';

const amount = z.number().nonnegative();

/**
 * A limit of the caller's account, or of its key (docs/api.md#limits-of-an-account). Of a rate `limit` is by the second and `burst` what may be used at once;
 * `used` and `remaining` are of the burst, and `reset` says in how many seconds all of it is there again. `used` and `remaining` are absent where
 * the service that knows is away.
 */
export const limitResource = z
  .object({
    name: z.enum(limitNames).describe('What is limited.'),
    limit: amount.describe('How much there may be; of a rate, each second.'),
    burst: amount.optional().describe('Of a rate: how much may be used at once.'),
    used: amount.optional().describe('How much there is; of a rate, how much of the burst is used.'),
    remaining: amount.optional().describe('How much is left.'),
    reset: amount.optional().describe('Of a rate: seconds until all of the burst is there again.'),
  })
  .meta({ id: 'Limit', description: 'A limit of the account or of the key.' });
export type LimitResource = z.output<typeof limitResource>;
