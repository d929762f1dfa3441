import { posix, win32 } from 'node:path';
import type { FieldError } from '@postrider/contracts';
import {
  optionalOrEmpty,
  emailAddress,
  maxCopies,
  mediaType,
  sendBody,
  ServiceError,
  text as requiredText,
} from '@postrider/contracts';
import { z } from 'zod';
import type { Attachment } from '../send/attachments.js';
import type { Mail } from '../send/send.service.js';
import { parseMailbox } from './mailbox.js';
import { resendField } from './resend-fields.js';
import { parseScheduledAt } from './scheduled-at.js';

const notText = { error: 'must be a string' };

const mailbox = z.string(notText).transform((text, context) => {
  const { address, name } = parseMailbox(text);
  const checked = emailAddress.safeParse(address);
  if (checked.success) return { address: checked.data, ...(name !== undefined && { name }) };
  context.addIssue({ code: 'custom', message: 'must be `email@example.com` or `Name <email@example.com>`' });
  return z.NEVER;
});

const inArray = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);
const mailboxes = z.preprocess(
  inArray,
  z
    .array(mailbox, { error: 'must be an address or an array of addresses' })
    .max(maxCopies, `must have at most ${maxCopies} addresses`),
);
const copies = optionalOrEmpty(mailboxes);

/** Headers that the fields of an email set anyway. PHP libraries also send them as headers. */
const ownHeader =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-type|content-transfer-encoding|return-path)$/i;

/** Anymail sends tags as an array in one header. PHP encodes an empty object as an empty array. */
function furtherHeaders(headers: unknown): unknown {
  if (Array.isArray(headers) && headers.length === 0) return undefined;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeader.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value as unknown)]),
  );
}

/** Symfony sends `{ "X-Tag": "welcome" }`. */
function withName(tag: unknown): unknown {
  if (typeof tag !== 'object' || tag === null || 'name' in tag || 'value' in tag) return tag;
  const [[name, value] = [], ...others] = Object.entries(tag);
  return name === undefined || others.length > 0 ? tag : { name, value: value as unknown };
}

const tagPart = z
  .string(notText)
  .max(256, 'must be at most 256 characters')
  .regex(/^[\w-]*$/, 'must contain only ASCII letters, numbers, underscores and dashes');

const contentId = optionalOrEmpty(z.string(notText).max(255, 'must be at most 255 characters'));
const contentType = optionalOrEmpty(mediaType);

const attachment = z
  .object(
    {
      filename: z.preprocess((name) => name || undefined, z.string(notText).optional()),
      content: z.unknown().optional(),
      path: z.unknown().optional(),
      content_id: contentId,
      inline_content_id: contentId,
      content_type: contentType,
      contentType,
    },
    { error: 'must be an object' },
  )
  .transform(({ inline_content_id, contentType, ...file }, context) => {
    const content = base64Of(file.content);
    if (content !== undefined)
      return {
        ...file,
        content,
        content_id: file.content_id ?? inline_content_id,
        content_type: file.content_type ?? contentType,
      };
    const problem = file.path
      ? { path: ['path'], message: 'is not available: files are not fetched from addresses; send `content` in base64' }
      : { path: ['content'], message: 'must be a string in base64, or an array of bytes' };
    context.addIssue({ code: 'custom', ...problem });
    return z.NEVER;
  });

/** The libraries for Go, Python, Ruby and Rust send arrays of bytes; older ones for Node a Buffer as its JSON. */
function base64Of(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const isBuffer = typeof content === 'object' && content !== null && 'data' in content;
  const bytes = isBuffer ? content.data : content;
  return Array.isArray(bytes) && bytes.every(isByte) ? Buffer.from(bytes).toString('base64') : undefined;
}

const isByte = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;

const noTopic = optionalOrEmpty(
  z.never({ error: 'is not available: Postrider has no topics, and suppressions apply to all emails of an account' }),
);

