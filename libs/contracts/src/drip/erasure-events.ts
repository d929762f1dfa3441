import { z } from 'zod';
import { exampleErasure } from '../customer/erasures.js';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';

/** So many memberships name nobody any more. `last`: there are no others. */
export const membershipsErased = defineEvent({
  topic: 'drip_memberships.erased.v1',
  publisher: 'drip',
  consumers: ['customer'],
  payload: z.object({ erasure_id: id('erasure'), memberships: z.int().nonnegative(), last: z.boolean() }),
  examples: [{ erasure_id: exampleErasure.id, memberships: 1, last: true }],
});
