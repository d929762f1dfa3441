import { maxNumberLength } from './json-bounds.js';

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const comma = 0x2c;
const colon = 0x3a;
const closesList = 0x5d;
const closesObject = 0x7d;

/**
 * Whether a JSON text holds more values than that, in all its lists and objects, or a number that is too long: told from its bytes and
 * stopped at the first one too many, because parsed they take a hundred times the memory. What is no JSON is left to the parser.
 */
export function boundPassedBy(bytes: Buffer, max: number): 'values' | 'number' | undefined {
  let values = 0;
  let inValue = false;
  let startedAt = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= space || byte === comma || byte === closesList || byte === closesObject) inValue = false;
    else if (byte === colon) {
      // What stands before a colon was a name.
      inValue = false;
      values--;
    } else if (byte === quote) {
      at = endOfString(bytes, at + 1);
      inValue = false;
      values++;
    } else if (isOpening(byte)) {
      inValue = false;
      values++;
    } else if (!inValue) {
      inValue = true;
      startedAt = at;
      values++;
    } else if (at - startedAt >= maxNumberLength) return 'number';
    // One more may turn out to be a name.
    if (values > max + 1) return 'values';
  }
  return values > max ? 'values' : undefined;
}

/** `[` and `{`. */
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;

/** Where its closing quote is. Long strings are mostly base64, which has no escapes: only after one are bytes looked at one by one. */
function endOfString(bytes: Buffer, start: number): number {
  const first = bytes.indexOf(quote, start);
  if (first < 0) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
