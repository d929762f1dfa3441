import { hash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { idempotency } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import { requestOf } from '../http/endpoint.js';

type Idempotency = z.output<typeof idempotency>;
const maxKeyLength = 255;

/**
 * The `Idempotency-Key` header with a hash of what was asked (docs/api.md#idempotency); absent where the caller sent
 * none.
 */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): { idempotency?: Idempotency } => idempotencyOf(requestOf(context)),
);

/** The kind of the key is part of what was asked: a live send must never be answered with the receipt of a test. */
function idempotencyOf({
  headers,
  method,
  path,
  caller,
  body,
}: Pick<ApiRequest, 'headers' | 'method' | 'path' | 'caller' | 'body'>): { idempotency?: Idempotency } {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length < 1 || key.length > maxKeyLength) {
    throw ServiceError.invalidFields([
      { field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` },
    ]);
  }
  return { idempotency: { key, request_hash: hash('sha256', canonicalJson([method, path, caller.kind, body])) } };
}

/** JSON with the names of every object in order: equal for equal values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
