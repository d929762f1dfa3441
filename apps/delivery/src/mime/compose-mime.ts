import { isUtf8 } from 'node:buffer';
import { detectMimeType } from 'nodemailer/lib/mime-funcs/mime-types';
import { isReservedHeader, wireHeaderValue } from '@postrider/contracts';
import { UnsendableMessage, distinctMailboxes, wireAddress } from './addresses.js';
import {
  LongText,
  byteChunks,
  encodeBase64,
  encodeBase64Stream,
  encodeText,
  maxScannedBytes,
} from './body-encoding.js';
import { mailboxesField, namedPartFields, textField, verbatimField } from './header-fields.js';
import type { InlinePart } from './inline-parts.js';
import { placeParts } from './inline-parts.js';
import { MailStream } from './mail-stream.js';
import type { ContentStream, MessageAttachment, OutgoingMessage } from '../mail/outgoing-message.js';

/** Attachments above this total size are encoded in chunks. */
const maxUnchunkedBytes = 262_144;

/** The recipients that the server gets, independent of the headers (RFC 5321 section 2.3.1). */
export interface SmtpEnvelope {
  readonly from: string;
  /** The primary recipient first, then cc and bcc, without duplicates. */
  readonly to: readonly string[];
}

export interface ComposedMail<Mail = Buffer> {
  readonly raw: Mail;
  readonly envelope: SmtpEnvelope;
}

export function toEnvelope(message: OutgoingMessage<unknown>): SmtpEnvelope {
  return {
    from: wireAddress(message.from.address),
    to: distinctMailboxes(
      [message.to, ...message.cc, ...message.bcc].map(({ address }) => ({ address: wireAddress(address) })),
    ).map(({ address }) => address),
  };
}

/**
 * The message as RFC 5322/2045 bytes: 7-bit only, lines of at most 76 characters where they can be folded, no Bcc.
 * Parts are ordered by increasing preference: mixed > alternative > text, AMP, related > html + inline images. The
 * bytes are the same at every attempt. `providerHeaders` are set by the driver and override the caller's.
 * @throws UnsendableMessage
 */
export async function composeMime(
  message: OutgoingMessage,
  providerHeaders: Readonly<Record<string, string>> = {},
): Promise<ComposedMail> {
  const envelope = toEnvelope(message);
  if (message.raw) {
    const fields = Object.entries(providerHeaders).map(([name, value]) => verbatimField(name, value));
    return { raw: Buffer.concat([Buffer.from(fields.join(''), 'latin1'), message.raw]), envelope };
  }
  const mail = await joinChunks(composeChunks(message, providerHeaders));
  if (Buffer.isBuffer(mail)) return { raw: mail, envelope };
  const chunks: Buffer[] = [];
  for await (const chunk of mail.read()) chunks.push(chunk);
  return { raw: Buffer.concat(chunks), envelope };
}

/**
 * The same bytes, but large texts and streamed attachments are encoded while they are sent.
 * @throws UnsendableMessage
 */
export async function composeMail(
  message: OutgoingMessage<Buffer | ContentStream>,
): Promise<ComposedMail<Buffer | MailStream>> {
  const envelope = toEnvelope(message);
  return { raw: message.raw ?? (await joinChunks(composeChunks(message, {}))), envelope };
}

const isBuffer = (chunk: unknown): chunk is Buffer => Buffer.isBuffer(chunk);

async function joinChunks(chunks: readonly Chunk<ContentStream>[]): Promise<Buffer | MailStream> {
  if (chunks.every(isBuffer)) return Buffer.concat(chunks);
  const segments: (Buffer | ContentStream)[] = [];
  for (const chunk of chunks) segments.push(chunk instanceof LongText ? await chunk.measured() : chunk);
  return new MailStream(segments);
}

/**
 * The same message for display: attachments are replaced by their sizes.
 * @throws UnsendableMessage
 */
