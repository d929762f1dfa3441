import { optionalOrEmpty, emailAddress, id, text, timestamp } from '@postrider/contracts';
import { z } from 'zod';
import type { StoredSession } from '../authentication/stored-sessions.repository.js';
import { roles } from '../http/caller.js';
import { newPassword, offeredPassword } from '../passwords/password-hashes.js';

/** POST /session (docs/reference/sessions.md). */
export const logInBody = z
  .object({
    email: emailAddress.describe("The user's email address."),
    password: offeredPassword.describe("The user's password."),
  })
  .meta({ id: 'LogInBody' });
export type LogInBody = z.output<typeof logInBody>;

const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'must be a language such as de or pt-BR');

/** PATCH /session. */
export const userChanges = z
  .object({
    name: optionalOrEmpty(text(255)).describe('The new name.'),
    language: optionalOrEmpty(language).describe('The language of the dashboard, such as `de`.'),
    password: optionalOrEmpty(newPassword).describe('A new password; ends all other sessions.'),
    current_password: optionalOrEmpty(offeredPassword).describe('The current password; required for a new one.'),
  })
  .meta({ id: 'UserChanges' });
export type UserChanges = z.output<typeof userChanges>;

const role = z.enum(roles).describe("The user's role there.");

/** The user who is logged in, and the user's accounts. */
export const sessionResource = z
  .object({
    object: z.literal('session'),
    user: z
      .object({
        id: id('user').describe('Its id.'),
        email: z.string().describe('The address that it logs in with.'),
        name: z.string().describe('The name.'),
        language: z.string().optional().describe('The language of the dashboard; absent if the browser decides.'),
      })
      .describe('The user.'),
    accounts: z
      .array(
        z.object({
          id: id('account').describe('Its id, for the header `Postrider-Account`.'),
          name: z.string().describe('Its name.'),
          role,
        }),
      )
      .describe('The accounts of the user.'),
    expires_at: timestamp.describe('The latest end of the session.'),
  })
  .meta({ id: 'Session', description: 'A user who is logged in.' });
export type SessionResource = z.output<typeof sessionResource>;

/** An entry of the user's sessions. */
export const ownSessionResource = z
  .object({
    id: id('session').describe('Its id.'),
    created: timestamp.describe('When the user logged in.'),
    last_seen: timestamp.describe('When it was last used, to five minutes.'),
    expires_at: timestamp.describe('Its latest end.'),
    address: z.string().describe('The IP address that the user logged in from.'),
    user_agent: z.string().describe('The user agent of the browser.'),
    current: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'OwnSession', description: 'A session of the user.' });
export type OwnSessionResource = z.output<typeof ownSessionResource>;

export const toSessionResource = ({ user, accounts, expiresAt }: StoredSession): SessionResource => ({
  object: 'session',
  user: { id: user.id, email: user.email, name: user.name, ...(user.language ? { language: user.language } : {}) },
  accounts: accounts.map(({ id: accountId, name, role: accountRole }) => ({ id: accountId, name, role: accountRole })),
  expires_at: Math.floor(expiresAt / 1_000),
});

/** The example in the OpenAPI description. */
export const exampleSession: SessionResource = {
  object: 'session',
  user: { id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe', email: 'ada@acme.example', name: 'Ada' },
  accounts: [{ id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'Acme', role: 'admin' }],
  expires_at: 1_796_558_400,
};
