import type { AccountTracking, LimitOverrides, sender } from '@postrider/contracts';
import type { z } from 'zod';

export type Sender = z.output<typeof sender>;

/** A test key gives normal responses and sends no email (docs/api.md#test-keys). */
export const keyKinds = ['live', 'test'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * What a key may do: `send` mail and record customers and conversions, `read` everything, `manage` templates, snippets, ESP accounts and
 * keys. A key without a list may do all of it.
 */
export const scopes = ['send', 'read', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** Who is asking: what the key says, and nothing else does. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[] | null;
  readonly defaultSender: Sender | null;
  /** What the account says of tracking. */
  readonly tracking?: AccountTracking | null;
  /** The account's, where they are not the defaults. */
  readonly limits?: LimitOverrides | undefined;
}
