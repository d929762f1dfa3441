import { createHash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import { inTurns, type Pieces } from '@postrider/concurrency';
import type { idempotency } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import { requestOf } from '../http/api-request.js';
import { canonicalJson } from './canonical-json.js';

type Idempotency = z.output<typeof idempotency>;
export interface Idempotent {
  readonly idempotency?: Idempotency;
}
const maxKeyLength = 255;
/** What is hashed at a time, at least. */
const hashedLength = 64 * 1024;
/** What is hashed before others have their turn. */
const turnLength = 256 * 1024;

/**
 * The `Idempotency-Key` header with a hash of what was asked (docs/guides/idempotency.md); absent where the caller sent
 * none. Of a large body it is a promise.
 */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Idempotent | Promise<Idempotent> => idempotencyOf(requestOf(context)),
);

/**
 * The kind of the key is part of what was asked: a live send must never be answered with the receipt of a test. The address is that of the
 * route, however the caller wrote it (`/send/`), with the ids in it.
 */
function idempotencyOf({
  headers,
  method,
  route,
  params,
  caller,
  body,
}: Pick<ApiRequest, 'headers' | 'method' | 'route' | 'params' | 'caller' | 'body'>): Idempotent | Promise<Idempotent> {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length < 1 || key.length > maxKeyLength) {
    throw ServiceError.invalidFields([
      { field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` },
    ]);
  }
  const { path } = route as { path: string };
  const hash = inTurns(caller.accountId, hashOf([method, path, caller.kind, body, ...Object.values(params)]));
  const withKey = (request_hash: string): Idempotent => ({ idempotency: { key, request_hash } });
  return hash instanceof Promise ? hash.then(withKey) : withKey(hash);
}

/** Of the canonical JSON, which is never in memory as a whole: an attachment would be there once more for every level it is in. */
export function* hashOf(value: unknown): Pieces<string> {
  const hash = createHash('sha256');
  let text = '';
  let hashed = 0;
  for (const piece of canonicalJson(value)) {
    text += piece;
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