export async function composeOutline(message: OutgoingMessage<{ readonly bytes: number }>): Promise<string> {
  let outline = '';
  for (const chunk of composeChunks(message, {})) {
    if (Buffer.isBuffer(chunk)) outline += chunk.toString('latin1');
    else if (chunk instanceof LongText)
      for await (const encoded of encodeBase64Stream(chunk.read())) outline += encoded.toString('latin1');
    else outline += `(${chunk.bytes} bytes, not shown here)`;
  }
  return outline;
}

type Chunk<Content> = Buffer | LongText | ContentStream | Exclude<Content, Buffer>;

function composeChunks<Content extends Buffer | ContentStream | { readonly bytes: number }>(
  message: OutgoingMessage<Content>,
  providerHeaders: Readonly<Record<string, string>>,
): Chunk<Content>[] {
  const header = Buffer.from(`${buildHeader(message, providerHeaders)}MIME-Version: 1.0\r\n`, 'latin1');
  const writer = new PartWriter<Content>(message);
  writer.write(buildBody(message));
  return [header, ...writer.chunks, Buffer.from('\r\n')];
}

function buildHeader(message: OutgoingMessage<unknown>, providerHeaders: Readonly<Record<string, string>>): string {
  const [to, cc] = [message.cc.filter((copy) => copy.to), message.cc.filter((copy) => !copy.to)];
  let header = mailboxesField('From', [message.from]) + mailboxesField('To', distinctMailboxes([message.to, ...to]));
  if (cc.length > 0) header += mailboxesField('Cc', cc);
  header += mailboxesField('Reply-To', distinctMailboxes(message.replyTo.map((address) => ({ address }))));
  header += textField('Subject', message.subject);
  header += `Date: ${message.date.toUTCString().replace('GMT', '+0000')}\r\nMessage-ID: ${formatMessageId(message)}\r\n`;
  for (const [name, value] of Object.entries(buildHeaders(message, providerHeaders)))
    header += verbatimField(name, value);
  return header;
}

/** Returns the Message-ID in ASCII. @throws UnsendableMessage */
export const formatMessageId = ({ messageId }: OutgoingMessage<unknown>): string =>
  `<${wireAddress(messageId.replace(/^<|>$/g, ''))}>`;

/**
 * The caller's headers, `Auto-Submitted` (RFC 3834) unless the caller set it, and the driver's headers.
 * @throws UnsendableMessage for a header that would change the recipients or the provider's behaviour
 */
export function buildHeaders(
  message: OutgoingMessage<unknown>,
  providerHeaders: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = new Set(Object.keys(providerHeaders).map((name) => name.toLowerCase()));
  const headers: Record<string, string> = {};
  let autoSubmitted = false;
  for (const [name, value] of Object.entries(message.headers)) {
    if (!/^[!-9;-~]{1,76}$/.test(name) || isReservedHeader(name))
      throw new UnsendableMessage(`You cannot set the header ${JSON.stringify(name)}`);
    autoSubmitted ||= name.toLowerCase() === 'auto-submitted';
    if (!own.has(name.toLowerCase())) headers[name] = wireHeaderValue(name, value);
  }
  return { ...(autoSubmitted ? {} : { 'Auto-Submitted': 'auto-generated' }), ...headers, ...providerHeaders };
}

type Part<Content> =
  | { readonly multipart: 'mixed' | 'alternative' | 'related'; readonly parts: readonly Part<Content>[] }
  | { readonly text: string; readonly type: string }
  | { readonly file: MessageAttachment<Content> | InlinePart<Content> };

/** A multipart with a single part is replaced by that part. */
const multipart = <Content>(
  kind: 'mixed' | 'alternative' | 'related',
  parts: readonly Part<Content>[],
): Part<Content> => (parts.length === 1 && parts[0] ? parts[0] : { multipart: kind, parts });

