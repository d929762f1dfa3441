import { createHash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { idempotency } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import { requestOf } from '../http/endpoint.js';

type Idempotency = z.output<typeof idempotency>;
export interface Idempotent {
  readonly idempotency?: Idempotency;
}
const maxKeyLength = 255;
/** What is hashed at a time, at least. */
const hashedLength = 64 * 1024;

/**
 * The `Idempotency-Key` header with a hash of what was asked (docs/api.md#idempotency); absent where the caller sent
 * none.
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext): Idempotent =>
  idempotencyOf(requestOf(context)),
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
}: Pick<ApiRequest, 'headers' | 'method' | 'route' | 'params' | 'caller' | 'body'>): Idempotent {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length < 1 || key.length > maxKeyLength) {
    throw ServiceError.invalidFields([
      { field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` },
    ]);
  }
  const { path } = route as { path: string };
  return { idempotency: { key, request_hash: hashOf([method, path, caller.kind, body, ...Object.values(params)]) } };
}

/** Of the canonical JSON, which is never in memory as a whole: an attachment would be there once more for every level it is in. */
function hashOf(value: unknown): string {
  const hash = createHash('sha256');
  let text = '';
  writeCanonicalJson(value, (piece) => {
    text += piece;
    if (text.length < hashedLength) return;
    hash.update(text);
    text = '';
  });
  return hash.update(text).digest('hex');
}

/** JSON with the names of every object in order, piece by piece: equal for equal values. */
export function writeCanonicalJson(value: unknown, write: (piece: string) => void): void {
  if (typeof value !== 'object' || value === null) {
    write(JSON.stringify(value));
    return;
  }
  const isList = Array.isArray(value);
  write(isList ? '[' : '{');
  const fields = isList ? value.entries() : Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let separator = '';
  for (const [name, field] of fields) {
    write(isList ? separator : `${separator}${JSON.stringify(name)}:`);
    writeCanonicalJson(field, write);
    separator = ',';
  }
  write(isList ? ']' : '}');
}
