/** A body as it goes on the wire: 7-bit, CRLF, lines of at most 76 characters, without a final line end (RFC 2045 section 6). */
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

/** 1 for the bytes that quoted-printable keeps (RFC 2045 section 6.7): printable ASCII without `=`, space and tab. */
const kept = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte > space && byte < 0x7f && byte !== equals) || byte === space || byte === tab),
);

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;

export function encodeBase64(content: Buffer): Buffer {
  return Buffer.from(content.toString('base64').replace(/.{76}(?!$)/g, '$&\r\n'), 'latin1');
}

/** `bytes` has CRLF line ends; `escapes` is the number of bytes that will be escaped. */
function encodeQuotedPrintable(bytes: Buffer, escapes: number): Buffer {
  const longest = bytes.length + 2 * escapes;
  const out = Buffer.allocUnsafe(longest + 3 * (Math.ceil(longest / (lineLength - 3)) + 1));
  let written = 0;
  let column = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === cr) {
      out[written++] = cr;
      out[written++] = lf;
      index += 1;
      column = 0;
      continue;
    }
    // White space before a line end would be lost on the way.
    const next = bytes[index + 1];
    const literal = kept[byte] === 1 && !(isBlank(byte) && (next === cr || next === undefined));
    const width = literal ? 1 : 3;
    if (column + width > lineLength - 1) {
      out[written++] = equals;
      out[written++] = cr;
      out[written++] = lf;
      column = 0;
    }
    if (literal) out[written++] = byte;
    else {
      out[written++] = equals;
      out[written++] = hex[byte >> 4] as number;
      out[written++] = hex[byte & 15] as number;
    }
    column += width;
  }
  return out.subarray(0, written);
}

/**
 * The shortest of 7bit, quoted-printable and base64 for a text. A text with `=_` is never 7bit, so that no body line can be
 * one of the boundaries, which hold it and quoted-printable and base64 cannot.
 */
export function encodeText(text: string): EncodedBody {
  const lines = text.replace(/\r\n?|\n/g, '\r\n');
  const bytes = Buffer.from(lines, 'utf8');
  let equalSigns = 0;
  let unprintable = 0;
  let trailingBlanks = 0;
  let longestLine = 0;
  for (let index = 0, start = 0; index <= bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === cr || byte === undefined) {
      if (index - start > longestLine) longestLine = index - start;
      if (index > start && isBlank(bytes[index - 1])) trailingBlanks += 1;
      index += 1;
      start = index + 1;
    } else if (kept[byte] === 0) {
      if (byte === equals) equalSigns += 1;
      else unprintable += 1;
    }
  }
  if (unprintable + trailingBlanks === 0 && longestLine <= lineLength && !lines.includes('=_'))
    return { encoding: '7bit', bytes };
  const escapes = equalSigns + unprintable + trailingBlanks;
  if (2 * escapes > 0.37 * bytes.length) return { encoding: 'base64', bytes: encodeBase64(bytes) };
  return { encoding: 'quoted-printable', bytes: encodeQuotedPrintable(bytes, escapes) };
}
