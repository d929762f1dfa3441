import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { errorTable, ServiceError } from '@postrider/contracts';
import { z } from 'zod';
import { canonicalPath } from '../client-libraries/lenience.js';
import type { ApiRequest } from '../http/api-request.js';
import type { ElementResponse, ElementCall, ResponseBudget } from './batch-element.js';
import { runElement } from './batch-element.js';

/** See docs/reference/batch.md. */
const maxElements = 100;
const maxConcurrent = 8;
const batchMs = 60_000;
/** Characters of all responses, after which no more calls are made. They are held in memory until the last one. */
const maxResponsesLength = 16 * 1024 * 1024;

const isIdempotencyKey = (name: string): boolean => name.toLowerCase() === 'idempotency-key';

const element = z.object({
  path: z
    .string({ error: 'must be a string' })
    .max(8192, 'must be at most 8192 characters')
    .describe('The full path with `/api/v1`, and a query string if needed.'),
  method: z
    .string({ error: 'must be an HTTP method' })
    .regex(/^[A-Za-z]{1,16}$/, 'must be an HTTP method')
    .describe('The HTTP method, in any case of letters.'),
  body: z.unknown().optional().describe('The body of the call; `{}` if omitted.'),
  headers: z
    .record(z.string(), z.unknown(), 'must be an object')
    .superRefine((headers, { addIssue }) => {
      for (const [name, value] of Object.entries(headers))
        if (isIdempotencyKey(name) && value !== null && typeof value !== 'string')
          addIssue({ code: 'custom', path: [name], message: 'must be a string' });
    })
    .nullish()
    .describe('`Idempotency-Key`; others are ignored.'),
});

/** Each element is validated when its turn comes, so that an invalid one does not fail the others. */
const unchecked = z
  .unknown()
  .meta({ ...z.toJSONSchema(element, { unrepresentable: 'any' }), id: 'BatchCall', $schema: undefined });

export const batchBody = z
  .array(unchecked, { error: 'must be an array of calls' })
  .max(maxElements, `must have at most ${maxElements} calls`)
  .meta({ id: 'BatchBody' });

/** An element of the response (docs/reference/batch.md). `headers` is set only for a replayed idempotent send. */
export const batchItem = z
  .object({
    path: z.unknown().describe('As in the call.'),
    method: z.unknown().describe('As in the call.'),
    status_code: z.int().describe('The HTTP status of the response.'),
    body: z.unknown().describe('The response; of an error, its message.'),
    headers: z.record(z.string(), z.string()).optional().describe('Header fields of the response.'),
  })
  .meta({ id: 'BatchItem', description: 'The response to one call of a batch.' });
export type BatchItem = z.output<typeof batchItem>;

/** Runs the calls of a batch in order, and neighboring reads or neighboring sends concurrently. */
@Injectable()
export class BatchService {
  constructor(private readonly host: HttpAdapterHost) {}

  async run(batch: ApiRequest, elements: readonly unknown[], requestMs: number): Promise<BatchItem[]> {
    const endsAt = Date.now() + batchMs;
    const items: BatchItem[] = [];
    const budget = { left: maxResponsesLength };
    for (const group of groupElements(elements)) {
      const groupItems =
        budget.left <= 0
          ? group.map((each) => toItem(each, tooLarge))
          : await Promise.all(
              group.map(async (each, index) => {
                const deadline = Math.min(Date.now() + requestMs, endsAt);
                return toItem(
                  each,
                  await this.runCall(batch, each, `${batch.requestId}.${items.length + index}`, deadline, budget),
                );
              }),
            );
      items.push(...groupItems);
    }
    return items;
  }

  private async runCall(
    batch: ApiRequest,
    element: unknown,
    requestId: string,
    deadline: number,
    budget: ResponseBudget,
  ): Promise<ElementResponse> {
    const call = parseCall(element);
    if ('status' in call) return call;
    return runElement(this.host.httpAdapter.getInstance<Express>(), batch, requestId, deadline, call, budget);
  }
}

function toItem(element: unknown, { status, body, replayed }: ElementResponse): BatchItem {
  const { path = '', method = '' } = (typeof element === 'object' && element !== null ? element : {}) as {
    path?: unknown;
    method?: unknown;
  };
  return {
    path,
    method,
    status_code: status,
    body: status >= 400 ? getMessage(body) : body,
    ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}),
  };
}

/** The call, or the error response for one that cannot be made. */
function parseCall(unparsed: unknown): ElementCall | ElementResponse {
  const parsed = element.safeParse(unparsed);
  if (!parsed.success) return rejected(400, ServiceError.invalid(parsed.error, 'element').message);
  const { method, body, headers } = parsed.data;
  const path = canonicalPath(parsed.data.path);
  if (!/^\/api\/v1(?=[/?]|$)/i.test(path))
    return rejected(404, 'Not found: the path of a call must start with /api/v1');
  if (/^\/api\/v1\/batch\/?(?:\?|$)/i.test(path)) return rejected(400, 'A batch cannot hold a batch');
  if (/^\/api\/v1\/events\/stream\/?(?:\?|$)/i.test(path)) return rejected(400, 'A batch cannot hold a stream');
  // The path as sent, because the prefix /api/v1_numeric also selects numeric delays.
  return { method: method.toUpperCase(), path: parsed.data.path, body, idempotencyKey: getIdempotencyKey(headers) };
}

function getIdempotencyKey(headers: z.output<typeof element>['headers']): string | undefined {
  const [, key] = Object.entries(headers ?? {}).find(([name]) => isIdempotencyKey(name)) ?? [];
  return typeof key === 'string' ? key : undefined;
}

const rejected = (status: number, body: string): ElementResponse => ({ status, body, replayed: false });

const tooLarge = rejected(
  errorTable.payload_too_large.status,
  'The responses of this batch are too large; this call was not made',
);

/** The body of a failed call is its message alone (docs/reference/batch.md). */
const getMessage = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body ? body.message : body;

/** Groups of neighbors that may run concurrently. Two sends with one Idempotency-Key are never in one group. */
function groupElements(elements: readonly unknown[]): readonly (readonly unknown[])[] {
  const groups: unknown[][] = [];
  let last: string | undefined;
  const keys = new Set<string>();
  for (const each of elements) {
    const { kind, key } = getConcurrency(each);
    const group = groups.at(-1);
    if (
      kind !== undefined &&
      kind === last &&
      group &&
      group.length < maxConcurrent &&
      !(key !== undefined && keys.has(key))
    )
      group.push(each);
    else {
      groups.push([each]);
      keys.clear();
    }
    if (key !== undefined) keys.add(key);
    last = kind;
  }
  return groups;
}

function getConcurrency(unparsed: unknown): { kind?: 'read' | 'send'; key?: string | undefined } {
  const parsed = element.safeParse(unparsed);
  if (!parsed.success) return {};
  const { path, headers } = parsed.data;
  const method = parsed.data.method.toUpperCase();
  if (method === 'GET') return { kind: 'read' };
  return method === 'POST' && /^\/api\/v1\/send\/?(?:\?|$)/i.test(canonicalPath(path))
    ? { kind: 'send', key: getIdempotencyKey(headers) }
    : {};
}
