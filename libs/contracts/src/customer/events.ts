import { z } from 'zod';
import { defineEvent } from '../event.js';

/** A conversion was recorded. `email` is the customer's key; `revenue` is in cents. */
export const conversionRecorded = defineEvent({
  topic: 'conversion.recorded.v1',
  publisher: 'customer',
  consumers: ['tracking'],
  payload: z.object({
    email: z.string(),
    revenue: z.int().optional(),
    /** When it happened: Unix time in milliseconds. */
    at_ms: z.int().nonnegative(),
  }),
  examples: [{ email: 'ada@example.com', revenue: 1999, at_ms: 1_790_000_120_000 }],
});
