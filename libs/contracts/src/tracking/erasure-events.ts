import { z } from 'zod';
import { exampleErasure } from '../customer/erasures.js';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';

/** What was done with so many erased logs does not say any more by whom. */
export const engagementsErased = defineEvent({
  topic: 'engagements.erased.v1',
  publisher: 'tracking',
  consumers: ['customer'],
  payload: z.object({ erasure_id: id('erasure'), logs: z.int().nonnegative() }),
  examples: [{ erasure_id: exampleErasure.id, logs: 1 }],
});
