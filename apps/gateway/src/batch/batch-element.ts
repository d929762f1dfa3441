import { IncomingMessage, ServerResponse } from 'node:http';
import { runInTurns } from '@postrider/concurrency';
import { errorTable } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Express, Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import { parseInSlices } from '../http/json-pieces.js';

/** Headers of the batch request that must not apply to its elements. */
const batchOnlyHeaders = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'transfer-encoding',
]);

export interface ElementCall {
  readonly method: string;
  /** With the version prefix, and a query string if there is one. */
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** The response of an element. `body` is an object, or the text of a response that is not JSON. */
export interface ElementResponse {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

/** Characters left for responses. All elements of a batch share it. */
export interface ResponseBudget {
  left: number;
}

/**
 * Runs a call through the same middleware and routes as an HTTP request, without the network. Caller, deadline and
 * parsed body are set already. Never rejects.
 */
export function runElement(
  express: Express,
  batch: ApiRequest,
  requestId: string,
  deadline: number,
  call: ElementCall,
  budget: ResponseBudget,
): Promise<ElementResponse> {
  const request = elementRequest(batch, call);
  const { caller, isForAudit } = batch;
  Object.assign(request, { isElement: true, isForAudit, requestId, deadline, caller, body: call.body ?? {} });
  const response = new Promise<ElementResponse>((resolve) => {
    // The types of Express omit `handle`, which HTTP servers call.
    (express as unknown as { handle(request: IncomingMessage, response: ServerResponse): void }).handle(
      request,
      capturingResponse(request, budget, resolve),
    );
  });
  return response.then((captured) => parsed(caller.accountId, captured));
}

function elementRequest(
  { socket, headers }: ApiRequest,
  { method, path, idempotencyKey }: ElementCall,
): IncomingMessage {
  const request = new IncomingMessage(socket);
  request.headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !batchOnlyHeaders.has(name)));
  if (idempotencyKey !== undefined) request.headers['idempotency-key'] = idempotencyKey;
  request.method = method;
  request.url = path;
  request.complete = true;
  return request;
}

/** JSON that was written in chunks. */
class StreamedJson {
  constructor(readonly bytes: Buffer) {}
}

/** Parses streamed JSON. The number of values is not limited, because lists may have more than a request body. */
async function parsed(accountId: string, response: ElementResponse): Promise<ElementResponse> {
  const { body } = response;
  if (!(body instanceof StreamedJson)) return response;
  return { ...response, body: await runInTurns(accountId, parseInSlices(body.bytes, undefined, Infinity)) };
}

/** Captures the response. It overrides own properties, because Express replaces the prototype. */
function capturingResponse(
  request: IncomingMessage,
  budget: ResponseBudget,
  onResponse: (response: ElementResponse) => void,
): ServerResponse {
  const response = new ServerResponse(request) as Response;
  const written: Buffer[] = [];
  const finish = (body: unknown): Response => {
    Object.defineProperty(response, 'writableFinished', { value: true });
    onResponse({ status: response.statusCode, body, replayed: response.getHeader('Idempotency-Replayed') === 'true' });
    response.emit('close');
    return response;
  };
  const counted = (body: unknown): Response => {
    budget.left -= getLength(body);
    return finish(body);
  };
  const fail = (status: number, message: string): void => {
    for (const { length } of written.splice(0)) budget.left += length;
    response.statusCode = status;
    finish({ message });
  };
  const whole = (): unknown => {
    const bytes = Buffer.concat(written);
    const isJson = String(response.getHeader('Content-Type')).startsWith('application/json');
    return isJson ? new StreamedJson(bytes) : bytes.toString();
  };
  Object.defineProperty(response, 'headersSent', { get: () => written.length > 0 });
  return Object.assign(response, {
    json: counted,
    send: counted,
    write: (chunk: string | Uint8Array) => {
      const bytes = Buffer.from(chunk as Uint8Array);
      budget.left -= bytes.length;
      written.push(bytes);
      if (budget.left >= 0) return true;
      fail(errorTable.payload_too_large.status, 'The response is too large for a batch; make this call on its own');
      return false;
    },
    end: (chunk?: unknown) => {
      if (written.length === 0) return counted(typeof chunk === 'string' ? chunk : '');
      return finish(whole());
    },
    // A later page of a streamed list failed.
    destroy: () => {
      const { code, message } = unavailable('The response was interrupted');
      fail(errorTable[code].status, message);
      return response;
    },
  });
}

/** The length as JSON. */
const getLength = (body: unknown): number => String(typeof body === 'string' ? body : JSON.stringify(body)).length;
