import { LosslessNumber } from '@postrider/numbers';
import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { optionalOrEmpty, after, locale, pageSchema, timestamp, withinJsonBytes } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** A stored conversion. */
export const conversionResource = z
  .object({
    object: z.literal('conversion'),
    revenue: z.int().optional().describe('The revenue in cents.'),
    converted: timestamp.describe('The time of the conversion.'),
  })
  .meta({ id: 'Conversion', description: 'Something a customer did, such as a purchase.' });

/** Oldest first. */
export const listConversions = defineRpc({
  pattern: 'customer.conversion.list.v1',
  request: z.object({ email: z.string(), after }),
  response: pageSchema(conversionResource),
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: { items: [{ object: 'conversion', revenue: 1999, converted: 1_790_000_000 }] },
    },
  ],
});

/** Customer (docs/reference/customers.md). The key is `addressKey` of the address. */
export const customerResource = z
  .object({
    object: z.literal('customer'),
    email: z.string().describe('The address.'),
    data: z.record(z.string(), z.unknown()).describe('The attributes.'),
    created: timestamp,
    locale: z.string().optional().describe('The locale of emails to this customer if the send names none.'),
  })
  .meta({ id: 'Customer', description: 'A recipient of emails.' });
export type CustomerResource = z.infer<typeof customerResource>;

/** See docs/operate/limits.md#fields. The merged attributes have the same limit. */
export const maxCustomerDataKilobytes = 64;

const numberAsWritten = z
  .custom<number | LosslessNumber>((value) =>
    typeof value === 'number' ? Number.isFinite(value) : value instanceof LosslessNumber,
  )
  .meta({ type: 'number' });
const simpleValue = z.union([z.string(), numberAsWritten, z.boolean(), z.null()], {
  error: 'must be a simple value (string, number, boolean or null)',
});

export const customerBody = z
  .object({
    email: emailAddress,
    data: optionalOrEmpty(
      z
        .record(z.string().max(255, 'must be at most 255 characters'), simpleValue, { error: 'must be an object' })
        .superRefine(withinJsonBytes(maxCustomerDataKilobytes)),
    ).describe('The attributes to add or replace. Other attributes stay.'),
    locale: optionalOrEmpty(locale).describe('The locale of emails to this customer if the send names none.'),
  })
  .meta({ id: 'CustomerBody' });

export const exampleCustomer = {
  object: 'customer' as const,
  email: 'ada@example.com',
  data: { plan: 'pro' },
  created: 1_790_000_000,
  locale: 'en-GB',
};

export const getCustomer = defineRpc({
  pattern: 'customer.customer.get.v1',
  request: z.object({ email: z.string() }),
  response: customerResource,
  errors: ['not_found'],
  examples: [{ name: 'by address', request: { email: 'ada@example.com' }, response: exampleCustomer }],
});

/**
 * POST /customers: attributes are replaced and added, never removed (docs/reference/customers.md). Client libraries may
 * nest values (docs/guides/client-libraries.md).
 */
export const upsertCustomer = defineRpc({
  pattern: 'customer.customer.upsert.v1',
  request: customerBody.extend({
    data: optionalOrEmpty(z.record(z.string(), z.unknown()).superRefine(withinJsonBytes(maxCustomerDataKilobytes))),
  }),
  response: z.object({}),
  examples: [
    { name: 'with data', request: { email: 'ada@example.com', data: { plan: 'pro' }, locale: 'en-GB' }, response: {} },
  ],
});

/** DELETE /customers/{email}: idempotent, no error for an unknown customer (docs/reference/customers.md). */
export const deleteCustomer = defineRpc({
  pattern: 'customer.customer.delete.v1',
  request: z.object({ email: z.string() }),
  response: z.object({}),
  examples: [{ name: 'by address', request: { email: 'ada@example.com' }, response: {} }],
});

/**
 * Called by delivery before every send: whether the recipient is a customer, and the locale. Writes nothing, because
 * the send may be rejected.
 */
export const lookUpCustomer = defineRpc({
  pattern: 'customer.customer.look_up.v1',
  request: z.object({ email: emailAddress }),
  response: z.object({ known: z.boolean(), locale: z.string().optional() }),
  timeoutMs: 2_000,
  examples: [
    { name: 'a customer', request: { email: 'ada@example.com' }, response: { known: true, locale: 'en-GB' } },
    { name: 'nobody yet', request: { email: 'nobody@example.com' }, response: { known: false } },
  ],
});

/**
 * Called by delivery after it has accepted a send to an unknown recipient: creates the customer if missing and returns
 * the locale.
 */
export const ensureCustomer = defineRpc({
  pattern: 'customer.customer.ensure.v1',
  request: z.object({ email: emailAddress }),
  response: z.object({ locale: z.string().optional() }),
  timeoutMs: 2_000,
  examples: [{ name: 'a known customer', request: { email: 'ada@example.com' }, response: { locale: 'en-GB' } }],
});

export const conversionBody = z
  .object({
    revenue: optionalOrEmpty(z.int({ error: 'must be a whole number of cents' })).describe('The revenue in cents.'),
    timestamp: optionalOrEmpty(timestamp).describe('The time of the conversion; now by default.'),
  })
  .meta({ id: 'ConversionBody' });

export const recordConversion = defineRpc({
  pattern: 'customer.conversion.record.v1',
  request: conversionBody.extend({ email: z.string() }),
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'a purchase', request: { email: 'ada@example.com', revenue: 1999 }, response: {} }],
});
