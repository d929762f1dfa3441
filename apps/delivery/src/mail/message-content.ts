import type { AttachmentRef, CopyRecipient, DripMark } from '@postrider/contracts';
import type { MessageTracking } from '../tracking/mail-tracking.js';

/**
 * Everything about a message that is neither in its log nor in its artifact. Stored rows are written by
 * `serializeLossless`, so template data must be read with `parseLossless`.
 */
export interface MessageContent {
  readonly recipient: { readonly address: string; readonly name?: string | undefined };
  readonly sender: { readonly address: string; readonly reply_to: string; readonly name: string };
  /** All addresses for replies, if there are several; the first one is also that of the sender. */
  readonly reply_to?: readonly string[] | undefined;
  readonly cc: readonly CopyRecipient[];
  readonly bcc: readonly CopyRecipient[];
  readonly template_data: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly AttachmentRef[];
  /** Replaces the subject of the template. */
  readonly subject?: string | undefined;
  /** The template version, once it is chosen. */
  readonly version_id?: string | undefined;
  /** Unix seconds, if the caller set a time. */
  readonly send_at?: number | undefined;
  readonly tracking?: MessageTracking | undefined;
  /** It is sent to suppressed addresses, too. */
  readonly ignore_suppressions?: true | undefined;
  /** Set for a campaign's email, with the locale that its trigger requested. */
  readonly drip?: (DripMark & { readonly locale?: string | undefined }) | undefined;
}

/**
 * How each field is used. `copied`: by a resend or replay, whose caller may have fewer rights. `triggers`: in the emails
 * of a campaign that the message triggers. `exported`: with the data of its recipient. `erased`: its value after an
 * erasure.
 */
const fieldUses = {
  recipient: { copied: true, triggers: true, exported: false, erased: 'pseudonym' },
  sender: { copied: true, triggers: true, exported: true, erased: 'kept' },
  reply_to: { copied: true, triggers: false, exported: false, erased: 'kept' },
  // Personal data of other people.
  cc: { copied: true, triggers: false, exported: false, erased: '[]' },
  bcc: { copied: true, triggers: false, exported: false, erased: '[]' },
  template_data: { copied: true, triggers: true, exported: true, erased: '{}' },
  tags: { copied: true, triggers: false, exported: true, erased: 'kept' },
  headers: { copied: true, triggers: false, exported: true, erased: '{}' },
  attachments: { copied: true, triggers: false, exported: true, erased: '[]' },
  // Exported as the subject of the log.
  subject: { copied: true, triggers: false, exported: false, erased: 'removed' },
  version_id: { copied: true, triggers: false, exported: false, erased: 'removed' },
  // Statistics need it.
  send_at: { copied: false, triggers: false, exported: false, erased: 'kept' },
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

/** The fields with a use. An object literal that `satisfies Record<FieldsThat<…>, unknown>` cannot miss one. */
export type FieldsWithUse<Use extends 'copied' | 'triggers' | 'exported'> = {
  [Field in keyof Uses]: Uses[Field][Use] extends true ? Field : never;
}[keyof Uses];

const fields = Object.keys(fieldUses) as (keyof Uses)[];
const notCopied = fields.filter((field) => !fieldUses[field].copied);

/** The content of a resend. */
export const copyContent = (content: MessageContent): MessageContent => ({
  ...content,
  ...Object.fromEntries(notCopied.map((field) => [field, undefined])),
});

/** `copyContent` as SQL, for a column. */
export const copiedContent = (column: string): string => `${column} - '{${notCopied.join(',')}}'::text[]`;

/** SQL: the content after its recipient was erased; `pseudonym` replaces the address. */
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
