import type { AccountTracking, LimitOverrides, sender } from '@postrider/contracts';
import type { z } from 'zod';

export type Sender = z.output<typeof sender>;

/** A test key gives normal responses and sends no email (docs/guides/authentication.md#test-keys). */
export const keyKinds = ['live', 'test'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * The scopes of a key: `send` email and record customers and conversions, `read` everything, `manage` templates,
 * snippets, ESP accounts and keys. A key without a list has all scopes.
 */
export const scopes = ['send', 'read', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** The right that an operation needs. Keys get `administer` with `manage`; users need the role admin for it. */
export type Right = Scope | 'administer';

/** The roles of a user in an account (docs/users.md#roles). */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The user of a session. */
export interface CallingUser {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** In the account of the request. */
  readonly role: Role;
}

/** The authenticated caller, determined only by its key or session. */
export interface Caller {
  readonly accountId: string;
  /** The id of the key, or of the user. */
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Right[] | null;
  readonly defaultSender: Sender | null;
  /** Absent for an API key. */
  readonly user?: CallingUser;
  /** The default tracking of the account. */
  readonly tracking?: AccountTracking | null;
  /** Whether the account publishes only approved versions. */
  readonly requiresReview?: boolean;
  /** The limits of the account that differ from the defaults. */
  readonly limits?: LimitOverrides | undefined;
}
