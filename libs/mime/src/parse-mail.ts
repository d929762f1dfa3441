import { isUtf8 } from 'node:buffer';
import type { Stepwise } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { parseHeaderValue } from 'nodemailer/lib/mime-funcs';
import { decodeWords } from 'postal-mime';

/** A header field, unfolded but not decoded. */
export interface MimeField {
  readonly name: string;
  readonly value: string;
}

/** A part that is not shown as text. */
export interface MimeFile {
  readonly name: string | undefined;
  /** In lower case, such as `image/png`. */
  readonly type: string;
  /** Of a calendar: `REQUEST` and the like. */
  readonly method: string | undefined;
  /** Without angle brackets. */
  readonly contentId: string | undefined;
  /** In base64, which may contain line breaks. */
  readonly data: string;
}

export interface ParsedMail {
  readonly fields: readonly MimeField[];
  readonly html: string | undefined;
  /** An email without HTML and text, such as one with only attachments, has an empty line. */
  readonly text: string | undefined;
  readonly amp: string | undefined;
  readonly files: readonly MimeFile[];
  /** Whether any part is signed or encrypted by S/MIME or OpenPGP. */
  readonly isSigned: boolean;
}

const maxParts = 200;
const maxDepth = 20;
/** Maximum size of the headers of all parts. */
const maxHeaderBytes = 128 * 1024;
const maxBoundaryLength = 200;
/** Maximum length of a field with parameters, such as Content-Type. */
const maxStructuredLength = 8 * 1024;
/** Bytes handled without a pause. */
const sliceBytes = 128 * 1024;
const candidatesPerSlice = 1_000;
/** White space after a delimiter. */
const maxPaddingLength = 80;

export const invalidMail = (message: string): ServiceError => ServiceError.invalidField('message', message);

/**
 * Reads an email (RFC 5322, RFC 2045) in slices of about a millisecond: a parser that runs in one go would block the
 * event loop for a second (docs/adr/0033-smtp-submission.md). `allowsSigned`: the email can be sent as it is.
 * @throws ServiceError `invalid_request`
 */
export function* parseMail(raw: Buffer, { allowsSigned = false } = {}): Stepwise<ParsedMail> {
  if (raw.includes(0)) throw invalidMail('must not contain NUL characters');
  yield* rejectLoneDots(raw);
  return yield* new MailReader(allowsSigned).read(raw);
}

const [lf, cr] = [0x0a, 0x0d];
const isLineEnd = (byte: number | undefined): boolean => byte === lf || byte === cr;

/**
 * Rejects a dot alone on a line unless both line ends are CRLF: other servers may take `\n.\n` or `\r\n.\n` for the end
 * of the email, and what follows for commands (SMTP smuggling).
 */
function* rejectLoneDots(raw: Buffer): Stepwise<void> {
  let candidates = 0;
  for (const start of ['\n.', '\r.'])
    for (let at = raw.indexOf(start); at >= 0; at = raw.indexOf(start, at + start.length)) {
      if (++candidates % candidatesPerSlice === 0) yield;
      if (!isLineEnd(raw[at + 2])) continue;
      if (raw[at - 1] !== cr || raw[at] !== lf || raw[at + 2] !== cr || raw[at + 3] !== lf)
        throw invalidMail('must not contain a line of one dot between other line ends than CRLF');
    }
}

type TextKind = 'html' | 'text';
/** The texts of one `multipart/alternative`, or of a single part. */
type Texts = Partial<Record<TextKind, string>>;

class MailReader {
  constructor(private readonly allowsSigned: boolean) {}

  private parts = 0;
  private headerBytes = 0;
  private amp: string | undefined;
  private isSigned = false;
  private readonly texts: Texts[] = [];
  private readonly files: MimeFile[] = [];

  *read(raw: Buffer): Stepwise<ParsedMail> {
    const { fields, body } = this.split(raw);
    yield* this.readPart(fields, body, 0);
    const { amp, files, isSigned } = this;
    return { fields, ...joined(this.texts), amp, files, isSigned };
  }

  private *readPart(fields: readonly MimeField[], body: Buffer, depth: number, shared?: Texts): Stepwise<void> {
    yield;
    if (++this.parts > maxParts) throw invalidMail(`must have at most ${maxParts} parts`);
    const { value: written, params } = structured(fields, 'content-type');
    const type = /^[^\s/]+\/[^\s/]+$/.test(written) ? written : 'text/plain';
    this.isSigned ||= /^multipart\/(signed|encrypted)$|^application\/(x-)?pkcs7-mime$/.test(type);
    if (this.isSigned && !this.allowsSigned)
      throw invalidMail(`must not be signed or encrypted (${type}): it is composed again`);
    if (type.startsWith('multipart/')) yield* this.readParts(type, params['boundary'] ?? '', body, depth, shared);
    else yield* this.readLeaf(fields, { type, params, body }, shared);
  }

