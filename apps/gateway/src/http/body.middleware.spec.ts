import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';
import { BodyMemory } from './body-memory.js';
import { BodyRateLimiter } from './body-rate-limiter.js';
import { BodyReader } from './body.middleware.js';
import type { BodyRule } from './endpoint-metadata.js';
import { fileBody, largeBody, ordinaryBody } from './endpoint-metadata.js';

const unlimited = new BodyRateLimiter({ BODY_BYTES_PER_SECOND: 0 });
const buildHeaders = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) });

function posted(headers: Record<string, string>, method = 'POST', body: BodyRule = largeBody): IncomingApiRequest {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, {
    method,
    headers,
    endpoint: { method, body },
    caller: { accountId: 'acc_1' },
    deadline: Date.now() + 60_000,
  }) as unknown as IncomingApiRequest;
}

/** The body that the route receives, or the error. */
async function readBody(
  request: IncomingApiRequest,
  memory = new BodyMemory(64 * 1024 * 1024),
  response = new ServerResponse(request) as Response,
  limiter = unlimited,
): Promise<unknown> {
  let calls = 0;
  try {
    await new BodyReader(memory, limiter).readBody(request, response, () => {
      calls++;
    });
  } catch (error) {
    expect(calls).toBe(0);
    return error;
  }
  expect(calls).toBe(1);
  return request.body;
}

const rejection = (code: string, message: string): unknown => expect.objectContaining({ code, message });
const endedEarly = rejection('invalid_request', 'Invalid request: the body ended early');
const tooLarge = rejection('payload_too_large', 'The request body is larger than 12 MB');

