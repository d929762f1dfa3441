import type { Stepwise } from '@postrider/concurrency';

/** Maximum length of a number in characters. */
export const maxNumberLength = 1_000;

/** The text is not JSON from the byte at `at` on. */
export class InvalidJson extends Error {
  constructor(readonly at: number) {
    super('not JSON');
  }
}

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/;
const longNumber = new RegExp(`^[-\\d][-+.eE\\d]{${maxNumberLength}}`);

const latin1 = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + maxNumberLength + 1);

/** The end of the scalar at `start`. It is `start` if there is no scalar, or a number that is too long. */
export function endOfToken(bytes: Buffer, start: number): number {
  const text = latin1(bytes, start);
  return longNumber.test(text) ? start : start + (scalar.exec(text)?.[0].length ?? 0);
}

/** The position after the byte order mark. */
export const getStart = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/**
 * Describes the error, like `unexpected "}" at line 1, column 6 (position 5)`. The messages of V8 often have no
 * position and differ between versions of Node.
 */
export function* problemAt(bytes: Buffer, at: number, sliceBytes = 64 * 1024): Stepwise<string> {
  let line = 1;
  let lineStart = 0;
  let position = 0;
  for (let byteAt = getStart(bytes); byteAt < at; byteAt++) {
    const byte = bytes[byteAt]!;
    // Positions count UTF-16 code units, of which a four-byte character has two.
    if ((byte & 0xc0) !== 0x80) position += byte >= 0xf0 ? 2 : 1;
    if (byte === 0x0a) {
      line++;
      lineStart = position;
    }
    if ((byteAt + 1) % sliceBytes === 0) yield;
  }
  if (at >= bytes.length) return `unexpected end at position ${position}`;
  const [character] = bytes.toString('utf8', at, at + 4);
  const problem = longNumber.test(latin1(bytes, at))
    ? `a number of more than ${maxNumberLength} characters`
    : `unexpected ${JSON.stringify(character)}`;
  return `${problem} at line ${line}, column ${position - lineStart + 1} (position ${position})`;
}

/** The whitespace of RFC 8259. */
export const isSpace = (code: number | undefined): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
