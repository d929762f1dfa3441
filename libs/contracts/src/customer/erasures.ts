import { z } from 'zod';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** A domain that cannot receive email (RFC 2606). */
const erasedDomain = '@erased.invalid';

/** The replacement of an erased person's address: unique per erasure, and not reversible. */
export const buildPseudonym = (random: string): string => `${random}${erasedDomain}`;
export const isPseudonym = (address: string): boolean => address.endsWith(erasedDomain);

/** The replacement of a message about an erased person. */
export const erasedText = 'Erased';

/** The progress of an erasure (docs/reference/personal-data.md#erase-a-person). */
export const erasureResource = z
  .object({
    object: z.literal('erasure'),
    id: id('erasure').describe('The id of the erasure.'),
    created: timestamp.describe('The time of the request. Later emails to the address are kept.'),
    pseudonym: z.string().describe("The address that replaces the person's in logs."),
    state: z.enum(['running', 'done']).describe('`done` when nothing is left to erase.'),
    logs: z.int().nonnegative().describe('Logs erased so far.'),
    cancelled: z.int().nonnegative().describe('Waiting emails that were cancelled.'),
    drip_members: z.int().nonnegative().describe('Memberships of drip campaigns erased so far.'),
  })
  .meta({ id: 'Erasure', description: 'The progress of an erasure.' });
export type ErasureResource = z.infer<typeof erasureResource>;

export const exampleErasure = {
  object: 'erasure' as const,
  id: 'era_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  pseudonym: '7d1f4c0be02b4c6fa3a9@erased.invalid',
  state: 'running' as const,
  logs: 500,
  cancelled: 1,
  drip_members: 0,
};

/** DELETE /customers/{email}?erase=true: the customer is deleted at once, the other data later. */
export const eraseCustomer = defineRpc({
  pattern: 'customer.customer.erase.v1',
  request: z.object({ email: z.string() }),
  response: erasureResource,
  examples: [
    {
      name: 'by address',
      request: { email: 'ada@example.com' },
      response: { ...exampleErasure, logs: 0, cancelled: 0 },
    },
  ],
});

/** GET /erasures/{id}. */
export const getErasure = defineRpc({
  pattern: 'customer.erasure.get.v1',
  request: z.object({ erasure_id: z.string() }),
  response: erasureResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { erasure_id: exampleErasure.id }, response: exampleErasure }],
});
