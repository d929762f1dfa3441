import { z } from 'zod';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';
import { exampleErasure } from './erasures.js';

/** A conversion was recorded. `email` is the customer's key; `revenue` is in cents. */
export const conversionRecorded = defineEvent({
  topic: 'conversion.recorded.v1',
  publisher: 'customer',
  consumers: ['tracking'],
  payload: z.object({
    email: z.string(),
    revenue: z.int().optional(),
    /** Unix time in milliseconds. */
    at_ms: z.int().nonnegative(),
  }),
  examples: [{ email: 'ada@example.com', revenue: 1999, at_ms: 1_790_000_120_000 }],
});

/**
 * A person must be erased, with everything sent to the address before `at_ms`. `pseudonym` replaces the address
 * everywhere, so that related rows stay related.
 */
export const customerErased = defineEvent({
  topic: 'customer.erased.v1',
  publisher: 'customer',
  consumers: ['delivery', 'drip', 'tracking'],
  payload: z.object({
    erasure_id: id('erasure'),
    /** In the form of `addressKey`. */
    email: z.string(),
    pseudonym: z.string(),
    at_ms: z.int().nonnegative(),
  }),
  examples: [
    {
      erasure_id: exampleErasure.id,
      email: 'ada@example.com',
      pseudonym: exampleErasure.pseudonym,
      at_ms: 1_790_000_000_000,
    },
  ],
});
