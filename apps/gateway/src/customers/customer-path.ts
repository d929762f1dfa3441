import { absentable, emailAddress } from '@postrider/contracts';
import { z } from 'zod';

/** `{email}` of a path: a malformed address is 400 (docs/guides/errors.md). */
export const customerPath = z.object({ email: emailAddress });
export type CustomerPath = z.output<typeof customerPath>;

/** What becomes of what else is held of the customer. */
export const deletionQuery = z.object({
  erase: absentable(z.enum(['true', 'false'], { error: 'must be true or false' })).describe(
    'Whether to erase the person everywhere: in logs, memberships and tracking.',
  ),
});
export type DeletionQuery = z.output<typeof deletionQuery>;
