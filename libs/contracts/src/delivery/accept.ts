import { z } from 'zod';
import { id } from '../ids.js';
import { locale, text } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { accountTracking } from '../tracking-choice.js';
import {
  copyRecipient,
  ignoreSuppressions as ignore_suppressions,
  maxCopies,
  messageContent,
  maxContentMime,
  ownContent,
  replyTo,
  recipient,
  sendAt,
  sender,
} from './message.js';

/** A media type with parameters, as in `text/calendar; method=REQUEST`. */
export const mediaType = z
  .string({ error: 'must be a string' })
  .max(255, 'must be at most 255 characters')
  .regex(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=(?:[\w.+:-]+|"[^"\\\x00-\x1f\x7f-\uffff]*"))*$/,
    'must be a media type',
  );

/**
 * A stored attachment. The bytes are in delivery's blob store; the message contains only this reference. The HTML
 * refers to an inline one by `content_id`, else by its name. Without `content_type`, the type follows from the name.
 */
export const attachmentRef = z.object({
  name: z.string(),
  blob_id: id('blob'),
  bytes: z.int(),
  /** `raw`: the whole email in MIME, which is sent as it is if the driver takes MIME and nothing is tracked. */
  disposition: z.enum(['inline', 'attachment', 'raw']),
  content_id: z.string().max(255).optional(),
  content_type: mediaType.optional(),
});
export type AttachmentRef = z.infer<typeof attachmentRef>;

/**
 * The same key with the same request replays the first response; with another request it is rejected
 * (docs/guides/idempotency.md).
 */
export const idempotency = z.object({ key: z.string().min(1).max(255), request_hash: z.string() });
/** A key of Postrider's own. It starts with a line feed, which the keys of callers cannot contain. */
export const internalKey = (kind: 'smtp' | 'hook' | 'proposal' | 'alert', id: string): string => `\n${kind}:${id}`;

/** The response to /send and /resend (docs/guides/sending.md), and whether it is a replay. */
export const receipt = z.object({
  receipt_id: id('log').describe('The id of the log of this email.'),
  email: z
    .object({
      name: z.string().describe('The name of the template, or `No template`.'),
      version_name: z.string().describe('The name of the version; empty without a template.'),
      locale,
    })
    .describe('The version that is sent.'),
  receipts: z
    .array(
      z.object({
        address: z.string().describe('The address of the recipient.'),
        receipt_id: id('log').describe('The id of the log of the email to this recipient.'),
      }),
    )
    .optional()
    .describe('With `separate`: the email of each recipient, in the order of `to`.'),
  replayed: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;

const exampleReceipt = {
  receipt_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  email: { name: 'Receipt', version_name: 'Receipt', locale: 'en-US' },
  replayed: false,
};

/**
 * Accepts one email. Before it responds, the message, its log, its first events and its idempotency record are
 * committed (docs/guides/sending.md#guarantees). `test` is the kind of the caller's key; `default_sender` is the
 * account's, used if neither the request nor the ESP account has one; `account_tracking` is the account's tracking
 * setting. Without
 * `template`, the email has `own_content`; with it, `subject` replaces the subject of the template. The To header shows
 * copies with `to`.
 */
export const acceptMessage = defineRpc({
  pattern: 'delivery.message.accept.v1',
  request: messageContent.extend({
    template: messageContent.shape.template.optional(),
    cc: z
      .array(copyRecipient.extend({ to: z.literal(true).optional() }))
      .max(maxCopies * 2)
      .optional(),
    /** Further recipients, each with an email of their own. All emails are accepted, or none. */
    others: z.array(recipient).max(maxCopies).optional(),
    /**
     * `mime`: the email in ASCII with CRLF line ends, instead of its parts. It is sent as it is if its provider takes
     * MIME and nothing in it is tracked; otherwise delivery composes it again from the parts of the MIME.
     */
    own_content: ownContent.extend({ mime: z.string().max(maxContentMime).optional() }).optional(),
    subject: ownContent.shape.subject.optional(),
    reply_to: replyTo.optional(),
    attachments: z.array(attachmentRef).default([]),
    test: z.boolean(),
    default_sender: sender.optional(),
    account_tracking: accountTracking.optional(),
    ignore_suppressions,
    idempotency: idempotency.optional(),
  }),
  response: receipt,
  errors: [
    'template_not_found',
    'version_not_found',
    'invalid_template',
    'esp_account_not_found',
    'no_esp_account',
    'sender_required',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'quota_exceeded',
  ],
  examples: [
    {
      name: 'a receipt',
      request: {
        template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
        recipient: { address: 'ada@example.com', name: 'Ada' },
        template_data: { number: 'R-1' },
        sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
        test: false,
      },
      response: exampleReceipt,
    },
    {
      name: 'an email without a template',
      request: {
        own_content: { subject: 'Your receipt R-1', html: '<p>Hello Ada</p>' },
        recipient: { address: 'ada@example.com' },
        sender: { address: 'billing@acme.example', reply_to: 'billing@acme.example', name: 'Acme' },
        test: false,
      },
      response: { ...exampleReceipt, email: { name: 'No template', version_name: '', locale: 'en-US' } },
    },
  ],
});

/** The HTML of a sent email, for its web view (docs/tracking.md#the-web-view). */
export const showMessage = defineRpc({
  pattern: 'delivery.message.show.v1',
  request: z.object({ log_id: z.string() }),
  response: z.object({ html: z.string() }),
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [{ name: 'by log id', request: { log_id: exampleReceipt.receipt_id }, response: { html: '<p>Hello</p>' } }],
});

/** POST /resend: sends the same content as a new message with its own log. */
export const resendMessage = defineRpc({
  pattern: 'delivery.message.resend.v1',
  request: z.object({
    log_id: text(64).describe('The id of the log of the email to send again.'),
    test: z.boolean(),
    idempotency: idempotency.optional(),
  }),
  response: receipt,
  errors: [
    'log_not_found',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'esp_account_not_found',
    'quota_exceeded',
  ],
  examples: [
    { name: 'by log id', request: { log_id: exampleReceipt.receipt_id, test: false }, response: exampleReceipt },
  ],
});

/** POST /logs/{id}/cancel: possible until the email is handed to a provider. */
export const cancelMessage = defineRpc({
  pattern: 'delivery.message.cancel.v1',
  request: z.object({ log_id: z.string() }),
  response: z.object({}),
  errors: ['not_found', 'not_cancellable'],
  examples: [{ name: 'a scheduled one', request: { log_id: exampleReceipt.receipt_id }, response: {} }],
});

/** Gives a scheduled email another time, until it is due. A time in the past sends it now. */
export const rescheduleMessage = defineRpc({
  pattern: 'delivery.message.reschedule.v1',
  request: z.object({ log_id: z.string(), send_at: sendAt }),
  response: z.object({}),
  errors: ['not_found', 'not_cancellable'],
  examples: [
    {
      name: 'a scheduled one',
      request: { log_id: exampleReceipt.receipt_id, send_at: 1_790_000_000 },
      response: {},
    },
  ],
});
