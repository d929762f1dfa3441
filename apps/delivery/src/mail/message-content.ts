import type { AttachmentRef, CopyRecipient, DripMark } from '@postrider/contracts';
import type { MessageTracking } from '../tracking/mail-tracking.js';

/**
 * Everything about one message that is not in its log and not in its artifact. What a row has of it may hold the texts of numbers besides: `serializeLossless`
 * wrote it, and who reads the data reads it `parseLossless`.
 */
export interface MessageContent {
  readonly recipient: { readonly address: string; readonly name?: string | undefined };
  readonly sender: { readonly address: string; readonly reply_to: string; readonly name: string };
  readonly cc: readonly CopyRecipient[];
  readonly bcc: readonly CopyRecipient[];
  readonly template_data: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly AttachmentRef[];
  /** Which version it is, where that is decided and was written down. */
  readonly version_id?: string | undefined;
  /** Unix seconds, where the caller asked for a time. */
  readonly send_at?: number | undefined;
  readonly tracking?: MessageTracking | undefined;
  /** It goes to those who are suppressed, too. */
  readonly ignore_suppressions?: true | undefined;
  /** Where it is a campaign's mail: whose, and in which locale it was asked for. */
  readonly drip?: (DripMark & { readonly locale?: string | undefined }) | undefined;
}

/**
 * What becomes of each field. `copied`: into the new message of a resend or replay, where the caller may have fewer rights. `triggers`: into the mails of a
 * campaign that the message brings its recipient into. `exported`: with the data of its recipient. `erased`: what is left when the recipient is erased.
 */
const fieldUses = {
  recipient: { copied: true, triggers: true, exported: false, erased: 'pseudonym' },
  sender: { copied: true, triggers: true, exported: true, erased: 'kept' },
  // Of other people.
  cc: { copied: true, triggers: false, exported: false, erased: '[]' },
  bcc: { copied: true, triggers: false, exported: false, erased: '[]' },
  template_data: { copied: true, triggers: true, exported: true, erased: '{}' },
  tags: { copied: true, triggers: false, exported: true, erased: 'kept' },
  headers: { copied: true, triggers: false, exported: true, erased: '{}' },
  attachments: { copied: true, triggers: false, exported: true, erased: '[]' },
  version_id: { copied: true, triggers: false, exported: false, erased: 'removed' },
  send_at: { copied: false, triggers: false, exported: false, erased: 'removed' },
  tracking: { copied: true, triggers: true, exported: false, erased: 'kept' },
  ignore_suppressions: { copied: false, triggers: false, exported: false, erased: 'removed' },
  drip: { copied: false, triggers: false, exported: false, erased: 'kept' },
} as const satisfies Record<
  keyof MessageContent,
  {
    readonly copied: boolean;
    readonly triggers: boolean;
    readonly exported: boolean;
    readonly erased: 'pseudonym' | 'kept' | 'removed' | '[]' | '{}';
  }
>;
type Uses = typeof fieldUses;

/** The fields of which a use is true: an object literal that `satisfies Record<FieldsThat<…>, unknown>` forgets none. */
export type FieldsThat<Use extends 'copied' | 'triggers' | 'exported'> = {
  [Field in keyof Uses]: Uses[Field][Use] extends true ? Field : never;
}[keyof Uses];

const fields = Object.keys(fieldUses) as (keyof Uses)[];
const notCopied = fields.filter((field) => !fieldUses[field].copied);

/** What a resend sends. */
export const copyOf = (content: MessageContent): MessageContent => ({
  ...content,
  ...Object.fromEntries(notCopied.map((field) => [field, undefined])),
});

/** The same as SQL, of a column. */
export const copiedContent = (column: string): string => `${column} - '{${notCopied.join(',')}}'::text[]`;

/** SQL: what is left of a content whose recipient has this pseudonym. */
export const erasedContent = (column: string, pseudonym: string): string => {
  const kept = fields.filter((field) => fieldUses[field].erased === 'kept');
  const emptied = fields.flatMap((field) => {
    const { erased } = fieldUses[field];
    if (erased === 'pseudonym') return `'${field}', jsonb_build_object('address', ${pseudonym})`;
    return erased === '[]' || erased === '{}' ? `'${field}', '${erased}'::jsonb` : [];
  });
  return `jsonb_strip_nulls(jsonb_build_object(${kept.map((field) => `'${field}', ${column} -> '${field}'`).join(', ')}))
     || jsonb_build_object(${emptied.join(', ')})`;
};
