import { optionalOrEmpty, emailAddress, id, text, timestamp, toTimestamp } from '@postrider/contracts';
import { z } from 'zod';
import { roles } from '../http/caller.js';
import type { Membership } from '../invitations/memberships.repository.js';

const role = z.enum(roles, { error: `must be ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}` });

/** POST /users (docs/reference/users.md). */
export const invitationBody = z
  .object({
    email: emailAddress.describe('The address that receives the invitation and logs in.'),
    role: role.describe("The user's role in this account."),
    name: optionalOrEmpty(text(255)).describe("The user's name; the user may change it when accepting."),
  })
  .meta({ id: 'InvitationBody' });
export type InvitationBody = z.output<typeof invitationBody>;

/** PATCH /users/{id}. */
export const roleBody = z.object({ role: role.describe('The new role.') }).meta({ id: 'RoleBody' });
export type RoleBody = z.output<typeof roleBody>;

/** A user of the account, or an invited one. */
export const accountUserResource = z
  .object({
    object: z.literal('user'),
    id: id('accountUser').describe('Its id in this account.'),
    user_id: id('user')
      .optional()
      .describe('The id of the user, as in `GET /session`; absent until the invitation is accepted.'),
    email: z.string().describe('The address that it logs in with.'),
    name: z.string().describe("The user's name, or empty."),
    role: z.enum(roles).describe("The user's role in this account."),
    status: z.enum(['active', 'invited']).describe('Whether the invitation is accepted.'),
    created: timestamp.describe('When it was invited.'),
  })
  .meta({ id: 'User', description: 'A user of the account.' });
export type AccountUserResource = z.output<typeof accountUserResource>;

export const toAccountUser = (membership: Membership): AccountUserResource => ({
  object: 'user',
  id: membership.id,
  ...(membership.userId === null ? {} : { user_id: membership.userId }),
  email: membership.email,
  name: membership.name,
  role: membership.role,
  status: membership.userId === null ? 'invited' : 'active',
  created: toTimestamp(membership.createdAt),
});
