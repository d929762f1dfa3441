import { emailAddress } from '@postrider/contracts';
import { z } from 'zod';
import { newPassword } from '../passwords/password.js';

/** POST /password_resets. */
export const resetBody = z
  .object({ email: emailAddress.describe('The address that the user logs in with.') })
  .meta({ id: 'ResetBody' });
export type ResetBody = z.output<typeof resetBody>;

/** POST /password_resets/confirm (docs/api.md#passwords). */
export const confirmBody = z
  .object({
    token: z
      .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
      .max(128, 'must be at most 128 characters')
      .describe('What follows the `#` of the link.'),
    password: newPassword,
  })
  .meta({ id: 'ConfirmBody' });
export type ConfirmBody = z.output<typeof confirmBody>;
