import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@postrider/contracts';
import { findJsonError } from './json-position.js';
import { holdsMoreValuesThan } from './json-size.js';

const maxDepth = 100;
const maxValues = 100_000;

/**
 * Parses JSON whatever the content type says; no body at all is an empty object.
 * @throws ServiceError `invalid_request` that names the position, or the bound that is passed (docs/limits.md#requests).
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ServiceError('invalid_request', 'Invalid request: the body is not UTF-8');
  if (holdsMoreValuesThan(bytes, maxValues))
    throw new ServiceError('invalid_request', `Invalid request: the body holds more than ${maxValues} values`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  const value = parse(text);
  checkValue(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('invalid_request', `Invalid request: the body is not valid JSON: ${findJsonError(text)}`);
  }
}

/** Drops `__proto__`, and refuses what no service could store: text with NUL or half a surrogate pair, bottomless nesting. */
function checkValue(value: unknown, path: string[]): void {
  if (typeof value === 'string') return checkText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth)
    throw ServiceError.invalidFields([
      { field: path[0]!, message: `must not be nested deeper than ${maxDepth} levels` },
    ]);
  for (const key of Object.keys(value)) {
    if (key === '__proto__') {
      delete (value as Record<string, unknown>)[key];
      continue;
    }
    path.push(key);
    checkText(key, path);
    checkValue((value as Record<string, unknown>)[key], path);
    path.pop();
  }
}

const halfSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function checkText(text: string, path: readonly string[]): void {
  if (text.includes('\0') || halfSurrogate.test(text)) {
    throw ServiceError.invalidFields([
      { field: path.join('.') || 'body', message: 'must be text without NUL characters and half surrogate pairs' },
    ]);
  }
}
