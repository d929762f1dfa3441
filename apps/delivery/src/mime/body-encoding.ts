import type { ContentStream } from '../mail/outgoing-message.js';
import { nextTurn } from '@postrider/concurrency';

/** Characters or bytes encoded without yielding, which takes about a millisecond. */
export const chunkLength = 65_536;

/** A CRLF or a surrogate pair, which must not be split between pieces. */
const pair = /^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/;

/** Yields the text in pieces, and lets other emails run in between. */
export async function* textChunks(text: string, mail: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + chunkLength, text.length);
    if (pair.test(text.slice(end - 1, end + 1))) end += 1;
    await nextTurn(mail);
    yield text.slice(start, end);
    start = end;
  }
}

/** Yields the bytes in pieces, and lets other emails run in between. */
export async function* byteChunks(bytes: Buffer, mail: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkLength) {
    await nextTurn(mail);
    yield bytes.subarray(start, start + chunkLength);
  }
}

/** An encoded body: 7-bit, CRLF, lines of at most 76 characters, no final line end (RFC 2045 section 6). */
export interface EncodedBody {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly bytes: Buffer;
}

const lineLength = 76;
const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const tab = 0x09;
const equals = 0x3d;
const hex = Buffer.from('0123456789ABCDEF');
const lineEnd = Buffer.from('\r\n');

/**
 * 1 for bytes that quoted-printable does not escape (RFC 2045 section 6.7): printable ASCII without `=`, space and tab.
 */
const kept = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte > space && byte < 0x7f && byte !== equals) || byte === space || byte === tab),
);

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;

/**
 * Encodes in lines. They are moved apart in place, last one first; a regular expression would take thirty times as
 * long.
 */
export function encodeBase64(content: Buffer): Buffer {
  const characters = 4 * Math.ceil(content.length / 3);
  const out = Buffer.allocUnsafe(base64Length(content.length));
  out.write(content.toString('base64'), 'latin1');
  for (let line = Math.ceil(characters / lineLength) - 1; line > 0; line -= 1) {
    const from = line * lineLength;
    const to = from + line * lineEnd.length;
    out.copyWithin(to, from, Math.min(from + lineLength, characters));
    lineEnd.copy(out, to - lineEnd.length);
  }
  return out;
}

/** Content bytes per line. */
const lineBytes = 57;
/** Content bytes encoded at a time. */
const blockBytes = lineBytes * 1024;

/** The length of `encodeBase64` for a content of this size. */
export function base64Length(bytes: number): number {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.max(0, Math.ceil(characters / lineLength) - 1);
}

/** The same bytes as `encodeBase64`, however the content is split. */
export async function* encodeBase64Stream(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let hasStarted = false;
  const lines = (bytes: Buffer): Buffer => {
    const encoded = encodeBase64(bytes);
    if (hasStarted) return Buffer.concat([lineEnd, encoded]);
    hasStarted = true;
    return encoded;
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % lineBytes);
    for (let at = 0; at < whole; at += blockBytes) yield lines(bytes.subarray(at, Math.min(at + blockBytes, whole)));
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield lines(rest);
}

/** Result of one pass over a body: line ends, and the bytes that quoted-printable must escape. */
interface Scan {
  /** Positions of line ends (their CR) and of bytes to escape, in order. */
  readonly marks: readonly number[];
  readonly escapes: number;
  /** Whether a byte other than `=` must be escaped. */
  readonly unprintable: boolean;
  readonly maxLineLength: number;
}

/** `bytes` has CRLF line ends. Trailing white space may be lost in transport, so it is escaped. */
function scan(bytes: Buffer): Scan {
  const marks: number[] = [];
  let escapes = 0;
  let unprintable = false;
  let maxLineLength = 0;
  let start = 0;
  const endLine = (end: number): void => {
    if (end - start > maxLineLength) maxLineLength = end - start;
    if (end > start && isBlank(bytes[end - 1])) {
      marks.push(end - 1);
      escapes += 1;
      unprintable = true;
    }
  };
  const { length } = bytes;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (kept[byte] === 1) continue;
    if (byte === cr) {
      endLine(index);
      index += 1;
      start = index + 1;
      marks.push(index - 1);
      continue;
    }
    marks.push(index);
    escapes += 1;
    if (byte !== equals) unprintable = true;
  }
  endLine(length);
  return { marks, escapes, unprintable, maxLineLength };
}

