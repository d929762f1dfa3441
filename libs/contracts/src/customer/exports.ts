import { z } from 'zod';
import { after, pageOf } from '../pages.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** A conversion as it was recorded. */
export const conversionResource = z
  .object({
    object: z.literal('conversion'),
    revenue: z.int().optional().describe('What it brought in, in cents.'),
    converted: timestamp.describe('When it happened.'),
  })
  .meta({ id: 'Conversion', description: 'Something that a customer did that was worth sending for.' });

/** Oldest first. */
export const listConversions = defineRpc({
  pattern: 'customer.conversion.list.v1',
  request: z.object({ email: z.string(), after }),
  response: pageOf(conversionResource),
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: { items: [{ object: 'conversion', revenue: 1999, converted: 1_790_000_000 }] },
    },
  ],
});
