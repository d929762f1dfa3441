import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceError } from '@postrider/contracts';
import type { RawBodyError } from 'raw-body';
import getRawBody from 'raw-body';
import type { IncomingApiRequest, Middleware } from './api-request.js';
import type { BodyReservation } from './body-memory.js';
import { BodyMemory } from './body-memory.js';
import type { BodySender } from './body-rate-limiter.js';
import { BodyRateLimiter, unlimitedBodyBytes, mayBeLarge, formatSize } from './body-rate-limiter.js';
import { parseJson } from './json-body.js';

const withBody = new Set(['POST', 'PUT', 'PATCH']);
/** The maximum time between two chunks of a body. */
const stallMs = 10_000;
/** The steps in which a body of unknown length takes memory and counts against the rate. */
const stepBytes = 256 * 1024;

/**
 * Reads and parses the body as the operation requires, after authentication. The memory of all bodies and the rate of
 * each account are bounded.
 */
@Injectable()
export class BodyReader {
  constructor(
    private readonly memory: BodyMemory,
    private readonly limiter: BodyRateLimiter,
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
        // GET and DELETE ignore their body, but draining it costs the same.
      } else if (mayBeLarge(request)) await this.readBytes(request, response, bounds);
    }
    next();
  };

  /**
   * The bytes of the body, with either framing; empty without a body.
   * @throws ServiceError `payload_too_large` as soon as the declared or counted length is too large; `rate_limited`
   */
  async readBytes(request: IncomingApiRequest, response: Response, bounds: BodyBounds): Promise<Buffer> {
    const { sender, maxBytes } = bounds;
    const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = request.headers;
    if (length === undefined ? framing === undefined : length === '0') return Buffer.alloc(0);
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    if (encoding !== undefined && encoding !== 'identity')
      throw new ServiceError('invalid_request', 'Invalid request: compressed bodies are not supported');
    // Before it takes memory, so that a waiting body holds none.
    if (Number(length) > unlimitedBodyBytes) await this.limiter.admitAll(request, sender, Number(length));
    const reservation = this.memory.startReservation(sender.accountId);
    beforeEnd(response, () => reservation.release());
    await reservation.grow(length === undefined ? stepBytes : Number(length));
    return read(request, length ?? null, reservation, this.limiter, bounds);
  }
}

/** Unauthenticated callers share memory and rate only with others of the same address. */
const anonymousSender = (ip = ''): BodySender => ({ accountId: `address ${ip}` });

/** The account that the body counts against, and its maximum size. */
interface BodyBounds {
  readonly sender: BodySender;
  readonly maxBytes: number;
}

async function read(
  request: IncomingApiRequest,
  length: string | null,
  reservation: BodyReservation,
  limiter: BodyRateLimiter,
  { sender, maxBytes: limit }: BodyBounds,
): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  let allowed = length === null ? unlimitedBodyBytes : limit;
  let ended = false;
  let admission: Promise<void> | undefined;
  let onChunk = (_chunk: Buffer): void => {};
  const failed = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      timer = setTimeout(() => reject(endedEarly()), stallMs);
    };
    const resume = (): void => {
      if (ended) return;
      wait();
      request.resume();
    };
    wait();
    onChunk = ({ length: bytes }) => {
      timer?.refresh();
      arrived += bytes;
      if (arrived <= allowed || allowed >= limit) return;
      request.pause();
      clearTimeout(timer);
      const more = Math.min(arrived + stepBytes, limit);
      admission = limiter.admitMore(request, sender, more - allowed).then(() => reservation.grow(more));
      admission.then(resume, reject);
      allowed = more;
    };
  });
  const body = getRawBody(request, { length, limit }).catch(({ type }: RawBodyError) => {
    throw type === 'entity.too.large' ? tooLarge(limit) : endedEarly();
  });
  request.on('data', onChunk);
  try {
    // The body may end before its last bytes are admitted.
    return await Promise.race([body.then((bytes) => admission?.then(() => bytes) ?? bytes), failed]);
  } catch (error) {
    // Without listeners, further bytes are discarded and take no memory.
    request.removeAllListeners('data');
    throw error;
  } finally {
    ended = true;
    clearTimeout(timer);
    request.off('data', onChunk);
  }
}

/** Ignores `close`: the call continues when its caller disconnects, and still needs the body. */
function beforeEnd(response: Response, release: () => void): void {
  response.end = new Proxy(response.end, {
    apply: (end, self: Response, values: Parameters<Response['end']>) => {
      release();
      return Reflect.apply(end, self, values) as Response;
    },
  });
}

const endedEarly = (): ServiceError => new ServiceError('invalid_request', 'Invalid request: the body ended early');

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('payload_too_large', `The request body is larger than ${formatSize(maxBytes)}`);
