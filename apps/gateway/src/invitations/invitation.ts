import { optionalOrEmpty, emailAddress, text, required } from '@postrider/contracts';
import { z } from 'zod';
import { roles } from '../http/caller.js';
import { newPassword } from '../passwords/password-hashes.js';

const token = z
  .string(required('a string'))
  .max(128, 'must be at most 128 characters')
  .describe('The part of the link after `#`.');

/** POST /invitations/check (docs/reference/users.md). */
export const invitationQuestion = z.object({ token }).meta({ id: 'InvitationQuestion' });
export type InvitationQuestion = z.output<typeof invitationQuestion>;

/** The invitation, as shown to the holder of its link. */
export const invitationResource = z
  .object({
    email: z.string().optional().describe('The invited address; absent from the first invitation, which has none.'),
    name: z.string().optional().describe('The name given with the invitation.'),
    account: z.string().describe('The name of the account.'),
    role: z.enum(roles).describe('The role that the user gets.'),
    registered: z.boolean().describe("Whether a user with this address exists: accept with that user's password."),
  })
  .meta({ id: 'Invitation', description: 'An invitation.' });
export type InvitationResource = z.output<typeof invitationResource>;

/** POST /invitations/accept. */
export const acceptBody = z
  .object({
    token,
    email: optionalOrEmpty(emailAddress).describe(
      'The address to log in with; only for the first invitation, which has none.',
    ),
    name: optionalOrEmpty(text(255)).describe("The user's name; if omitted, that of the invitation."),
    password: newPassword.describe('A new password, or the existing one of a registered user.'),
  })
  .meta({ id: 'AcceptBody' });
export type AcceptBody = z.output<typeof acceptBody>;
