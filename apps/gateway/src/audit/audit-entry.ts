import { optionalOrEmpty, id, timestamp } from '@postrider/contracts';
import { z } from 'zod';

const maxListed = 100;

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
const at = optionalOrEmpty(z.preprocess(wholeNumber, z.int({ error: 'must be a Unix timestamp in whole seconds' })));
const anyId = optionalOrEmpty(
  z.string({ error: 'must be a string' }).regex(/^[^\x00]{1,320}$/, 'must be at most 320 characters'),
);

/** GET /audit (docs/reference/audit.md). */
export const auditQuery = z.object({
  object: anyId.describe('Only changes of the object with this id.'),
  user: anyId.describe('Only changes by the user or API key with this id.'),
  created_gt: at.describe('Only changes after this time.'),
  created_lt: at.describe('Only changes before this time.'),
  count: optionalOrEmpty(
    z.preprocess(
      wholeNumber,
      z
        .int({ error: 'must be a whole number' })
        .min(1, `must be from 1 to ${maxListed}`)
        .max(maxListed, `must be from 1 to ${maxListed}`),
    ),
  ).describe('The size of a page.'),
  cursor: optionalOrEmpty(id('auditEntry')).describe('`next_cursor` of the previous page.'),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** An entry as the API returns it. */
const auditEntryResource = z
  .object({
    object: z.literal('audit_entry'),
    id: id('auditEntry').describe('Its id.'),
    created: timestamp.describe('When the change was requested.'),
    actor: z
      .object({
        type: z.enum(['user', 'key']).describe('Who made the change.'),
        id: z.string().describe('The id of the user or of the API key.'),
        name: z.string().describe('The address of the user, or the name of the key.'),
      })
      .describe('The user or API key that made the change.'),
    operation: z.string().describe('The method and path of the call.'),
    summary: z.string().describe('A summary of the call.'),
    objects: z.array(z.string()).describe('The ids of the changed objects.'),
    before: z
      .unknown()
      .optional()
      .describe('The object before, without secrets and cut to 16 KB; absent if not known.'),
    after: z.unknown().optional().describe('The object afterwards, likewise.'),
    outcome: z
      .enum(['done', 'unknown', 'refused'])
      .describe(
        '`refused`: a failed log-in. `unknown`: a service did not respond, or has not yet, so the change may have been made.',
      ),
    request_id: z.string().describe('The id of the request.'),
    address: z.string().describe('The IP address of the caller.'),
  })
  .meta({ id: 'AuditEntry', description: 'A change, and who made it.' });
export type AuditEntryResource = z.output<typeof auditEntryResource>;

export const auditPage = z.object({
  data: z.array(auditEntryResource).describe('Newest first.'),
  next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
});
export type AuditPage = z.output<typeof auditPage>;
