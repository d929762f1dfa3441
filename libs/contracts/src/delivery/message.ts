import { z } from 'zod';
import { asciiDomain, emailAddress } from '../addresses.js';
import {
  optionalOrEmpty,
  optionalOrEmptyObject,
  displayName,
  checkTemplateDataSize,
  isLocale,
  text,
  timestamp,
  required,
} from '../primitives.js';
import { trackingChoice } from '../tracking-choice.js';
import { lookupKey, oneVersionOnly, templateEngine } from '../template/templates.js';

/** RFC 2369: addresses in angle brackets. */
const listFields = /^list-(unsubscribe|help|subscribe|post|owner|archive)$/i;
/** Machine-readable headers, in which encoded words have no meaning. */
const tokens =
  /^(auto-submitted|precedence|in-reply-to|references|importance|priority|sensitivity|expires|expiry-date|reply-by|supersedes|feedback-id|list-unsubscribe-post|original-message-id|disposition-notification-(to|options)|return-receipt-to|errors-to|x-priority|x-msmail-priority|x-auto-response-suppress|accept-language)$/i;

export const maxHeaderLength = 900;
const nonAscii = /[^\x00-\x7f]/;

/**
 * Why a value is invalid for the header; undefined if it is valid. Free text may be of any script: it is encoded (RFC
 * 2047).
 */
export function headerValueProblem(name: string, value: string): string | undefined {
  if (!nonAscii.test(value)) return undefined;
  if (tokens.test(name)) return 'must be ASCII';
  if (/^list-id$/i.test(name)) return nonAscii.test(parseListId(value)) ? 'must be ASCII between < and >' : undefined;
  if (!listFields.test(name)) return undefined;
  const wire = wireHeaderValue(name, value);
  if (nonAscii.test(wire)) return 'must be ASCII outside of < and >';
  return wire.length > maxHeaderLength
    ? `must be at most ${maxHeaderLength} characters when it is percent-encoded`
    : undefined;
}

