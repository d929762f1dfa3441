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
    /** When it happened: Unix time in milliseconds. */
    at_ms: z.int().nonnegative(),
  }),
  examples: [{ email: 'ada@example.com', revenue: 1999, at_ms: 1_790_000_120_000 }],
});

/**
 * Somebody is to be forgotten, with what was sent to the address before `at_ms`. `pseudonym` takes its place everywhere, so that what is left stays together.
 */
export const customerErased = defineEvent({
  topic: 'customer.erased.v1',
  publisher: 'customer',
  consumers: ['delivery', 'drip'],
  payload: z.object({
    erasure_id: id('erasure'),
    /** As `addressKey` spells it. */
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