describe('BodyReader', () => {
  it('reads a body that arrives in several chunks', async () => {
    const request = posted(buildHeaders(7));
    const body = readBody(request);
    for (const piece of ['{"a"', ':1}', null]) request.push(piece);
    expect(await body).toEqual({ a: 1 });
  });

  it.each([{}, buildHeaders(0)])('returns an empty object for a request without a body (%j)', async (headers) => {
    expect(await readBody(posted(headers))).toEqual({});
  });

  it('does not read the body of a GET, or of a request that is parsed already', async () => {
    expect(await readBody(posted(buildHeaders(7), 'GET'))).toBeUndefined();
    expect(await readBody(Object.assign(posted(buildHeaders(7)), { body: 'parsed' }))).toBe('parsed');
  });

  it('rejects a body by its Content-Length before it is read', async () => {
    expect(await readBody(posted(buildHeaders(12 * 1024 * 1024 + 1)))).toEqual(tooLarge);
  });

  it('applies the maximum size of the operation', async () => {
    const declared = posted(buildHeaders(256 * 1024 + 1), 'POST', ordinaryBody);
    expect(await readBody(declared)).toEqual(rejection('payload_too_large', 'The request body is larger than 256 KB'));
  });

  it('returns the bytes for an operation that takes a file', async () => {
    const request = posted(buildHeaders(2), 'POST', fileBody);
    const body = readBody(request);
    for (const piece of ['PK', null]) request.push(piece);
    expect(await body).toEqual(Buffer.from('PK'));
  });

  it('holds the memory of the body until the response', async () => {
    const memory = new BodyMemory(7);
    const request = posted(buildHeaders(7));
    const response = new ServerResponse(request) as Response;
    const body = readBody(request, memory, response);
    for (const piece of ['{"a":1}', null]) request.push(piece);
    expect(await body).toEqual({ a: 1 });
    expect(await readBody(posted(buildHeaders(7)), memory)).toEqual(
      rejection('unavailable', expect.stringContaining('nothing was accepted') as unknown as string),
    );
    response.end();
    await memory.acquire('acc_1', 7);
  });

  describe('with a body of unknown length', () => {
    const megabyte = 1024 * 1024;
    const chunked = (accountId = 'acc_1') =>
      Object.assign(posted({ 'transfer-encoding': 'chunked' }), {
        caller: { accountId },
      }) as unknown as IncomingApiRequest;
    /** Whether an account without bodies can get this many bytes. */
    const isFree = async (memory: BodyMemory, bytes: number): Promise<boolean> => {
      const reservation = memory.startReservation('another');
      const free = await Promise.race([reservation.grow(bytes).then(() => true), sleep(20, false)]);
      reservation.release();
      return free;
    };

    it('takes memory as the body arrives, and frees all of it', async () => {
      const memory = new BodyMemory(4 * megabyte);
      const request = chunked();
      const response = new ServerResponse(request) as Response;
      const body = readBody(request, memory, response);
      await sleep(1);
      expect(await isFree(memory, 3.5 * megabyte)).toBe(true);
      request.push(`"${'x'.repeat(megabyte)}`);
      await sleep(5);
      expect([await isFree(memory, 2.5 * megabyte), await isFree(memory, 3 * megabyte)]).toEqual([true, false]);
      for (const piece of ['"', null]) request.push(piece);
      expect(await body).toHaveLength(megabyte);
      response.end();
      expect(await isFree(memory, 4 * megabyte)).toBe(true);
    });

    it('applies the maximum size of the operation', async () => {
      const memory = new BodyMemory(64 * megabyte);
      for (const bytes of [12 * megabyte, 12 * megabyte + 1]) {
        const request = chunked();
        const response = new ServerResponse(request) as Response;
        const body = readBody(request, memory, response);
        for (let sent = 0; sent < bytes; sent += megabyte)
          request.push(Buffer.alloc(Math.min(megabyte, bytes - sent), ' '));
        request.push(null);
        expect(await body).toEqual(bytes > 12 * megabyte ? tooLarge : {});
        response.end();
      }
      expect(await isFree(memory, 64 * megabyte)).toBe(true);
    });

    it('pauses the request while there is no memory', async () => {
      const memory = new BodyMemory(2 * megabyte);
      const release = await memory.acquire('acc_2', 1.5 * megabyte);
      const request = chunked();
      const body = readBody(request, memory);
      await sleep(1);
      request.push(`"${'x'.repeat(megabyte)}`);
      await sleep(5);
      expect(request.isPaused()).toBe(true);
      release();
      await sleep(5);
      for (const piece of ['"', null]) request.push(piece);
      expect(await body).toHaveLength(megabyte);
    });

    it('rejects a body that gets no memory in time, and frees what it holds', async () => {
      const memory = new BodyMemory(2 * megabyte);
      const request = chunked();
      const other = chunked('acc_2');
      const responses = [request, other].map((each) => new ServerResponse(each) as Response);
      const bodies = [readBody(request, memory, responses[0]), readBody(other, memory, responses[1])];
      await sleep(1);
      for (const each of [request, other]) each.push('x'.repeat(0.7 * megabyte));
      await sleep(5);
      // Each waits for memory that the other holds.
      for (const each of [request, other]) each.push('x'.repeat(0.7 * megabyte));
      const first = await Promise.race(bodies.map((body, place) => body.then((outcome) => ({ outcome, place }))));
      expect(first.outcome).toEqual(
        rejection('unavailable', expect.stringContaining('nothing was accepted') as unknown as string),
      );
      expect([request, other][first.place]!.listenerCount('data')).toBe(0);
      for (const response of responses) response.end();
      other.destroy();
      request.destroy();
      await Promise.allSettled(bodies);
      expect(await isFree(memory, 2 * megabyte)).toBe(true);
    });
  });

  describe('with a body above the rate limit', () => {
    const megabyte = 1024 * 1024;
    /** One megabyte per second with a burst of six. */
    const paced = () => new BodyRateLimiter({ BODY_BYTES_PER_SECOND: megabyte });
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    beforeEach(() => {
      // setImmediate stays real, because large bodies are parsed in turns of the event loop.
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('waits without holding memory', async () => {
      const limiter = paced();
      const memory = new BodyMemory(8 * megabyte);
      await limiter.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted(buildHeaders(2 * megabyte));
      const body = readBody(request, memory, new ServerResponse(request) as Response, limiter);
      for (const piece of [text(2 * megabyte), null]) request.push(piece);
      await jest.advanceTimersByTimeAsync(1_900);
      (await memory.acquire('acc_1', 8 * megabyte))();
      expect(request.readableFlowing).toBeNull();
      await jest.advanceTimersByTimeAsync(200);
      expect(await body).toHaveLength(2 * megabyte - 2);
    });

    it('rejects it before it is read if it would wait too long', async () => {
      const limiter = paced();
      await limiter.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted(buildHeaders(11 * megabyte), 'POST', { ...largeBody, maxBytes: 64 * megabyte });
      void limiter.admitAll(request, request.caller!, 5 * megabyte);
      expect(await readBody(request, undefined, undefined, limiter)).toEqual(
        rejection('rate_limited', expect.stringContaining('(body_bytes_per_second)') as unknown as string),
      );
      expect(request.readableFlowing).toBeNull();
    });

    it('neither delays nor counts small bodies', async () => {
      const limiter = paced();
      await limiter.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      for (const _body of [1, 2, 3]) {
        const request = posted(buildHeaders(64 * 1024));
        const body = readBody(request, undefined, undefined, limiter);
        for (const piece of [text(64 * 1024), null]) request.push(piece);
        expect(await body).toHaveLength(64 * 1024 - 2);
      }
      expect(limiter.getState(posted({}).caller!)).toMatchObject({ reset: 6 });
    });

    it('pauses a body of unknown length', async () => {
      const limiter = paced();
      await limiter.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted({ 'transfer-encoding': 'chunked' });
      const body = readBody(request, undefined, undefined, limiter);
      for (const piece of [text(2 * megabyte), null]) request.push(piece);
      await jest.advanceTimersByTimeAsync(1_500);
      expect(request.isPaused()).toBe(true);
      await jest.advanceTimersByTimeAsync(1_500);
      expect(await body).toHaveLength(2 * megabyte - 2);
      expect(limiter.getState(request.caller!)!.reset).toBeGreaterThan(4);
    });

    it('also counts a body of an operation that takes none, and discards it', async () => {
      const limiter = paced();
      const request = posted(buildHeaders(200 * 1024), 'GET', ordinaryBody);
      const body = readBody(request, undefined, undefined, limiter);
      for (const piece of [text(200 * 1024), null]) request.push(piece);
      expect(await body).toBeUndefined();
      expect(limiter.getState(request.caller!)!.remaining).toBe(6 * megabyte - 200 * 1024);
      expect(
        await readBody(posted(buildHeaders(256 * 1024 + 1), 'GET', ordinaryBody), undefined, undefined, limiter),
      ).toEqual(rejection('payload_too_large', 'The request body is larger than 256 KB'));
    });
  });

  it('rejects a body of which nothing arrives for 10 s', async () => {
    jest.useFakeTimers();
    try {
      const request = posted(buildHeaders(7));
      const body = readBody(request);
      for (const piece of ['{', '"a"']) {
        await jest.advanceTimersByTimeAsync(9_000);
        request.push(piece);
      }
      await jest.advanceTimersByTimeAsync(9_000);
      expect(await Promise.race([body, 'is read'])).toBe('is read');
      await jest.advanceTimersByTimeAsync(1_001);
      expect(await body).toEqual(endedEarly);
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not read the body if there is no such operation', async () => {
    expect(await readBody(Object.assign(posted(buildHeaders(7)), { endpoint: undefined }))).toBeUndefined();
  });

  it('rejects a body of unknown length as soon as it is too large', async () => {
    const request = posted({ 'transfer-encoding': 'chunked' });
    const body = readBody(request);
    for (let megabyte = 0; megabyte < 13; megabyte++) request.push(Buffer.alloc(1024 * 1024));
    expect(await body).toEqual(tooLarge);
  });

  it('rejects compressed bodies', async () => {
    expect(await readBody(posted({ ...buildHeaders(7), 'content-encoding': 'gzip' }))).toEqual(
      rejection('invalid_request', 'Invalid request: compressed bodies are not supported'),
    );
  });

  it.each([
    ['ends before its declared length', (request: IncomingApiRequest) => request.push(null)],
    ['is cut off', (request: IncomingApiRequest) => request.emit('aborted')],
    ['fails', (request: IncomingApiRequest) => request.destroy(new Error('connection lost'))],
  ])('rejects a body that %s', async (_what, end) => {
    const request = posted(buildHeaders(7));
    const body = readBody(request);
    request.push('{"a"');
    await once(request, 'data');
    end(request);
    expect(await body).toEqual(endedEarly);
  });

  it('rejects the body of a caller that has disconnected', async () => {
    const request = posted(buildHeaders(7));
    request.destroy();
    expect(await readBody(request)).toEqual(endedEarly);
  });
});
