import type { AttachmentRef, CopyRecipient, DripMark } from '@postrider/contracts';
import type { MessageTracking } from '../tracking/tracking-choice.js';

/**
 * Everything about one message that is not in its log and not in its artifact. What a row has of it may hold the texts of numbers besides: `packedJson`
 * wrote it, and who reads the data reads it `unpacked`.
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
