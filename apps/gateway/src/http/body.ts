import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@postrider/contracts';
import { findJsonError } from './json-position.js';

/** API.md section 2. */
export const maxBodyBytes = 12 * 1024 * 1024;
const maxDepth = 100;
/** How long an answered caller may go on sending before the connection is cut: cutting at once could cost it the answer. */
const lingerMs = 2_000;

/**
 * The body's bytes, however they are framed; empty where there are none.
 * @throws ServiceError `payload_too_large` as soon as the declared or the counted length passes the limit.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (length === undefined ? request.headers['transfer-encoding'] === undefined : length === '0')
    return Promise.resolve(Buffer.alloc(0));
  if (Number(length) > limit) return Promise.reject(tooLarge(limit));
  if (encoding !== undefined && encoding !== 'identity')
    return Promise.reject(new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else finish(() => reject(tooLarge(limit)));
    };
    const end = (): void => finish(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const cut = (): void =>
      finish(() => reject(new ServiceError('invalid_request', 'Invalid request: the body ended early')));
    const finish = (settle: () => void): void => {
      request.off('data', take).off('end', end).off('close', cut).off('error', cut);
      settle();
    };
    request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('payload_too_large', `The request body is larger than ${limit / 1024 / 1024} MB`);

/** Reads on without keeping anything, and not for long: what a caller still sends after its answer is decided. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

/**
 * Parses JSON whatever the content type says (API.md section 1); no body at all is an empty object.
 * @throws ServiceError `invalid_request` that names the position.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ServiceError('invalid_request', 'Invalid request: the body is not UTF-8');
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
