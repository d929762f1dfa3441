import type { IncomingHttpHeaders } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';

const elements = new WeakSet<object>();

/** Elements were admitted with their batch: they have its caller, and their bodies are parsed. */
export const isBatchElement = (request: object): boolean => elements.has(request);

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

/** Takes one call through the same routes as a request of its own, without a network in between. Never rejects. */
export function runElement(
  express: Express,
  batch: ApiRequest,
  requestId: string,
  deadline: number,
  call: ElementCall,
): Promise<ElementAnswer> {
  const request = elementRequest(batch, call);
  Object.assign(request, { requestId, deadline, caller: batch.caller, body: call.body ?? {} });
  elements.add(request);
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
  const kept: IncomingHttpHeaders = {};
  for (const name of ['x-swu-api-client', 'traceparent'] as const)
    if (headers[name] !== undefined) kept[name] = headers[name];
  if (idempotencyKey !== undefined) kept['idempotency-key'] = idempotencyKey;
  request.headers = kept;
  request.method = method;
  request.url = path;
  request.complete = true;
  return request;
}

/** Keeps what would be written. Own properties, because Express replaces the prototype. */
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
    end: (chunk?: unknown) => finish(typeof chunk === 'string' ? chunk : ''),
  });
}
