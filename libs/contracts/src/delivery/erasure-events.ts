import { z } from 'zod';
import { exampleErasure } from '../customer/erasures.js';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';

/** Logs erased in one transaction, and what is told of them in one event. */
export const maxErasedLogs = 500;

/** These logs name nobody any more. `last`: there are no others; what was said of them before may still be on its way. */
export const logsErased = defineEvent({
  topic: 'logs.erased.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'customer'],
  payload: z.object({
    erasure_id: id('erasure'),
    pseudonym: z.string(),
    log_ids: z.array(id('log')).max(maxErasedLogs),
    cancelled: z.int().nonnegative(),
    last: z.boolean(),
  }),
  examples: [
    {
      erasure_id: exampleErasure.id,
      pseudonym: exampleErasure.pseudonym,
      log_ids: ['log_01KQV5Xx7GJ8sVJ4mB2cDe'],
      cancelled: 0,
      last: false,
    },
  ],
});
