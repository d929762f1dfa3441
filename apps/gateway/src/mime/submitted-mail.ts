import type { Stepwise } from '@postrider/concurrency';
import type { FieldError } from '@postrider/contracts';
import {
  attachment,
  isReservedHeader,
  maxHeaderLength,
  maxHeaders,
  maxPartLength,
  mediaType,
  sendBody,
  ServiceError,
} from '@postrider/contracts';
import { detectExtension } from 'nodemailer/lib/mime-funcs/mime-types';
import { addressParser, decodeWords } from 'postal-mime';
import { z } from 'zod';
import { isStorable } from '../http/json-pieces.js';
import { parseJson } from '../http/json-body.js';
import type { Attachment } from '../send/attachments.js';
import type { Mail } from '../send/send.service.js';
import type { MimeField, MimeFile, ParsedMail } from '@postrider/mime';
import { invalidMail, getValue } from '@postrider/mime';

/** An email in MIME, as `POST /send` would get it. */
export interface SubmittedMail {
  /** For any of its recipients. */
  readonly content: Omit<Mail, 'inline' | 'files' | 'recipient' | 'to'>;
  readonly inline: readonly Attachment[];
  readonly files: readonly Attachment[];
  /** What a repetition has in common: a key that the caller chose, else the Message-ID; undefined without both. */
  readonly repetition: { readonly key: string; readonly isChosen: boolean } | undefined;
  /** The addresses of its header, for `POST /send/raw`. */
  readonly addressed: Pick<Mail, 'to' | 'cc' | 'bcc'>;
  /** The names in To and Cc, by address in lower case. */
  readonly names: ReadonlyMap<string, string>;
}

const maxFiles = 50;
/** Parsing a thousand addresses takes ten milliseconds. */
const maxParsedLength = 8 * 1024;
/** Groups of addresses (RFC 5322, section 3.4) take the parser much longer. */
const maxGroups = 20;
/** Email that went through so many servers is in a loop. */
const maxReceived = 50;

/** Fields of the way to this server, and for it only. */
export const isOwnField = (name: string): boolean =>
  /^(x-postrider-.*|delivered-to|envelope-to|apparently-to|return-path)$/i.test(name);

const attachments = z.array(attachment).max(maxFiles, `must have at most ${maxFiles} files`);

/**
 * Translates an email (docs/guides/smtp.md#mapping). `template` is the id in the user name, `mailFrom` the sender of
 * the envelope.
 * @throws ServiceError `invalid_request` with the fields of `POST /send`
 */
export function* submittedMail(
  mail: ParsedMail,
  { template: ofUser, mailFrom, accountId }: { template?: string; mailFrom: string; accountId: string },
): Stepwise<SubmittedMail> {
  const { fields } = mail;
  const own = (name: string): string | undefined => getText(fields, `x-postrider-${name}`);
  if (fields.filter(({ name }) => /^received$/i.test(name)).length > maxReceived)
    throw invalidMail('went through too many servers');
  for (const single of ['from', 'subject', 'reply-to'])
    if (fields.filter(({ name }) => name.toLowerCase() === single).length > 1)
      throw invalidMail(`must have one ${single} field`);
  const template = own('template') ?? ofUser;
  const { inline, files } = placed(mail, template !== undefined);
  yield;
  const data = own('data');
  const content = {
    ...(template === undefined ? { html: mail.html, text: mail.text, amp_html: mail.amp } : { template }),
    subject: getText(fields, 'subject') ?? (template === undefined ? '(no subject)' : undefined),
    ...parseSender(fields, mailFrom),
    template_data: data === undefined ? undefined : parseTemplateData(data, accountId),
    tags: parseTags(fields),
    headers: passedHeaders(fields),
    esp_account: own('esp-account'),
    tracking: parseTracking(own('track')),
  };
  yield;
  const parsed = sendBody.safeParse({ ...content, recipient: { address: 'checked@postrider.example' } });
  const list = attachments.safeParse([...inline, ...files]);
  const problems = [
    ...unstorable(content),
    ...(parsed.success ? [] : ServiceError.invalid(parsed.error).details!),
    ...(list.success ? [] : prefixed(ServiceError.invalid(list.error, '').details!)),
  ];
  if (!parsed.success || problems.length > 0) throw ServiceError.invalidFields(problems);
  const { recipient: _recipient, to: _to, inline: _inline, files: _files, ...checked } = parsed.data;
  return {
    content: checked,
    inline,
    files,
    repetition: toRepetition(own('idempotency-key'), getValue(fields, 'message-id')),
    get addressed() {
      return { to: addressesIn(fields, 'to'), cc: addressesIn(fields, 'cc'), bcc: addressesIn(fields, 'bcc') };
    },
    names: parseNames(fields),
  };
}