function buildBody<Content>(message: OutgoingMessage<Content>): Part<Content> {
  const { html, inline, attached } = placeParts(message);
  const alternatives: Part<Content>[] = [];
  if (message.text !== undefined || html === undefined)
    alternatives.push({ text: message.text ?? '', type: 'text/plain' });
  if (message.ampHtml !== undefined) alternatives.push({ text: message.ampHtml, type: 'text/x-amp-html' });
  if (html !== undefined)
    alternatives.push(multipart('related', [{ text: html, type: 'text/html' }, ...inline.map((file) => ({ file }))]));
  return multipart('mixed', [multipart('alternative', alternatives), ...attached.map((file) => ({ file }))]);
}

/** Boundaries are unique within the email and the same at every attempt; `=_` does not occur in encoded bodies. */
function boundarySeries(logId: string): () => string {
  let count = 0;
  return () => `=_${logId.replace(/\W/g, '')}_${(count += 1)}`;
}

class PartWriter<Content extends Buffer | { readonly bytes: number }> {
  readonly chunks: Chunk<Content>[] = [];
  private readonly nextBoundary: () => string;
  private readonly attachmentsInChunks: boolean;

  constructor(private readonly message: OutgoingMessage<Content>) {
    this.nextBoundary = boundarySeries(message.logId);
    const bytes = message.attachments.reduce(
      (sum, { content }) => sum + (Buffer.isBuffer(content) ? content.length : 0),
      0,
    );
    this.attachmentsInChunks = bytes > maxUnchunkedBytes;
  }

  write(part: Part<Content>): void {
    if ('multipart' in part) this.writeMultipart(part);
    else if ('text' in part) this.writeText(part);
    else this.writeFile(part.file);
  }

  private writeMultipart({ multipart: kind, parts }: Extract<Part<Content>, { multipart: unknown }>): void {
    const boundary = this.nextBoundary();
    const type = kind === 'related' ? 'multipart/related; type="text/html"' : `multipart/${kind}`;
    this.add(`Content-Type: ${type};\r\n boundary="${boundary}"\r\n`);
    for (const child of parts) {
      this.add(`\r\n--${boundary}\r\n`);
      this.write(child);
    }
    this.add(`\r\n--${boundary}--`);
  }

  private writeText({ text, type }: Extract<Part<Content>, { text: unknown }>): void {
    const { encoding, bytes } =
      text.length > maxScannedBytes
        ? { encoding: 'base64', bytes: new LongText(text, this.message.logId) }
        : encodeText(text);
    this.add(`Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);
    this.chunks.push(bytes);
  }

  private writeFile(file: MessageAttachment<Content> | InlinePart<Content>): void {
    const contentId = 'contentId' in file ? `Content-ID: <${file.contentId}>\r\n` : '';
    const disposition = 'contentId' in file ? 'inline' : 'attachment';
    const fields = namedPartFields(getContentType(file) + getCharset(file), disposition, file.name);
    this.add(`${fields}${contentId}Content-Transfer-Encoding: base64\r\n\r\n`);
    const { content } = file;
    if (!Buffer.isBuffer(content)) this.chunks.push(content as Exclude<Content, Buffer>);
    else if (!this.attachmentsInChunks) this.chunks.push(encodeBase64(content));
    else this.chunks.push({ bytes: content.length, read: () => byteChunks(content, this.message.logId) });
  }

  private add(lines: string): void {
    this.chunks.push(Buffer.from(lines, 'latin1'));
  }
}

/** Text attachments are declared as UTF-8 rather than the default ASCII, unless they are known not to be. */
function getCharset(file: MessageAttachment<unknown>): string {
  const type = getContentType(file);
  if (!/^text\//i.test(type) || /;\s*charset=/i.test(type)) return '';
  return Buffer.isBuffer(file.content) && !isUtf8(file.content) ? '' : '; charset=utf-8';
}

/**
 * The given type, else that of the file extension. Types that must not be base64 (RFC 2046 section 5) are sent as
 * `application/octet-stream`.
 */
export function getContentType({
  name,
  type = detectMimeType(name),
}: Pick<MessageAttachment, 'name' | 'type'>): string {
  return /^(multipart|message)\//i.test(type) ? 'application/octet-stream' : type;
}
