import { createHash } from 'node:crypto';
import { ServiceError } from '@postrider/contracts';

/**
 * A hash of the state of a resource: any difference in these fields, or in their order, gives another revision. A
 * change and its reversal give the original revision again.
 */
export function hashRevision(...fields: readonly (string | number | boolean | null | undefined)[]): string {
  const hash = createHash('sha256');
  for (const field of fields) {
    const text = String(field);
    // The length delimits the fields; the type distinguishes null from "null".
    hash.update(`${typeof field} ${text.length}:`).update(text);
  }
  return `rev_${hash.digest('hex').slice(0, 24)}`;
}

/**
 * Checks If-Match. Runs before a change, in its transaction, with the resource locked.
 * @throws ServiceError `precondition_failed` when none of the expected revisions is the current one
 */
export async function rejectChanged(
  expected: readonly string[] | undefined,
  what: string,
  current: () => string | Promise<string>,
): Promise<void> {
  if (expected === undefined || expected.includes(await current())) return;
  throw new ServiceError(
    'precondition_failed',
    `${what} was changed since the revision in If-Match; this request changed nothing. Read it again`,
  );
}