  private *readParts(type: string, boundary: string, body: Buffer, depth: number, shared?: Texts): Stepwise<void> {
    if (depth === maxDepth) throw invalidMail(`must not be nested deeper than ${maxDepth} levels`);
    if (boundary === '' || boundary.length > maxBoundaryLength) throw invalidMail(`has no boundary in its ${type}`);
    let texts = shared;
    if (type === 'multipart/alternative' && !texts) this.texts.push((texts = {}));
    for (const part of yield* splitParts(body, Buffer.from(`--${boundary}`))) {
      const inner = this.split(part);
      yield* this.readPart(inner.fields, inner.body, depth + 1, texts);
    }
  }

  private *readLeaf(fields: readonly MimeField[], leaf: Leaf, shared: Texts | undefined): Stepwise<void> {
    const { type, params } = leaf;
    const disposition = structured(fields, 'content-disposition');
    const name = disposition.params['filename'] ?? params['name'];
    const encoding = structured(fields, 'content-transfer-encoding').value;
    const kind = type === 'text/html' ? 'html' : type === 'text/plain' ? 'text' : undefined;
    if (kind && (this.parts === 1 || (disposition.value !== 'attachment' && name === undefined))) {
      const texts = shared ?? {};
      if (!shared) this.texts.push(texts);
      const content = yield* decodeText(leaf, encoding);
      texts[kind] = texts[kind] === undefined ? content : `${texts[kind]}\n${content}`;
    } else if (type === 'text/x-amp-html' && shared) this.amp = yield* decodeText(leaf, encoding);
    else
      this.files.push({
        name: name === undefined ? undefined : decodeWords(name),
        type,
        method: params['method'],
        contentId: /^\s*<?([^<>\s]+)>?\s*$/.exec(getValue(fields, 'content-id') ?? '')?.[1],
        data: yield* base64Of(leaf, encoding),
      });
  }

  /** The header and the body of an email or part. */
  private split(raw: Buffer): { readonly fields: MimeField[]; readonly body: Buffer } {
    const start = raw.subarray(0, maxHeaderBytes);
    const ends = [start.indexOf('\n\r\n'), start.indexOf('\n\n')].filter((at) => at >= 0);
    const firstLine = start[0] === lf ? 1 : start[0] === cr && start[1] === lf ? 2 : undefined;
    if (firstLine !== undefined) return { fields: [], body: raw.subarray(firstLine) };
    const end = ends.length > 0 ? Math.min(...ends) + 1 : raw.length;
    this.headerBytes += end;
    if (this.headerBytes > maxHeaderBytes)
      throw invalidMail(`must have at most ${maxHeaderBytes / 1024} KB of header fields`);
    return { fields: parseFields(raw.subarray(0, end)), body: raw.subarray(end + (raw[end] === cr ? 2 : 1)) };
  }
}

interface Leaf {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function parseFields(header: Buffer): MimeField[] {
  const fields: { name: string; value: string }[] = [];
  for (const line of header.toString(isUtf8(header) ? 'utf8' : 'latin1').split(/\r?\n/)) {
    if (line === '') continue;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) {
      last.value += line;
      continue;
    }
    const [, name, value] = /^([!-9;-~]{1,100})[ \t]*:(.*)$/.exec(line) ?? [];
    if (name === undefined) throw invalidMail('has a header line without a name and a colon');
    fields.push({ name, value: value! });
  }
  return fields;
}

/** Returns the value of the first field with this name. */
export const getValue = (fields: readonly MimeField[], name: string): string | undefined =>
  fields.find((field) => field.name.toLowerCase() === name)?.value.trim();

function structured(fields: readonly MimeField[], name: string): { value: string; params: Record<string, string> } {
  const written = (getValue(fields, name) ?? '').slice(0, maxStructuredLength);
  const { value, params } = parseHeaderValue(written, { stripComments: true });
  return { value: String(value).trim().toLowerCase(), params: params as Record<string, string> };
}

