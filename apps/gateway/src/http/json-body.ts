import { isUtf8 } from 'node:buffer';
import { inTurns } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import {
  isStorable,
  maxDepth,
  maxNames,
  maxValues,
  notStorable,
  survey,
  tooDeep,
  tooManyNames,
  tooManyValues,
} from './json-size.js';
import { parseInPieces } from './json-pieces.js';
import { findJsonError } from './json-position.js';

/** What is larger is parsed in pieces, and so is what has numbers that the engine's parser would not print as they were written. */
const maxAtOnce = 256 * 1024;

/**
 * Parses JSON whatever the content type says; no body at all is an empty object. What is large comes as a promise.
 * @throws ServiceError `invalid_request` that names the position, or the bound that is passed (docs/operate/limits.md#requests).
 */
export function parseJson(accountId: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ServiceError('invalid_request', 'Invalid request: the body is not UTF-8');
  if (bytes.length > maxAtOnce) return inTurns(accountId, parseInPieces(bytes));
  const found = survey(bytes, maxValues);
  if (found === 'values') throw tooManyValues();
  if (found === 'texts') return inTurns(accountId, parseInPieces(bytes));
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (found === 'number') throw notJson(text);
  if (text.trim() === '') return {};
  const value = parse(text);
  checkValue(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text);
  }
}

const notJson = (text: string): ServiceError =>
  new ServiceError('invalid_request', `Invalid request: the body is not valid JSON: ${findJsonError(text)}`);

/** Drops `__proto__`, and refuses what no service could store: text with NUL or half a surrogate pair, bottomless nesting, endless names. */
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
