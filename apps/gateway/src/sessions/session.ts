import { absentable, emailAddress, id, text, timestamp } from '@postrider/contracts';
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
    name: absentable(text(255)).describe('The name from now on.'),
    language: absentable(language).describe('The language that the dashboard is in.'),
    password: absentable(newPassword).describe('A new password: it ends all other sessions.'),
    current_password: absentable(offeredPassword).describe('The password until now; needed for a new one.'),
  })
  .meta({ id: 'UserChanges' });
export type UserChanges = z.output<typeof userChanges>;

const role = z.enum(roles).describe('What the user may do there.');

/** Who is logged in, and what it may enter. */
export const sessionResource = z
  .object({
    object: z.literal('session'),
    user: z
      .object({
        id: id('user').describe('Its id.'),
        email: z.string().describe('The address that it logs in with.'),
        name: z.string().describe('A name for people.'),
        language: z
          .string()
          .optional()
          .describe('The language that the dashboard is in; absent where the browser decides.'),
      })
      .describe('Who is logged in.'),
    accounts: z
      .array(
        z.object({
          id: id('account').describe('Its id, for the header `Postrider-Account`.'),
          name: z.string().describe('Its name.'),
          role,
        }),
      )
      .describe('The accounts that the user may enter.'),
    expires_at: timestamp.describe('When the session ends at the latest.'),
  })
  .meta({ id: 'Session', description: 'A user who is logged in.' });
export type SessionResource = z.output<typeof sessionResource>;

/** One of several sessions of a user. */
export const ownSessionResource = z
  .object({
    id: id('session').describe('Its id.'),
    created: timestamp.describe('When the user logged in.'),
    last_seen: timestamp.describe('When it was used last, to five minutes.'),
    expires_at: timestamp.describe('When it ends at the latest.'),
    address: z.string().describe('The IP address that the user logged in from.'),
    user_agent: z.string().describe('What the browser says it is.'),
    current: z.boolean().describe('Whether it is the one that asks.'),
  })
  .meta({ id: 'OwnSession', description: 'A session of the user who asks.' });
export type OwnSessionResource = z.output<typeof ownSessionResource>;

export const toSessionResource = ({ user, accounts, expiresAt }: StoredSession): SessionResource => ({
  object: 'session',
  user: { id: user.id, email: user.email, name: user.name, ...(user.language ? { language: user.language } : {}) },
  accounts: accounts.map(({ id: accountId, name, role: ofUser }) => ({ id: accountId, name, role: ofUser })),
  expires_at: Math.floor(expiresAt / 1_000),
});

/** Of the description of the API. */
export const exampleSession: SessionResource = {
  object: 'session',
  user: { id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe', email: 'ada@acme.example', name: 'Ada' },
  accounts: [{ id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'Acme', role: 'admin' }],
  expires_at: 1_796_558_400,
};