/** The value as sent, with list URLs percent-encoded and their hosts in punycode. */
export function wireHeaderValue(name: string, value: string): string {
  if (!listFields.test(name) || !nonAscii.test(value)) return value;
  return value.replace(/<[^<>]*>/g, (address) =>
    address
      .replace(
        /^(<\s*https?:\/\/)([^/?#>:@\s]*)/i,
        (whole, scheme: string, host: string) => scheme + (asciiDomain(host) ?? whole.slice(scheme.length)),
      )
      .replace(/[^\x00-\x7f]+/g, (text) => encodeURIComponent(text.toWellFormed())),
  );
}

/** The part in angle brackets, or the whole value without them. */
const parseListId = (value: string): string => /<[^<>]*>\s*$/.exec(value)?.[0] ?? value;

/** See docs/guides/sending.md. */
export const recipient = z
  .object({ address: emailAddress, name: optionalOrEmpty(displayName) }, required('an object'))
  .meta({ id: 'Recipient', description: 'The recipient.' });
export const sender = z
  .object({
    address: emailAddress,
    reply_to: emailAddress.describe('The address for replies.'),
    name: displayName,
  })
  .meta({ id: 'Sender', description: 'The sender.' });
/** A recipient in `cc` or `bcc`. The name appears in the Cc header; that of a blind copy is never shown. */
export const copyRecipient = z
  .object({ address: emailAddress, name: optionalOrEmpty(displayName) })
  .meta({ id: 'CopyRecipient', description: 'A recipient of a copy.' });
/** A stored copy; `to`: the email shows it in its To header. */
export type CopyRecipient = z.infer<typeof copyRecipient> & { readonly to?: true | undefined };
export const attachment = z
  .object({
    id: z
      .string()
      .min(1, 'is required')
      .max(255, 'must be at most 255 characters')
      .regex(/^[^\x00-\x1f\x7f/\\]*$/, 'must be a file name')
      .describe('The file name; the HTML shows an inline file as `cid:<id>`.'),
    data: z.string().describe('The content in base64.'),
  })
  .meta({ id: 'Attachment', description: 'A file.' });

export const maxFilesBytes = 7 * 1024 * 1024;
export const maxCopies = 50;
export const maxHeaders = 50;
const oneYearSeconds = 366 * 24 * 60 * 60;

export const templateData = z
  .record(z.string(), z.unknown(), { error: 'must be an object' })
  .superRefine(checkTemplateDataSize);

const structuralHeader =
  /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|received.*|dkim-.*|arc-.*|authentication-results|return-path|resent-.*)$/i;
const providerHeader = /^(x-smtpapi|x-mailgun-.*|x-mc-.*|x-pm-.*|x-ses-.*|x-mj-.*|x-mailjet-.*|x-msys-api|x-sg-.*)$/i;

/** Whether a provider interprets the header as a command. */
export const isProviderHeader = (name: string): boolean => providerHeader.test(name);
/** Structural headers and provider control headers, which callers must not set (docs/guides/addresses.md). */
export const isReservedHeader = (name: string): boolean => structuralHeader.test(name) || isProviderHeader(name);

export const headers = z
  .record(
    z
      .string()
      .regex(/^[!-9;-~]{1,76}$/, 'must be a header name')
      .refine((name) => !isReservedHeader(name), 'must not be a structural or provider control header'),
    z
      .string({ error: 'must be a string' })
      .max(maxHeaderLength, `must be at most ${maxHeaderLength} characters`)
      .regex(/^[^\x00-\x08\x0a-\x1f\x7f]*$/, 'must be one line without control characters'),
    { error: 'must be an object' },
  )
  .refine((named) => Object.keys(named).length <= maxHeaders, `must have at most ${maxHeaders} headers`)
  .superRefine((named, context) => {
    for (const [name, value] of Object.entries(named)) {
      const message = headerValueProblem(name, value);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const copies = z
  .array(copyRecipient, { error: 'must be an array' })
  .max(maxCopies, `must have at most ${maxCopies} addresses`);
const optionalString = optionalOrEmpty(z.string({ error: 'must be a string' }));

export const sendAt = timestamp.refine((at) => at <= Date.now() / 1000 + oneYearSeconds, 'must be within one year');

/** The common fields of /send, /resend and campaign email: everything about an email except its attachments. */
export const messageContent = z.object({
  template: z.string(required('a string')).min(1, 'is required').describe('The id of the template.'),
  recipient,
  cc: optionalOrEmpty(copies).describe('Recipients of copies.'),
  bcc: optionalOrEmpty(copies).describe('Recipients of blind copies.'),
  sender: optionalOrEmptyObject(sender).describe(
    'The sender; by default that of the ESP account, else of the account.',
  ),
  template_data: optionalOrEmpty(templateData).describe('The data of the template, at most 128 KB as JSON.'),
  tags: optionalOrEmpty(
    z
      .array(z.string({ error: 'must be a string' }).max(255, 'must be at most 255 characters'), {
        error: 'must be an array of strings',
      })
      .max(20, 'must have at most 20 tags'),
  ).describe('Labels of this email.'),
  headers: optionalOrEmpty(headers).describe('Further header fields, name to value, at most 50.'),
  esp_account: optionalString.describe('The id of the ESP account to send through; by default the default one.'),
  locale: optionalOrEmpty(
    z.string({ error: 'must be a string' }).refine(isLocale, 'must be a supported locale code, such as en-US'),
  ).describe("The locale; by default the customer's, else the template's default."),
  version_name: optionalString.describe('A version of that locale by its name; by default the published one.'),
  version_id: optionalOrEmpty(lookupKey).describe(
    'A version by its id, in its own locale; not together with `version_name`.',
  ),
  tracking: optionalOrEmptyObject(trackingChoice).describe(
    'What is tracked; by default what the template, else the account sets, else nothing.',
  ),
  send_at: optionalOrEmpty(sendAt).describe('When to send, at most 366 days ahead; by default now.'),
});

/** Characters of a part of an email without a template. */
export const maxPartLength = 1_048_576;
const part = z.string({ error: 'must be a string' }).max(maxPartLength, 'must be at most 1,048,576 characters');

/** The content of an email without a template (docs/guides/sending.md#send-without-a-template). */
export const ownContent = z.object({
  subject: text(4096),
  html: optionalOrEmpty(part.refine((html) => !/^\s*<mjml[\s>]/i.test(html), 'must be HTML: save MJML as a template')),
  text: optionalOrEmpty(part),
  preheader: optionalOrEmpty(part),
  amp_html: optionalOrEmpty(part),
  language: optionalOrEmpty(templateEngine),
});
export type OwnContent = z.infer<typeof ownContent>;

/**
 * Characters of an email in MIME that is stored with its content; a larger one, or one with files, is stored as an
 * attachment.
 */
export const maxContentMime = 131_072;

/** POST /send/raw (docs/guides/sending.md#send-an-email-in-mime). */
export const rawSendBody = z
  .object({
    raw: text(12 * 1024 * 1024).describe('The email (RFC 5322) in base64, at most 7 MB, decoded.'),
    to: optionalOrEmpty(copies).describe('The recipients; by default those of its To, Cc and Bcc.'),
    ...messageContent.pick({ tags: true, esp_account: true, tracking: true, send_at: true }).shape,
  })
  .meta({ id: 'RawSendBody' });

/** Applies to this send only; later email respects the list again (docs/suppressions.md#bypass-the-list). */
export const ignoreSuppressions = optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
  'Whether to send to suppressed addresses too; needs the scope `manage`.',
);

const maxReplyTo = 10;
/** The addresses for replies. */
export const replyTo = z.union([emailAddress, z.array(emailAddress).max(maxReplyTo)], {
  error: `must be an email address, or a list of at most ${maxReplyTo}`,
});

/** The sender of an email without a template: only the address is required. */
const ownSender = sender.extend({
  reply_to: optionalOrEmpty(emailAddress).describe(
    'The address for replies; by default `address`. Required with `template`.',
  ),
  name: z
    .preprocess((value) => value ?? undefined, displayName.optional())
    .describe('The name. Required with `template`.'),
});
const ownFields = ['html', 'text', 'preheader', 'amp_html', 'language', 'engine'] as const;
const templateFields = ['version_name', 'version_id'] as const;

const sendFields = messageContent.extend({
  template: optionalOrEmpty(z.string({ error: 'must be a string' })).describe(
    'The id of the template. Without it, `subject` and `html` or `text` are required.',
  ),
  sender: optionalOrEmptyObject(ownSender).describe(
    'The sender; by default that of the ESP account, else of the account.',
  ),
  recipient: recipient.optional().describe('The recipient. One of `recipient` and `to` is required.'),
  to: optionalOrEmpty(copies).describe(
    'The recipients of one email that shows all of them. The first one counts as the recipient; the others are copies.',
  ),
  separate: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
    '`true`: each recipient in `to` gets an email of their own, with its own log. `cc` and `bcc` are not allowed then.',
  ),
  reply_to: optionalOrEmpty(replyTo).describe(
    'The address for replies, or a list of them; overrides that of the sender.',
  ),
  subject: optionalOrEmpty(ownContent.shape.subject).describe(
    'The subject; with `template`, it replaces that of the template.',
  ),
  html: ownContent.shape.html.describe('The HTML part of an email without a template, at most 1 MB.'),
  text: ownContent.shape.text.describe('The text part of an email without a template; by default made from the HTML.'),
  preheader: ownContent.shape.preheader.describe('The text that an inbox shows next to the subject.'),
  amp_html: ownContent.shape.amp_html.describe('An AMP part.'),
  language: ownContent.shape.language.describe(
    'The template language of `subject`, `html` and the other parts, which then print `template_data`; by default they are sent as they are.',
  ),
  engine: ownContent.shape.language.describe('An alias of `language`, the name in versions of templates.'),
  inline: optionalOrEmptyObject(attachment).describe('One inline image of the HTML.'),
  files: optionalOrEmpty(
    z.array(attachment, { error: 'must be an array' }).max(50, 'must have at most 50 files'),
  ).describe('Attachments; with `inline` at most 7 MB, decoded.'),
  ignore_suppressions: ignoreSuppressions,
});

/** Would be omitted of the email otherwise. */
const notProposed = z.never('is not possible in a proposal').optional().describe('Not allowed in a proposal.');

type Reject = (field: string, message: string) => void;
type GivenFields = Partial<z.output<typeof sendFields>>;

/** Reports a missing field also when others are invalid. */
function checkSend(body: GivenFields, context: z.RefinementCtx): void {
  const reject: Reject = (field, message) => context.addIssue({ code: 'custom', path: field.split('.'), message });
  if (body.template === undefined) checkOwnContent(body, reject);
  else checkTemplateUse(body, reject);
  if (body.recipient === undefined && !body.to?.length) reject('recipient', 'is required');
  if (body.recipient !== undefined && body.to?.length) reject('to', 'cannot be given together with recipient');
  if (!body.separate) return;
  if (!body.to?.length) reject('to', 'is required with separate');
  for (const field of ['cc', 'bcc'] as const) if (body[field]?.length) reject(field, 'is not allowed with separate');
}

function checkTemplateUse(body: GivenFields, reject: Reject): void {
  for (const field of ownFields) if (body[field] !== undefined) reject(field, 'cannot be given together with template');
  for (const field of ['reply_to', 'name'] as const)
    if (body.sender && body.sender[field] === undefined) reject(`sender.${field}`, 'is required');
}

function checkOwnContent(body: GivenFields, reject: Reject): void {
  if (body.subject === undefined && ownFields.every((field) => body[field] === undefined)) {
    reject('template', 'is required, or subject with html or text');
    return;
  }
  if (body.engine !== undefined && body.language !== undefined && body.engine !== body.language)
    reject('engine', 'must equal language');
  if (body.subject === undefined) reject('subject', 'is required without template');
  if (body.html === undefined && body.text === undefined)
    reject('html', 'is required unless text or template is given');
  for (const field of templateFields) if (body[field] !== undefined) reject(field, 'is only for a template');
}

/** POST /send (docs/guides/sending.md). */
export const sendBody = sendFields
  .superRefine(oneVersionOnly)
  .superRefine(checkSend, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({ id: 'SendBody' });

/** POST /send_proposals (docs/guides/proposals.md): a send without what must not wait or needs further rights. */
export const sendProposalBody = sendFields
  .extend({
    inline: notProposed,
    files: notProposed,
    separate: notProposed,
    ignore_suppressions: notProposed,
    // The page of a proposal shows HTML and text.
    amp_html: notProposed,
  })
  .superRefine(oneVersionOnly)
  .superRefine(checkSend, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({ id: 'SendProposalBody' });
