import { z } from 'zod';
import { optionalOrEmpty, locale } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { customerResource, exampleCustomer } from './customers.js';

const printable = /^[^\x00-\x1f\x7f]*$/;

/** GET /customers (docs/reference/customers.md). */
export const customersQuery = z.object({
  search: optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .trim()
      .max(254, 'must be at most 254 characters')
      .regex(printable, 'must not contain control characters'),
  ).describe('The start of the address, or with a leading `@`, of its domain.'),
  locale: optionalOrEmpty(locale).describe('Only customers with this locale.'),
  count: optionalOrEmpty(
    z.preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int({ error: 'must be a whole number' }).min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
    ),
  ).describe('The size of a page.'),
  cursor: optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be a next_cursor of an earlier page'),
  ).describe('`next_cursor` of the previous page.'),
});

/** Sorted by address; a search for a domain sorts by domain first. */
export const listCustomers = defineRpc({
  pattern: 'customer.customer.list.v1',
  request: customersQuery,
  response: z.object({
    data: z.array(customerResource).describe('By address; for a domain search, by domain.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  examples: [
    {
      name: 'by the beginning of the address',
      request: { search: 'ada', locale: 'en-GB' },
      response: { data: [exampleCustomer], next_cursor: null },
    },
  ],
});