function toRepetition(chosen: string | undefined, messageId: string | undefined): SubmittedMail['repetition'] {
  if (chosen !== undefined) return { key: chosen, isChosen: true };
  return messageId ? { key: messageId, isChosen: false } : undefined;
}

const prefixed = (details: readonly FieldError[]): FieldError[] =>
  details.map(({ field, message }) => ({ field: field === '' ? 'files' : `files.${field}`, message }));

/** The first field with this name as people read it, on one line; undefined if it is empty. */
function getText(fields: readonly MimeField[], name: string): string | undefined {
  const value = getValue(fields, name);
  return value === undefined ? undefined : readable(value) || undefined;
}

const readable = (value: string): string =>
  decodeWords(value)
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim();

interface Mailbox {
  readonly address: string;
  readonly name: string;
}

function parseMailboxes(value: string): Mailbox[] {
  return addressParser(value)
    .flatMap((each) => each.group ?? [each])
    .map(({ address = '', name }) => ({ address, name: readable(name) }));
}

function parseSender(fields: readonly MimeField[], mailFrom: string): object {
  const [from] = mailboxesIn(fields, 'from');
  const replyTo = mailboxesIn(fields, 'reply-to').map((mailbox) => mailbox.address || ' ');
  const reply_to = replyTo.length > 0 ? replyTo : undefined;
  const address = from === undefined ? mailFrom : from.address;
  // Without either, delivery uses the default sender. A From without an address is rejected.
  if (from === undefined && address === '') return { reply_to };
  return { sender: { address: address || ' ', name: from?.name ?? '', reply_to: replyTo[0] ?? address }, reply_to };
}

/**
 * Returns the mailboxes of all fields with this name. @throws ServiceError `invalid_request` if they take too long to
 * parse
 */
function mailboxesIn(fields: readonly MimeField[], name: string): Mailbox[] {
  const values = fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value.trim());
  const value = values.join(', ');
  if (value.length > maxParsedLength || value.split(':').length > maxGroups)
    throw ServiceError.invalidField(name, `must have at most ${maxParsedLength} characters`);
  return parseMailboxes(value);
}

function addressesIn(fields: readonly MimeField[], name: string): Mailbox[] | undefined {
  const found = mailboxesIn(fields, name);
  return found.length === 0 ? undefined : found;
}

function parseNames(fields: readonly MimeField[]): Map<string, string> {
  const shown = fields.filter(({ name }) => /^(to|cc)$/i.test(name)).map(({ value }) => value);
  const list = shown.join(',');
  if (list.length > maxParsedLength || list.split(':').length > maxGroups) return new Map();
  return new Map(
    parseMailboxes(list)
      .filter(({ address, name }) => address !== '' && name !== '' && name.length <= 320 && isStorable(name))
      .map(({ address, name }) => [address.toLowerCase(), name]),
  );
}

function parseTemplateData(json: string, accountId: string): unknown {
  const bytes = Buffer.from(`{"template_data":${json}}`);
  try {
    const parsed = parseJson(accountId, bytes);
    // Larger than a header can be.
    if (parsed instanceof Promise) throw new ServiceError('invalid_request', 'too large');
    return (parsed as { template_data?: unknown }).template_data;
  } catch {
    throw ServiceError.invalidField('X-Postrider-Data', 'must be a JSON object');
  }
}

