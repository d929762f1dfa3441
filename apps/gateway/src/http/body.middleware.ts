import type { Response } from 'express';
import { ServiceError } from '@postrider/contracts';
import type { RawBodyError } from 'raw-body';
import getRawBody from 'raw-body';
import type { ArrivingRequest } from './api-request.js';
import type { BodyMemory, BodyRoom } from './body-memory.js';
import type { Middleware } from './in-order.js';
import { parseJson } from './json-body.js';

const withBody = new Set(['POST', 'PUT']);
/** How long nothing of a body may arrive. */
const stallMs = 10_000;
/** By how much the room of a body grows that does not say how long it is. */
const stepBytes = 256 * 1024;

/**
 * Reads the body and parses it, as the operation says. Nobody without a key that may do it makes us hold one, and all that are held
 * together have a bound.
 */
export const readBody =
  (memory: BodyMemory): Middleware =>
  async (request, response, next) => {
    const { endpoint } = request;
    if (endpoint && withBody.has(endpoint.method) && request.body === undefined) {
      const { accountId } = request.caller!;
      const bytes = await readBytes(request, response, { accountId, maxBytes: endpoint.body.maxBytes, memory });
      const body = endpoint.body.format === 'file' ? bytes : parseJson(accountId, bytes);
      request.body = body instanceof Promise ? await body : body;
    }
    next();
  };

/** Whose memory a body takes, and how large it may be. */
export interface BodyBounds {
  readonly accountId: string;
  readonly maxBytes: number;
  readonly memory: BodyMemory;
}

/**
 * The body's bytes, however they are framed; empty where there are none.
 * @throws ServiceError `payload_too_large` as soon as the declared or the counted length passes the limit.
 */
export async function readBytes(
  request: ArrivingRequest,
  response: Response,
  { accountId, maxBytes, memory }: BodyBounds,
): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = request.headers;
  if (length === undefined ? framing === undefined : length === '0') return Buffer.alloc(0);
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  if (encoding !== undefined && encoding !== 'identity')
    throw new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported');
  const room = memory.room(accountId);
  whenAnswered(response, () => room.release());
  await room.grow(length === undefined ? stepBytes : Number(length));
  return read(request, length ?? null, maxBytes, room);
}

async function read(request: ArrivingRequest, length: string | null, limit: number, room: BodyRoom): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  let arriving = (_piece: Buffer): void => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(endedEarly()), stallMs);
    arriving = ({ length: bytes }) => {
      timer?.refresh();
      arrived += bytes;
      if (arrived <= room.bytes || room.bytes >= limit || length !== null) return;
      request.pause();
      room.grow(Math.min(arrived + stepBytes, limit)).then(() => request.resume(), reject);
    };
  });
  const body = getRawBody(request, { length, limit }).catch(({ type }: RawBodyError) => {
    throw type === 'entity.too.large' ? tooLarge(limit) : endedEarly();
  });
  request.on('data', arriving);
  try {
    return await Promise.race([body, givenUp]);
  } catch (error) {
    // Whatever still comes is dropped: nobody keeps it, and there is no room for it.
    request.removeAllListeners('data');
    throw error;
  } finally {
    clearTimeout(timer);
    request.off('data', arriving);
  }
}

/** Not when the connection ends: what a caller asked for goes on when it leaves, and holds its body meanwhile. */
function whenAnswered(response: Response, release: () => void): void {
  response.end = new Proxy(response.end, {
    apply: (end, self: Response, values: Parameters<Response['end']>) => {
      release();
      return Reflect.apply(end, self, values) as Response;
    },
  });
}

const endedEarly = (): ServiceError => new ServiceError('invalid_request', 'Invalid request: the body ended early');

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('payload_too_large', `The request body is larger than ${inWords(maxBytes)}`);

const inWords = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
