import { createHash } from 'node:crypto';
import { ServiceError } from '@postrider/contracts';

/**
 * What something is like, as a short text: another one for every difference in these fields, in this order. A change and its opposite lead back
 * to the same one, which is what somebody who has read it before wants.
 */
export function revisionOf(...fields: readonly (string | number | boolean | null | undefined)[]): string {
  const hash = createHash('sha256');
  for (const field of fields) {
    const text = String(field);
    // With its length, so that no two sequences of fields are one text; its type, so that "null" is not null.
    hash.update(`${typeof field} ${text.length}:`).update(text);
  }
  return `rev_${hash.digest('hex').slice(0, 24)}`;
}

/**
 * Before a change, in its transaction, with the lock that every other change of it needs.
 * @throws ServiceError `precondition_failed` where none of the revisions that the caller would change is the one there is
 */
export async function refuseChanged(
  expected: readonly string[] | undefined,
  what: string,
  current: () => string | Promise<string>,
): Promise<void> {
  if (expected === undefined || expected.includes(await current())) return;
  throw new ServiceError(
    'precondition_failed',
    `${what} is no longer what If-Match says: it was changed in between. Nothing was changed now; read it again`,
  );
}
