import { z } from 'zod';
import { limitNames } from '@postrider/contracts';

const amount = z.number().nonnegative();

/**
 * A limit of the caller's account, or of its key (docs/api.md#limits-of-an-account). Of a rate `limit` is by the second and `burst` what may be used at once;
 * `used` and `remaining` are of the burst, and `reset` says in how many seconds all of it is there again. `used` and `remaining` are absent where
 * the service that knows is away.
 */
export const limitResource = z.object({
  name: z.enum(limitNames),
  limit: amount,
  burst: amount.optional(),
  used: amount.optional(),
  remaining: amount.optional(),
  reset: amount.optional(),
});
export type LimitResource = z.output<typeof limitResource>;
