import { absentable, id, timestamp } from '@postrider/contracts';
import { z } from 'zod';

const maxListed = 100;

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
const at = absentable(z.preprocess(wholeNumber, z.int({ error: 'must be a Unix timestamp in whole seconds' })));
const anyId = absentable(
  z.string({ error: 'must be a string' }).regex(/^[^\x00]{1,320}$/, 'must be at most 320 characters'),
);

/** GET /audit (docs/reference/audit.md). */
export const auditQuery = z.object({
  object: anyId.describe('Only changes of what has this id.'),
  user: anyId.describe('Only changes by this user or API key: its id.'),
  created_gt: at.describe('Only changes after this time.'),
  created_lt: at.describe('Only changes before this time.'),
  count: absentable(
    z.preprocess(
      wholeNumber,
      z
        .int({ error: 'must be a whole number' })
        .min(1, `must be from 1 to ${maxListed}`)
        .max(maxListed, `must be from 1 to ${maxListed}`),
    ),
  ).describe('How many at most.'),
  cursor: absentable(id('auditEntry')).describe('`next_cursor` of the page before.'),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** A change, as it is shown. */
const auditEntryResource = z
  .object({
    object: z.literal('audit_entry'),
    id: id('auditEntry').describe('Its id.'),
    created: timestamp.describe('When it was asked for.'),
    actor: z
      .object({
        type: z.enum(['user', 'key']).describe('What it was.'),
        id: z.string().describe('The id of the user or of the API key.'),
        name: z.string().describe('The address of the user, or the name of the key.'),
      })
      .describe('Who did it.'),
    operation: z.string().describe('What was asked for: the method and the address.'),
    summary: z.string().describe('The same in words.'),
    objects: z.array(z.string()).describe('The ids of what it is about.'),
    before: z
      .unknown()
      .optional()
      .describe('What it was before, without secrets and cut to 16 KB; absent where that is not known.'),
    after: z.unknown().optional().describe('What it is since, likewise.'),
    outcome: z
      .enum(['done', 'unknown', 'refused'])
      .describe(
        '`refused` of a log-in that failed; `unknown` where it may have been carried out or not: a service did not answer, or has not yet.',
      ),
    request_id: z.string().describe('The id of the request.'),
    address: z.string().describe('The IP address that asked.'),
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what.' });
export type AuditEntryResource = z.output<typeof auditEntryResource>;

export const auditPage = z.object({
  data: z.array(auditEntryResource).describe('Newest first.'),
  next_cursor: z.string().nullable().describe('Where the next page begins; null on the last.'),
});
export type AuditPage = z.output<typeof auditPage>;