/** The body of `POST /emails`. Fields that Resend does not have are ignored. */
const emailBody = z
  .object(
    {
      from: optionalOrEmpty(mailbox),
      to: copies,
      cc: copies,
      bcc: copies,
      reply_to: copies,
      replyTo: copies,
      subject: z.unknown().optional(),
      html: z.unknown().optional(),
      text: z.unknown().optional(),
      headers: z.preprocess(furtherHeaders, z.unknown().optional()),
      tags: optionalOrEmpty(
        z.array(
          z.preprocess(withName, z.object({ name: tagPart.min(1, 'is required'), value: optionalOrEmpty(tagPart) })),
          {
            error: 'must be an array of objects with name and value',
          },
        ),
      ),
      attachments: optionalOrEmpty(z.array(attachment, { error: 'must be an array' })),
      scheduled_at: optionalOrEmpty(z.string(notText)),
      template: optionalOrEmpty(
        z.object({ id: requiredText(1024), variables: z.unknown().optional() }, { error: 'must be an object with id' }),
      ),
      topic_id: noTopic,
    },
    { error: 'must be an object' },
  )
  .superRefine(({ from, to, template, subject, html, text }, context) => {
    const reject = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (!to?.length) reject('to', 'is required');
    if (template === undefined) {
      if (from === undefined) reject('from', 'is required');
      if (!subject) reject('subject', 'is required');
      if (!html && !text) reject('html', 'is required unless `text` is given');
    }
  });

/** `name:value`, because the tags of Postrider are strings. */
const toTag = ({ name, value }: { name: string; value?: string | undefined }): string =>
  value === undefined ? name : `${name}:${value}`;

/**
 * The email of a body of Resend. `template` may still be the name of a template.
 * @throws ServiceError `invalid_request` with the fields as Resend names them
 */
export function parseMail(body: unknown, now = Date.now()): Mail {
  const parsed = emailBody.safeParse(body);
  if (!parsed.success) throw ServiceError.invalid(parsed.error);
  const { from, to, cc, bcc, reply_to, replyTo, subject, html, text, headers, template, ...email } = parsed.data;
  const files = (email.attachments ?? []).map(toAttachment);
  const checked = sendBody.safeParse({
    ...(to!.length > 1 ? { to } : { recipient: to![0] }),
    cc,
    bcc,
    ...(from && { sender: { ...from, reply_to: from.address, name: from.name ?? '' } }),
    reply_to: (reply_to ?? replyTo)?.map(({ address }) => address),
    subject,
    html,
    text,
    headers,
    ...(template && { template: template.id, template_data: template.variables }),
    tags: email.tags?.map(toTag),
    send_at: email.scheduled_at === undefined ? undefined : parseSendAt(email.scheduled_at, now),
    files: files.map(({ id, data }) => ({ id, data })),
  });
  if (!checked.success) {
    const { details = [] } = ServiceError.invalid(checked.error);
    throw ServiceError.invalidFields(
      details.map(({ field, message }): FieldError => ({ field: resendField(field), message })),
    );
  }
  return {
    ...checked.data,
    inline: files.filter(({ content_id }) => content_id !== undefined),
    files: files.filter(({ content_id }) => content_id === undefined),
  };
}

/** The last segment of a path is the name, as in docs/guides/client-libraries.md. */
function toAttachment(
  { filename, content: data, content_id, content_type }: z.output<typeof attachment>,
  index: number,
): Attachment {
  return {
    id: win32.basename(posix.basename(filename ?? content_id ?? `attachment-${index + 1}`)),
    data,
    ...(content_id !== undefined && { content_id }),
    ...(content_type !== undefined && { content_type }),
  };
}

/** Unix seconds. @throws ServiceError `invalid_request` */
export function parseSendAt(scheduledAt: string, now: number): number {
  const at = parseScheduledAt(scheduledAt, now);
  if (at !== undefined) return Math.ceil(at / 1000);
  throw ServiceError.invalidField(
    'scheduled_at',
    'must be a date in ISO 8601 format, or words such as `in 1 min`, `tomorrow at 9am` or `Friday at 3pm ET`',
  );
}
