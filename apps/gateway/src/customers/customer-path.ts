import { optionalOrEmpty, emailAddress } from '@postrider/contracts';
import { z } from 'zod';

/** `{email}` in a path. A malformed address returns 400 (docs/guides/errors.md). */
export const customerPath = z.object({ email: emailAddress });
export type CustomerPath = z.output<typeof customerPath>;

export const deletionQuery = z.object({
  erase: optionalOrEmpty(z.enum(['true', 'false'], { error: 'must be true or false' })).describe(
    'Whether to erase the person everywhere: in logs, memberships and tracking.',
  ),
});
export type DeletionQuery = z.output<typeof deletionQuery>;
