import { IncomingMessage, ServerResponse } from 'node:http';
import { errorTable } from '@postrider/contracts';
import type { Express, Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';

/** Headers of the batch that say nothing about its elements. */
const ofBatchAlone = new Set([
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
  /** With the version prefix, and a query string if need be. */
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** What an element came to: `body` is the object or the text that a caller of its own would have got. */
export interface ElementAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

/**
 * Takes one call through the same middleware and routes as a request of its own, without a network in between. It brings along what the
 * middleware would find out: who asks, until when, and the parsed body. Never rejects.
 */
export function runElement(
  express: Express,
  batch: ApiRequest,
  requestId: string,
  deadline: number,
  call: ElementCall,
): Promise<ElementAnswer> {
  const request = elementRequest(batch, call);
  Object.assign(request, { isElement: true, requestId, deadline, caller: batch.caller, body: call.body ?? {} });
  return new Promise((resolve) => {
    // `handle` is how Express is called by an HTTP server; its types leave it out.
    (express as unknown as { handle(request: IncomingMessage, response: ServerResponse): void }).handle(
      request,
      capturingResponse(request, resolve),
    );
  });
}

function elementRequest(
  { socket, headers }: ApiRequest,
  { method, path, idempotencyKey }: ElementCall,
): IncomingMessage {
  const request = new IncomingMessage(socket);
  request.headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBatchAlone.has(name)));
  if (idempotencyKey !== undefined) request.headers['idempotency-key'] = idempotencyKey;
  request.method = method;
  request.url = path;
  request.complete = true;
  return request;
}

/** Keeps what would be written; what comes in pieces is a list larger than a page. Own properties, because Express replaces the prototype. */
function capturingResponse(request: IncomingMessage, answered: (answer: ElementAnswer) => void): ServerResponse {
  const response = new ServerResponse(request) as Response;
  const finish = (body: unknown): Response => {
    Object.defineProperty(response, 'writableFinished', { value: true });
    answered({ status: response.statusCode, body, replayed: response.getHeader('Idempotency-Replayed') === 'true' });
    response.emit('close');
    return response;
  };
  return Object.assign(response, {
    json: finish,
    send: finish,
    write: () => {
      response.statusCode = errorTable.payload_too_large.status;
      finish({ message: 'The answer is too large for a batch; make this call by itself' });
      return false;
    },
    end: (chunk?: unknown) => finish(typeof chunk === 'string' ? chunk : ''),
  });
}
