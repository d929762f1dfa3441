import { absentable, emailAddress, text } from '@postrider/contracts';
import { z } from 'zod';
import { roles } from '../http/caller.js';
import { newPassword } from '../passwords/password-hashes.js';

const token = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .max(128, 'must be at most 128 characters')
  .describe('What follows the `#` of the link.');

/** POST /invitations/check (docs/reference/users.md). */
export const invitationQuestion = z.object({ token }).meta({ id: 'InvitationQuestion' });
export type InvitationQuestion = z.output<typeof invitationQuestion>;

/** What an invitation is to, for whoever has its link. */
export const invitationResource = z
  .object({
    email: z
      .string()
      .optional()
      .describe('The address that it was sent to; absent where it is the first one, which goes to nobody yet.'),
    name: z.string().optional().describe('The name that was given with it.'),
    account: z.string().describe('The name of the account.'),
    role: z.enum(roles).describe('What the user will be able to do there.'),
    registered: z
      .boolean()
      .describe('Whether there is a user with this address already: who accepts it then gives the password it has.'),
  })
  .meta({ id: 'Invitation', description: 'What an invitation is to.' });
export type InvitationResource = z.output<typeof invitationResource>;

/** POST /invitations/accept. */
export const acceptBody = z
  .object({
    token,
    email: absentable(emailAddress).describe(
      'The address to log in with: of the first invitation alone, which has none.',
    ),
    name: absentable(text(255)).describe('A name for people; that of the invitation where it is absent.'),
    password: newPassword.describe('The password from now on, or the one that the user has already.'),
  })
  .meta({ id: 'AcceptBody' });
export type AcceptBody = z.output<typeof acceptBody>;
