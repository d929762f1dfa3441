import { isUtf8 } from 'node:buffer';
import { runInTurns } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { losesText } from '@postrider/numbers';
import { maxNumberLength } from './json-position.js';
import {
  backslash,
  closesList,
  closesObject,
  colon,
  comma,
  endsScalar,
  isOpening,
  isStorable,
  maxDepth,
  maxNames,
  maxValues,
  notStorable,
  parseInSlices,
  quote,
  space,
  tooDeep,
  tooManyNames,
  tooManyValues,
} from './json-pieces.js';

/** Larger bodies are parsed incrementally. So are bodies with numbers that JSON.parse would not preserve. */
const maxSyncBytes = 256 * 1024;

/**
 * Parses JSON with any content type; an empty body is an empty object. Large bodies return a promise.
 * @throws ServiceError `invalid_request` with the position, or the exceeded bound (docs/operate/limits.md#requests)
 */
export function parseJson(accountId: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ServiceError('invalid_request', 'Invalid request: the body is not UTF-8');
  if (bytes.length > maxSyncBytes) return runInTurns(accountId, parseInSlices(bytes));
  const found = scan(bytes, maxValues);
  if (found === 'values') throw tooManyValues();
  if (found !== undefined) return runInTurns(accountId, parseInSlices(bytes));
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The incremental parser reports the position of the error.
    return runInTurns(accountId, parseInSlices(bytes));
  }
  checkValue(value, []);
  return value;
}

/** Drops `__proto__`. Rejects what PostgreSQL cannot store (NUL, lone surrogates), deep nesting and too many names. */
function checkValue(value: unknown, path: string[]): void {
  if (typeof value === 'string') return checkText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth) throw tooDeep(path[0]!);
  let names = 0;
  for (const key of Object.keys(value)) {
    if (key === '__proto__') {
      delete (value as Record<string, unknown>)[key];
      continue;
    }
    if (++names > maxNames && !Array.isArray(value)) throw tooManyNames(path);
    path.push(key);
    checkText(key, path);
    checkValue((value as Record<string, unknown>)[key], path);
    path.pop();
  }
}

function checkText(text: string, path: readonly string[]): void {
  if (!isStorable(text)) throw notStorable(path);
}

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/**
 * Scans JSON before it is parsed, because parsed values take a hundred times the memory. Returns `values` for more than
 * `max` values, `number` for a number that is too long, and `texts` if JSON.parse would not preserve a number.
 */
export function scan(bytes: Buffer, max: number): 'values' | 'number' | 'texts' | undefined {
  let values = 0;
  let texts = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= space || byte === comma || byte === closesList || byte === closesObject) continue;
    // The string before a colon was a name, not a value.
    if (byte === colon) values--;
    else values++;
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte !== colon && !isOpening(byte) && values <= max + 1) {
      const end = endOfScalar(bytes, at + 1);
      if (end - at > maxNumberLength) return 'number';
      texts ||= isNumber(byte) && losesPrecisionAt(bytes, at, end);
      at = end - 1;
    }
    // The last one may still be a name.
    if (values > max + 1) return 'values';
  }
  if (values > max) return 'values';
  return texts ? 'texts' : undefined;
}

/** Whether the byte starts a number. */
const isNumber = (byte: number): boolean => byte === minus || isDigit(byte);
const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;

/** Numbers of this length survive JSON.parse unless they have redundant zeros or an exponent. */
const safeLength = 15;

/** Decides by the bytes where possible: printing each number would cost as much as parsing the body. */
function losesPrecisionAt(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > safeLength) return losesText(bytes.toString('latin1', start, end));
  let at = bytes[start] === minus ? start + 1 : start;
  const startsWithZero = bytes[at] === zero;
  while (at < end && isDigit(bytes[at]!)) at++;
  if (at === end) return startsWithZero && bytes[start] === minus;
  if (bytes[at] !== point || bytes[end - 1] === zero || (startsWithZero && bytes[at + 1] === zero))
    return losesText(bytes.toString('latin1', start, end));
  for (at++; at < end; at++) if (!isDigit(bytes[at]!)) return true;
  return false;
}

function endOfScalar(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at]!)) at++;
  return at;
}

/** The position of the closing quote. Most long strings are base64 without escapes, for which `indexOf` suffices. */
function endOfString(bytes: Buffer, start: number): number {
  const first = bytes.indexOf(quote, start);
  if (first < 0) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
