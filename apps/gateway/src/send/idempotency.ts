import { createHash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import { runInTurns, type Stepwise } from '@postrider/concurrency';
import type { idempotency } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import { getRequest } from '../http/api-request.js';
import { canonicalJson } from './canonical-json.js';

type Idempotency = z.output<typeof idempotency>;
export interface Idempotent {
  readonly idempotency?: Idempotency;
}
const maxKeyLength = 255;
/** The minimum number of characters per update of the hash. */
const hashedLength = 64 * 1024;
/** Characters hashed without a pause. */
const turnLength = 256 * 1024;

/**
 * The `Idempotency-Key` header with a hash of the request (docs/guides/idempotency.md); empty without the header. A
 * large body returns a promise.
 */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Idempotent | Promise<Idempotent> =>
    buildIdempotency(getRequest(context)),
);

type KeyedRequest = Pick<ApiRequest, 'headers' | 'method' | 'route' | 'params' | 'caller' | 'body'>;

/**
 * The hash includes the kind of the key, because a live send must never replay the receipt of a test. It uses the path
 * of the route, independent of how the caller wrote it (`/send/`), and the ids. `content` replaces a body that is not
 * JSON, `key` the header.
 */
export function buildIdempotency(
  { headers, method, route, params, caller, body }: KeyedRequest,
  content: unknown = body,
  key: unknown = headers['idempotency-key'],
): Idempotent | Promise<Idempotent> {
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length < 1 || key.length > maxKeyLength || /\p{Cc}/u.test(key)) {
    throw ServiceError.invalidField(
      'Idempotency-Key',
      `must have 1 to ${maxKeyLength} characters, and no control characters`,
    );
  }
  const { path } = route as { path: string };
  const hash = runInTurns(caller.accountId, hashValue([method, path, caller.kind, content, ...Object.values(params)]));
  const withKey = (request_hash: string): Idempotent => ({ idempotency: { key, request_hash } });
  return hash instanceof Promise ? hash.then(withKey) : withKey(hash);
}

/** Hashes the canonical JSON in pieces, because the whole text would copy attachments in memory. */
export function* hashValue(value: unknown): Stepwise<string> {
  const hash = createHash('sha256');
  let text = '';
  let hashed = 0;
  for (const chunk of canonicalJson(value)) {
    text += chunk;
    if (text.length < hashedLength) continue;
    hash.update(text);
    hashed += text.length;
    text = '';
    if (hashed < turnLength) continue;
    hashed = 0;
    yield;
  }
  return hash.update(text).digest('hex');
}
