import type { AccountTracking, LimitOverrides, sender } from '@postrider/contracts';
import type { z } from 'zod';

export type Sender = z.output<typeof sender>;

/** A test key gives normal responses and sends no email (docs/guides/authentication.md#test-keys). */
export const keyKinds = ['live', 'test'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * What a key may do: `send` mail and record customers and conversions, `read` everything, `manage` templates, snippets, ESP accounts and
 * keys. A key without a list may do all of it.
 */
export const scopes = ['send', 'read', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** What an operation needs. To `administer` is to decide who and what an account trusts: keys that may manage may, users only as administrators. */
export type Right = Scope | 'administer';

/** What a user may do in an account (docs/users.md#roles). */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who is asking, where it is a person with a session. */
export interface CallingUser {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** In the account of the request. */
  readonly role: Role;
}

/** Who is asking: what the key says or the session, and nothing else does. */
export interface Caller {
  readonly accountId: string;
  /** Of a user, its id. */
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Right[] | null;
  readonly defaultSender: Sender | null;
  /** Absent where a key asks. */
  readonly user?: CallingUser;
  /** What the account says of tracking. */
  readonly tracking?: AccountTracking | null;
  /** The account's, where they are not the defaults. */
  readonly limits?: LimitOverrides | undefined;
}
