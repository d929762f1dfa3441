import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceError } from '@postrider/contracts';
import type { RawBodyError } from 'raw-body';
import getRawBody from 'raw-body';
import type { ArrivingRequest, Middleware } from './api-request.js';
import type { BodyRoom } from './body-memory.js';
import { BodyMemory } from './body-memory.js';
import type { BodySender } from './body-pace.js';
import { BodyPace, freeBodyBytes, mayBeLarge, sizeInWords } from './body-pace.js';
import { parseJson } from './json-body.js';

const withBody = new Set(['POST', 'PUT', 'PATCH']);
/** How long nothing of a body may arrive. */
const stallMs = 10_000;
/** By how much a body grows that does not say how long it is: its room, and what it is paid for. */
const stepBytes = 256 * 1024;

/**
 * Reads the body and parses it, as the operation says. Nobody without a key that may do it makes us hold one; how much is held of all
 * together has a bound, and how fast an account sends.
 */
@Injectable()
export class BodyReader {
  constructor(
    private readonly memory: BodyMemory,
    private readonly pace: BodyPace,
  ) {}

  readonly readBody: Middleware = async (request, response, next) => {
    const { endpoint } = request;
    if (endpoint && request.body === undefined) {
      const sender = request.caller ?? anonymousSender(request.ip);
      const bounds = { sender, maxBytes: endpoint.body.maxBytes };
      if (withBody.has(endpoint.method)) {
        const bytes = await this.readBytes(request, response, bounds);
        const body = endpoint.body.format === 'file' ? bytes : parseJson(sender.accountId, bytes);
        request.body = body instanceof Promise ? await body : body;
        // GET and DELETE have no use for a body, but to take it off the connection costs the same.
      } else if (mayBeLarge(request)) await this.readBytes(request, response, bounds);
    }
    next();
  };

  /**
   * The body's bytes, however they are framed; empty where there are none.
   * @throws ServiceError `payload_too_large` as soon as the declared or the counted length passes the limit; `rate_limited`
   */
  async readBytes(request: ArrivingRequest, response: Response, bounds: BodyBounds): Promise<Buffer> {
    const { sender, maxBytes } = bounds;
    const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = request.headers;
    if (length === undefined ? framing === undefined : length === '0') return Buffer.alloc(0);
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    if (encoding !== undefined && encoding !== 'identity')
      throw new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported');
    // Before it takes any room: what waits for its turn holds nothing.
    if (Number(length) > freeBodyBytes) await this.pace.admitAll(request, sender, Number(length));
    const room = this.memory.room(sender.accountId);
    whenAnswered(response, () => room.release());
    await room.grow(length === undefined ? stepBytes : Number(length));
    return read(request, length ?? null, room, this.pace, bounds);
  }
}

/** A caller that is not known shares with its address alone. */
const anonymousSender = (ip = ''): BodySender => ({ accountId: `address ${ip}` });

/** Whose memory and time a body takes, and how large it may be. */
interface BodyBounds {
  readonly sender: BodySender;
  readonly maxBytes: number;
}

async function read(
  request: ArrivingRequest,
  length: string | null,
  room: BodyRoom,
  pace: BodyPace,
  { sender, maxBytes: limit }: BodyBounds,
): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  let allowed = length === null ? freeBodyBytes : limit;
  let ended = false;
  let paying: Promise<void> | undefined;
  let arriving = (_piece: Buffer): void => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      timer = setTimeout(() => reject(endedEarly()), stallMs);
    };
    const goOn = (): void => {
      if (ended) return;
      wait();
      request.resume();
    };
    wait();
    arriving = ({ length: bytes }) => {
      timer?.refresh();
      arrived += bytes;
      if (arrived <= allowed || allowed >= limit) return;
      request.pause();
      clearTimeout(timer);
      const more = Math.min(arrived + stepBytes, limit);
      paying = pace.admitMore(request, sender, more - allowed).then(() => room.grow(more));
      paying.then(goOn, reject);
      allowed = more;
    };
  });
  const body = getRawBody(request, { length, limit }).catch(({ type }: RawBodyError) => {
    throw type === 'entity.too.large' ? tooLarge(limit) : endedEarly();
  });
  request.on('data', arriving);
  try {
    // The end of a body may come before what it is paid for.
    return await Promise.race([body.then((bytes) => paying?.then(() => bytes) ?? bytes), givenUp]);
  } catch (error) {
    // Whatever still comes is dropped: nobody keeps it, and there is no room for it.
    request.removeAllListeners('data');
    throw error;
  } finally {
    ended = true;
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
  new ServiceError('payload_too_large', `The request body is larger than ${sizeInWords(maxBytes)}`);
