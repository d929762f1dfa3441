import { IncomingMessage, ServerResponse } from 'node:http';
import { inTurns } from '@postrider/concurrency';
import { errorTable } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Express, Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import { parseInPieces } from '../http/json-pieces.js';

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

/** Characters that answers may still have. Those of one batch share it. */
export interface Room {
  left: number;
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
  room: Room,
): Promise<ElementAnswer> {
  const request = elementRequest(batch, call);
  const { caller, isForAudit } = batch;
  Object.assign(request, { isElement: true, isForAudit, requestId, deadline, caller, body: call.body ?? {} });
  const answered = new Promise<ElementAnswer>((resolve) => {
    // `handle` is how Express is called by an HTTP server; its types leave it out.
    (express as unknown as { handle(request: IncomingMessage, response: ServerResponse): void }).handle(
      request,
      capturingResponse(request, room, resolve),
    );
  });
  return answered.then((answer) => parsed(caller.accountId, answer));
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

/** JSON that came in pieces. */
class WrittenJson {
  constructor(readonly bytes: Buffer) {}
}

/** A list has more values than a body may have, so its length alone bounds it. */
async function parsed(accountId: string, answer: ElementAnswer): Promise<ElementAnswer> {
  const { body } = answer;
  if (!(body instanceof WrittenJson)) return answer;
  return { ...answer, body: await inTurns(accountId, parseInPieces(body.bytes, undefined, Infinity)) };
}

/** Keeps what would be written. A list larger than a page comes in pieces. Own properties, because Express replaces the prototype. */
function capturingResponse(
  request: IncomingMessage,
  room: Room,
  answered: (answer: ElementAnswer) => void,
): ServerResponse {
  const response = new ServerResponse(request) as Response;
  const written: Buffer[] = [];
  const finish = (body: unknown): Response => {
    Object.defineProperty(response, 'writableFinished', { value: true });
    answered({ status: response.statusCode, body, replayed: response.getHeader('Idempotency-Replayed') === 'true' });
    response.emit('close');
    return response;
  };
  const counted = (body: unknown): Response => {
    room.left -= lengthOf(body);
    return finish(body);
  };
  const fail = (status: number, message: string): void => {
    for (const { length } of written.splice(0)) room.left += length;
    response.statusCode = status;
    finish({ message });
  };
  const whole = (): unknown => {
    const bytes = Buffer.concat(written);
    const isJson = String(response.getHeader('Content-Type')).startsWith('application/json');
    return isJson ? new WrittenJson(bytes) : bytes.toString();
  };
  Object.defineProperty(response, 'headersSent', { get: () => written.length > 0 });
  return Object.assign(response, {
    json: counted,
    send: counted,
    write: (chunk: string | Uint8Array) => {
      const bytes = Buffer.from(chunk as Uint8Array);
      room.left -= bytes.length;
      written.push(bytes);
      if (room.left >= 0) return true;
      fail(errorTable.payload_too_large.status, 'The answer is too large for a batch; make this call by itself');
      return false;
    },
    end: (chunk?: unknown) => {
      if (written.length === 0) return counted(typeof chunk === 'string' ? chunk : '');
      return finish(whole());
    },
    // A later page failed.
    destroy: () => {
      const { code, message } = unavailable('The answer broke off');
      fail(errorTable[code].status, message);
      return response;
    },
  });
}

/** As JSON. */
const lengthOf = (body: unknown): number => String(typeof body === 'string' ? body : JSON.stringify(body)).length;