/** The parts between the delimiters (RFC 2046, section 5.1.1). A missing last delimiter is tolerated. */
function* splitParts(body: Buffer, delimiter: Buffer): Stepwise<Buffer[]> {
  const inLine = Buffer.concat([Buffer.from('\n'), delimiter]);
  const next = (from: number): number => {
    const lineBreak = body.indexOf(inLine, from);
    return lineBreak < 0 ? -1 : lineBreak + 1;
  };
  const parts: Buffer[] = [];
  let start: number | undefined;
  let candidates = 0;
  const isFirstLine = body.subarray(0, delimiter.length).equals(delimiter);
  for (let at = isFirstLine ? 0 : next(0); at >= 0; at = next(at + delimiter.length)) {
    if (++candidates % candidatesPerSlice === 0) yield;
    const after = at + delimiter.length;
    const lineEnd = body.indexOf(lf, after);
    const rest = body.toString(
      'latin1',
      after,
      Math.min(lineEnd < 0 ? body.length : lineEnd, after + maxPaddingLength),
    );
    const [matched, isLast] = /^(--)?[ \t\r]*$/.exec(rest) ?? [];
    if (matched === undefined) continue;
    // The line break before a delimiter belongs to it.
    if (start !== undefined) parts.push(body.subarray(start, Math.max(start, at - (body[at - 2] === cr ? 2 : 1))));
    if (parts.length > maxParts) throw invalidMail(`must have at most ${maxParts} parts`);
    start = isLast || lineEnd < 0 ? undefined : lineEnd + 1;
    if (start === undefined) break;
  }
  if (start !== undefined) parts.push(body.subarray(start));
  if (parts.length === 0) throw invalidMail('has a multipart without parts');
  return parts;
}

function* decoded(body: Buffer, encoding: string): Stepwise<Buffer> {
  if (encoding === 'base64') return Buffer.from(yield* withoutSpace(body), 'base64');
  if (encoding === 'quoted-printable') return yield* fromQuotedPrintable(body);
  if (/^(7bit|8bit|binary)?$/.test(encoding)) return body;
  throw invalidMail(`has an unknown Content-Transfer-Encoding (${encoding.slice(0, 40)})`);
}

/** Base64 in one line. */
function* withoutSpace(body: Buffer): Stepwise<string> {
  const kept = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    if (at % sliceBytes === sliceBytes - 1) yield;
    if (body[at]! > 0x20) kept[length++] = body[at]!;
  }
  return kept.toString('latin1', 0, length);
}

function* fromQuotedPrintable(body: Buffer): Stepwise<Buffer> {
  const bytes = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    if (at % sliceBytes === sliceBytes - 1) yield;
    const byte = body[at]!;
    if (byte !== 0x3d) {
      bytes[length++] = byte;
      continue;
    }
    const [high, low] = [hexDigit(body[at + 1]), hexDigit(body[at + 2])];
    if (high >= 0 && low >= 0) {
      bytes[length++] = high * 16 + low;
      at += 2;
    } else if (body[at + 1] === lf) at += 1;
    else if (body[at + 1] === cr && body[at + 2] === lf) at += 2;
    else bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lowerCase = byte | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1;
}

function* decodeText({ params, body }: Leaf, encoding: string): Stepwise<string> {
  const bytes = yield* decoded(body, encoding);
  yield;
  return createDecoder(params['charset'], bytes)(bytes);
}

/** Undeclared text is UTF-8 if it can be. */
function createDecoder(charset: string | undefined, bytes: Buffer): (bytes: Buffer) => string {
  const label = (charset ?? '').trim().toLowerCase();
  if (/^(utf-?8)$/.test(label) || (/^(us-ascii|ascii|)$/.test(label) && isUtf8(bytes)))
    return (utf8) => utf8.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const decoder = new TextDecoder(label === '' ? 'windows-1252' : label);
    return (other) => decoder.decode(other);
  } catch {
    throw invalidMail(`has an unknown charset (${label.slice(0, 40)})`);
  }
}

/** Text is sent as UTF-8, other files as they are. */
function* base64Of(leaf: Leaf, encoding: string): Stepwise<string> {
  const { type, params, body } = leaf;
  const isForeign = type.startsWith('text/') && !/^(utf-?8|us-ascii|ascii)?$/i.test(params['charset'] ?? '');
  if (encoding === 'base64' && !isForeign) return yield* withoutSpace(body);
  const bytes = isForeign ? Buffer.from(yield* decodeText(leaf, encoding)) : yield* decoded(body, encoding);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 3 * 64 * 1024) {
    parts.push(bytes.toString('base64', start, start + 3 * 64 * 1024));
    yield;
  }
  return parts.join('');
}

/** An email with several texts, such as one around an attachment, shows them one after the other. */
function joined(texts: readonly Texts[]): Pick<ParsedMail, TextKind> {
  const html = texts.some((each) => each.html !== undefined)
    ? texts.map((each) => each.html ?? toHtml(each.text ?? '')).join('\n')
    : undefined;
  const hasText = texts.every((each) => each.text !== undefined);
  const text = hasText ? texts.map((each) => each.text).join('\n') : '';
  return { html, text: text || (html ? undefined : '\n') };
}

const toHtml = (text: string): string =>
  `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
