import { losesText } from '@postrider/numbers';
import { ServiceError } from '@postrider/contracts';

/** What a body may hold (docs/operate/limits.md#requests). */
export const maxDepth = 100;
export const maxValues = 100_000;
/** Of one object: they are sorted without a pause. */
export const maxNames = 10_000;
/** Characters of one number. */
export const maxNumberLength = 1_000;

export const tooManyValues = (): ServiceError =>
  new ServiceError('invalid_request', `Invalid request: the body holds more than ${maxValues} values`);

export const tooDeep = (field: string): ServiceError =>
  ServiceError.invalidFields([{ field, message: `must not be nested deeper than ${maxDepth} levels` }]);

export const tooManyNames = (path: readonly string[]): ServiceError =>
  ServiceError.invalidFields([
    { field: path.join('.') || 'body', message: `must not have more than ${maxNames} names` },
  ]);

const halfSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** What a service can store: text without NUL and half surrogate pairs. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !halfSurrogate.test(text);

export const notStorable = (path: readonly string[]): ServiceError =>
  ServiceError.invalidFields([
    { field: path.join('.') || 'body', message: 'must be text without NUL characters and half surrogate pairs' },
  ]);

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const comma = 0x2c;
const colon = 0x3a;
const closesList = 0x5d;
const closesObject = 0x7d;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/**
 * What has to be known of a JSON text before it is parsed. Whether it holds more values than that, in all its lists and objects, or a number that is
 * too long: told from its bytes and stopped at the first one too many, because parsed they take a hundred times the memory. Else, whether there are
 * numbers that the engine's parser would not print as they were written (`texts`). What is no JSON is left to the parser.
 */
export function survey(bytes: Buffer, max: number): 'values' | 'number' | 'texts' | undefined {
  let values = 0;
  let texts = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= space || byte === comma || byte === closesList || byte === closesObject) continue;
    // What stands before a colon was a name.
    if (byte === colon) values--;
    else values++;
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte !== colon && !isOpening(byte) && values <= max + 1) {
      const end = endOfScalar(bytes, at + 1);
      if (end - at > maxNumberLength) return 'number';
      texts ||= isNumber(byte) && losesTextAt(bytes, at, end);
      at = end - 1;
    }
    // One more may turn out to be a name.
    if (values > max + 1) return 'values';
  }
  if (values > max) return 'values';
  return texts ? 'texts' : undefined;
}

/** `[` and `{`. */
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;

/** `-` and digits: what a number begins with. */
const isNumber = (byte: number): boolean => byte === minus || isDigit(byte);
const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;

/** So many characters of a number are always printed as they were written, unless they end or begin in zeros that say nothing, or have an exponent. */
const safeLength = 15;

/** Most numbers are told from their bytes: to print each would cost as much as to parse the body. */
function losesTextAt(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > safeLength) return losesText(bytes.toString('latin1', start, end));
  let at = bytes[start] === minus ? start + 1 : start;
  const beginsWithZero = bytes[at] === zero;
  while (at < end && isDigit(bytes[at]!)) at++;
  if (at === end) return beginsWithZero && bytes[start] === minus;
  if (bytes[at] !== point || bytes[end - 1] === zero || (beginsWithZero && bytes[at + 1] === zero))
    return losesText(bytes.toString('latin1', start, end));
  for (at++; at < end; at++) if (!isDigit(bytes[at]!)) return true;
  return false;
}

function endOfScalar(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at]!)) at++;
  return at;
}

/** Where its closing quote is. Long strings are mostly base64, which has no escapes: only after one are bytes looked at one by one. */
function endOfString(bytes: Buffer, start: number): number {
  const first = bytes.indexOf(quote, start);
  if (first < 0) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const endsScalar = (byte: number): boolean =>
  byte <= space ||
  byte === comma ||
  byte === colon ||
  byte === quote ||
  byte === closesList ||
  byte === closesObject ||
  isOpening(byte);
