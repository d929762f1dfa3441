import { z } from 'zod';
import { emailAddress } from '../addresses.js';
import { optionalOrEmpty, text, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** Why email to an address is not sent (docs/suppressions.md#reasons). */
export const suppressionReasons = ['hard_bounce', 'spam_report', 'unsubscribe', 'manual'] as const;
export const suppressionReason = z
  .enum(suppressionReasons, { error: `must be one of ${suppressionReasons.join(', ')}` })
  .meta({ id: 'SuppressionReason', description: 'Why an address gets no email.' });
export type SuppressionReason = z.infer<typeof suppressionReason>;

export const maxNoteLength = 500;

export const suppressionBody = z
  .object({
    email: emailAddress,
    reason: optionalOrEmpty(suppressionReason).describe('The reason; `manual` by default.'),
    note: optionalOrEmpty(
      z
        .string({ error: 'must be a string' })
        .max(maxNoteLength, `must be at most ${maxNoteLength} characters`)
        .regex(/^[^\x00]*$/, 'must not contain NUL characters'),
    ).describe('A note for your team.'),
  })
  .meta({ id: 'SuppressionBody' });
export type SuppressionBody = z.infer<typeof suppressionBody>;

/** Suppression (docs/reference/suppressions.md). */
export const suppressionResource = z
  .object({
    object: z.literal('suppression'),
    email: z
      .string()
      .nullable()
      .describe('The address, with the spelling of the customer. Null after an erasure; the address stays suppressed.'),
    reason: suppressionReason,
    note: z.string().describe('A note: the response of the receiver or provider, or your own.'),
    created: timestamp,
    log_id: z.string().optional().describe('The log of the email that caused it, if any.'),
  })
  .meta({ id: 'Suppression', description: 'An address that gets no email.' });
export type SuppressionResource = z.infer<typeof suppressionResource>;

const maxListed = 100;
/** Maximum of the export, which reads page after page. */
const maxPerPage = 500;
/** See docs/operate/limits.md#suppressions. */
export const maxImportBatch = 1_000;

const count = (max: number) =>
  optionalOrEmpty(
    z.preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z
        .int({ error: 'must be a whole number' })
        .min(1, `must be from 1 to ${max}`)
        .max(max, `must be from 1 to ${max}`),
    ),
  ).describe('The size of a page.');
const reasonFilter = optionalOrEmpty(suppressionReason).describe('Only entries with this reason.');

/** GET /suppressions. */
export const suppressionsQuery = z.object({
  email: optionalOrEmpty(emailAddress).describe('Only entries of this address.'),
  search: optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .trim()
      .max(255, 'must be at most 255 characters')
      .regex(/^[^\x00]*$/, 'must not contain NUL characters'),
  ).describe('The start of the address.'),
  reason: reasonFilter,
  count: count(maxListed),
  cursor: optionalOrEmpty(
    z.string({ error: 'must be a string' }).regex(/^[0-9]{1,18}$/, 'must be a next_cursor of an earlier page'),
  ).describe('`next_cursor` of the previous page.'),
});

/** GET /suppressions/export. */
export const suppressionsExportQuery = suppressionsQuery.pick({ search: true, reason: true });

const flag = optionalOrEmpty(
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: 'must be true or false' }),
  ),
);

/** POST /suppressions/import. */
export const suppressionsImportQuery = z.object({
  dry_run: flag.describe('`true`: check the file, write nothing.'),
  reason: optionalOrEmpty(suppressionReason).describe(
    'The reason of all lines; by default the column `reason`, else `manual`.',
  ),
});

/** DELETE /suppressions/{email}. */
export const suppressionRemovalQuery = z.object({
  reason: optionalOrEmpty(suppressionReason).describe('Only the entry with this reason; by default all of them.'),
});

const email = 'grace@example.com';
const example: SuppressionResource = {
  object: 'suppression',
  email,
  reason: 'hard_bounce',
  note: '550 5.1.1 No such user',
  created: 1_790_000_000,
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
};
const byHand: SuppressionResource = {
  object: 'suppression',
  email,
  reason: 'manual',
  note: 'Asked us by telephone',
  created: 1_790_000_000,
};

/** Newest first. */
export const listSuppressions = defineRpc({
  pattern: 'delivery.suppression.list.v1',
  request: suppressionsQuery.extend({ count: count(maxPerPage) }),
  response: z.object({
    data: z.array(suppressionResource).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  examples: [
    { name: 'the only page', request: {}, response: { data: [example], next_cursor: null } },
    { name: 'of one address', request: { email }, response: { data: [byHand], next_cursor: null } },
    {
      name: 'of addresses that begin so',
      request: { search: 'grac' },
      response: { data: [byHand], next_cursor: null },
    },
  ],
});

/** An entry for the same address and reason stays unchanged. */
export const createSuppression = defineRpc({
  pattern: 'delivery.suppression.create.v1',
  request: suppressionBody,
  response: suppressionResource,
  errors: ['quota_exceeded'],
  examples: [
    { name: 'by hand', request: { email, reason: 'manual', note: byHand.note }, response: byHand },
    {
      name: 'as another service had it',
      request: { email, reason: 'unsubscribe' },
      response: { ...byHand, reason: 'unsubscribe', note: '' },
    },
  ],
});

/** Imports a part of a file: all entries, or with `dry_run` none. */
export const importSuppressions = defineRpc({
  pattern: 'delivery.suppression.import.v1',
  request: z.object({ entries: z.array(suppressionBody).max(maxImportBatch), dry_run: z.boolean() }),
  response: z.object({ added: z.int(), known: z.int() }),
  errors: ['quota_exceeded'],
  examples: [
    {
      name: 'two addresses',
      request: { entries: [{ email, reason: 'unsubscribe' }, { email: 'ada@example.com' }], dry_run: false },
      response: { added: 2, known: 0 },
    },
  ],
});

/** Succeeds for an unknown address. */
export const removeSuppressions = defineRpc({
  pattern: 'delivery.suppression.remove.v1',
  request: suppressionRemovalQuery.extend({ email: text(320) }),
  response: z.object({ removed: z.int().describe('How many entries were removed.') }),
  examples: [{ name: 'all of an address', request: { email }, response: { removed: 1 } }],
});