/** Ours, separated by commas; the categories of SendGrid; the tag of Postmark. */
function parseTags(fields: readonly MimeField[]): string[] | undefined {
  const tags = [
    ...(getText(fields, 'x-postrider-tags') ?? '').split(',').map((tag) => tag.trim()),
    ...parseCategories(getValue(fields, 'x-smtpapi')),
    getText(fields, 'x-pm-tag') ?? '',
  ].filter((tag) => tag !== '');
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}

const smtpApi = z.object({ category: z.union([z.string(), z.array(z.string())]).optional() });

function parseCategories(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    return [smtpApi.parse(JSON.parse(json)).category ?? []].flat();
  } catch {
    throw ServiceError.invalidField('X-SMTPAPI', 'must be a JSON object with a category');
  }
}

function parseTracking(track: string | undefined): { opens: boolean; clicks: boolean } | undefined {
  if (track === undefined) return undefined;
  const options = track.split(',').map((each) => each.trim().toLowerCase());
  if (
    !options.every((each) => ['opens', 'clicks', 'none'].includes(each)) ||
    (options.length > 1 && options.includes('none'))
  )
    throw ServiceError.invalidField('X-Postrider-Track', 'must be opens, clicks, both or none');
  return { opens: options.includes('opens'), clicks: options.includes('clicks') };
}

/**
 * Keeps the first of repeated fields. What `POST /send` would reject for its size is omitted: replies carry long
 * fields.
 */
function passedHeaders(fields: readonly MimeField[]): Record<string, string> | undefined {
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    if (isReservedHeader(name) || isOwnField(name) || headers.has(key)) continue;
    const text = readable(value);
    if (text === '' || text.length > maxHeaderLength || headers.size === maxHeaders) continue;
    headers.set(key, [name, text]);
  }
  return headers.size > 0 ? Object.fromEntries(headers.values()) : undefined;
}

/** A file whose Content-ID the HTML refers to is inline. A template may refer to any. */
function placed({ html, files }: ParsedMail, isForTemplate: boolean) {
  // Longer HTML is rejected.
  const scanned = (html ?? '').length > maxPartLength ? '' : (html ?? '');
  const shown = new Set([...scanned.matchAll(cidReference)].map(([, id]) => parseContentId(id!)));
  const inline: Attachment[] = [];
  const attached: Attachment[] = [];
  for (const [index, file] of files.entries()) {
    const { data, contentId } = file;
    const isInline = contentId !== undefined && (isForTemplate || shown.has(contentId));
    const part = { id: getName(file, index + 1), data, content_type: getMediaType(file) };
    if (isInline) inline.push({ ...part, content_id: contentId });
    else attached.push(part);
  }
  return { inline, files: attached };
}

const cidReference = /cid:([^\s"'<>()]{1,1000})/g;

/** Parses a content id of HTML, where it may be percent-encoded or contain entities. */
function parseContentId(id: string): string {
  const text = id.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function getName({ name, type }: MimeFile, position: number): string {
  const segment = (name ?? '').split(/[/\\]/).at(-1)!;
  const fileName = segment
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .toWellFormed();
  return fileName.slice(-255) || `attachment-${position}.${detectExtension(type)}`;
}

/** Returns the type with the method of a calendar, which makes it an invitation. Undefined for an invalid type. */
function getMediaType({ type, method }: MimeFile): string | undefined {
  const full = /^[\w.-]{1,40}$/.test(method ?? '') ? `${type}; method=${method}` : type;
  return mediaType.safeParse(full).success ? full : undefined;
}

function unstorable(content: Readonly<Record<string, unknown>>): FieldError[] {
  return Object.entries(content)
    .filter(([, value]) => typeof value === 'string' && !isStorable(value))
    .map(([field]) => ({ field, message: 'must be text without NUL characters and lone surrogates' }));
}