function encodeQuotedPrintable(bytes: Buffer, { marks, escapes }: Scan): Buffer {
  const maxLength = bytes.length + 2 * escapes;
  const out = Buffer.allocUnsafe(maxLength + 3 * (Math.ceil(maxLength / (lineLength - 3)) + 1));
  let written = 0;
  let column = 0;
  const softBreak = (): void => {
    out[written++] = equals;
    out[written++] = cr;
    out[written++] = lf;
    column = 0;
  };
  let position = 0;
  for (let mark = 0; mark <= marks.length; mark += 1) {
    const next = mark < marks.length ? (marks[mark] as number) : bytes.length;
    while (position < next) {
      if (column === lineLength - 1) softBreak();
      const end = Math.min(next, position + lineLength - 1 - column);
      column += end - position;
      while (position < end) out[written++] = bytes[position++] as number;
    }
    if (mark === marks.length) break;
    const byte = bytes[position] as number;
    if (byte === cr) {
      out[written++] = cr;
      out[written++] = lf;
      column = 0;
      position += 2;
      continue;
    }
    if (column + 3 > lineLength - 1) softBreak();
    out[written++] = equals;
    out[written++] = hex[byte >> 4] as number;
    out[written++] = hex[byte & 15] as number;
    column += 3;
    position += 1;
  }
  return out.subarray(0, written);
}

/** Longer texts are sent as base64 in pieces: this is several times as fast, and needs no scan of the whole text. */
export const maxScannedBytes = 131_072;

/** Converts every line end to CRLF. */
function withLineEnds(text: Buffer): Buffer {
  const out = Buffer.allocUnsafe(2 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte !== lf && byte !== cr) {
      out[length++] = byte;
      continue;
    }
    if (byte === cr && text[at + 1] === lf) at += 1;
    out[length++] = cr;
    out[length++] = lf;
  }
  return out.subarray(0, length);
}

/** Counts CR and LF outside a CRLF, which are completed. */
function loneLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== cr && unit !== lf) continue;
    if (unit === cr && text.charCodeAt(at + 1) === lf) at += 1;
    else count += 1;
  }
  return count;
}

/**
 * Encodes a text as 7bit, quoted-printable or base64, whichever is shortest. A text with `=_` is never 7bit: boundaries
 * contain it, and the other encodings cannot, so no body line equals a boundary.
 */
export function encodeText(text: string): EncodedBody {
  const lines = text.replace(/\r\n?|\n/g, '\r\n');
  const bytes = Buffer.from(lines, 'utf8');
  const found = scan(bytes);
  if (!found.unprintable && found.maxLineLength <= lineLength && !lines.includes('=_'))
    return { encoding: '7bit', bytes };
  if (2 * found.escapes > 0.37 * bytes.length) return { encoding: 'base64', bytes: encodeBase64(bytes) };
  return { encoding: 'quoted-printable', bytes: encodeQuotedPrintable(bytes, found) };
}

/** A text too long for `encodeText`, encoded as base64 after its length is measured. */
export class LongText {
  constructor(
    private readonly text: string,
    private readonly mail: string,
  ) {}

  async measured(): Promise<ContentStream> {
    let bytes = 0;
    for await (const chunk of this.chunks()) bytes += Buffer.byteLength(chunk) + loneLineEnds(chunk);
    return { bytes, read: () => this.read() };
  }

  async *read(): AsyncGenerator<Buffer> {
    for await (const chunk of this.chunks()) yield withLineEnds(Buffer.from(chunk));
  }

  private chunks(): AsyncGenerator<string> {
    return textChunks(this.text, this.mail);
  }
}
