import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Response } from 'express';
import type { ArrivingRequest } from './api-request.js';
import { BodyMemory } from './body-memory.js';
import { BodyPace } from './body-pace.js';
import { BodyReader } from './body.middleware.js';
import type { BodyRule } from './endpoint-metadata.js';
import { fileBody, largeBody, ordinaryBody } from './endpoint-metadata.js';

const unlimited = new BodyPace({ BODY_BYTES_PER_SECOND: 0 });
const headersOf = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) });

function posted(headers: Record<string, string>, method = 'POST', body: BodyRule = largeBody): ArrivingRequest {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, {
    method,
    headers,
    endpoint: { method, body },
    caller: { accountId: 'acc_1' },
    deadline: Date.now() + 60_000,
  }) as unknown as ArrivingRequest;
}

/** What the route would be given, or why it is not asked. */
async function bodyOf(
  request: ArrivingRequest,
  memory = new BodyMemory(64 * 1024 * 1024),
  response = new ServerResponse(request) as Response,
  pace = unlimited,
): Promise<unknown> {
  let asked = 0;
  try {
    await new BodyReader(memory, pace).readBody(request, response, () => {
      asked++;
    });
  } catch (error) {
    expect(asked).toBe(0);
    return error;
  }
  expect(asked).toBe(1);
  return request.body;
}

const refusal = (code: string, message: string): unknown => expect.objectContaining({ code, message });
const endedEarly = refusal('invalid_request', 'Invalid request: the body ended early');
const tooLarge = refusal('payload_too_large', 'The request body is larger than 12 MB');

describe('the body of a request', () => {
  it('is read whole, whatever pieces it comes in', async () => {
    const request = posted(headersOf(7));
    const body = bodyOf(request);
    for (const piece of ['{"a"', ':1}', null]) request.push(piece);
    expect(await body).toEqual({ a: 1 });
  });

  it.each([{}, headersOf(0)])('that is not there (%j) is an empty object', async (headers) => {
    expect(await bodyOf(posted(headers))).toEqual({});
  });

  it('is left alone where the method has none, and where the request brought one along', async () => {
    expect(await bodyOf(posted(headersOf(7), 'GET'))).toBeUndefined();
    expect(await bodyOf(Object.assign(posted(headersOf(7)), { body: 'parsed' }))).toBe('parsed');
  });

  it('that is declared too large is refused before a byte of it is read', async () => {
    expect(await bodyOf(posted(headersOf(12 * 1024 * 1024 + 1)))).toEqual(tooLarge);
  });

  it('may be as large as its operation allows', async () => {
    const declared = posted(headersOf(256 * 1024 + 1), 'POST', ordinaryBody);
    expect(await bodyOf(declared)).toEqual(refusal('payload_too_large', 'The request body is larger than 256 KB'));
  });

  it('of an operation that takes a file is its bytes', async () => {
    const request = posted(headersOf(2), 'POST', fileBody);
    const body = bodyOf(request);
    for (const piece of ['PK', null]) request.push(piece);
    expect(await body).toEqual(Buffer.from('PK'));
  });

  it('holds its room until it is answered', async () => {
    const memory = new BodyMemory(7);
    const request = posted(headersOf(7));
    const response = new ServerResponse(request) as Response;
    const body = bodyOf(request, memory, response);
    for (const piece of ['{"a":1}', null]) request.push(piece);
    expect(await body).toEqual({ a: 1 });
    expect(await bodyOf(posted(headersOf(7)), memory)).toEqual(
      refusal('unavailable', expect.stringContaining('nothing was accepted') as unknown as string),
    );
    response.end();
    await memory.acquire('acc_1', 7);
  });

  describe('that does not say how long it is', () => {
    const megabyte = 1024 * 1024;
    const chunked = (accountId = 'acc_1') =>
      Object.assign(posted({ 'transfer-encoding': 'chunked' }), {
        caller: { accountId },
      }) as unknown as ArrivingRequest;
    /** What the memory has left for an account that has nothing. */
    const isFree = async (memory: BodyMemory, bytes: number): Promise<boolean> => {
      const room = memory.room('another');
      const free = await Promise.race([room.grow(bytes).then(() => true), sleep(20, false)]);
      room.release();
      return free;
    };

    it('takes room as it comes, and gives all of it back', async () => {
      const memory = new BodyMemory(4 * megabyte);
      const request = chunked();
      const response = new ServerResponse(request) as Response;
      const body = bodyOf(request, memory, response);
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

    it('may be as large as its operation allows, and no larger', async () => {
      const memory = new BodyMemory(64 * megabyte);
      for (const bytes of [12 * megabyte, 12 * megabyte + 1]) {
        const request = chunked();
        const response = new ServerResponse(request) as Response;
        const body = bodyOf(request, memory, response);
        for (let sent = 0; sent < bytes; sent += megabyte)
          request.push(Buffer.alloc(Math.min(megabyte, bytes - sent), ' '));
        request.push(null);
        expect(await body).toEqual(bytes > 12 * megabyte ? tooLarge : {});
        response.end();
      }
      expect(await isFree(memory, 64 * megabyte)).toBe(true);
    });

    it('is not read on while there is no room, and goes on when there is', async () => {
      const memory = new BodyMemory(2 * megabyte);
      const release = await memory.acquire('acc_2', 1.5 * megabyte);
      const request = chunked();
      const body = bodyOf(request, memory);
      await sleep(1);
      request.push(`"${'x'.repeat(megabyte)}`);
      await sleep(5);
      expect(request.isPaused()).toBe(true);
      release();
      await sleep(5);
      for (const piece of ['"', null]) request.push(piece);
      expect(await body).toHaveLength(megabyte);
    });

    it('for which there is no room in time is refused, and keeps nothing', async () => {
      const memory = new BodyMemory(2 * megabyte);
      const request = chunked();
      const other = chunked('acc_2');
      const responses = [request, other].map((each) => new ServerResponse(each) as Response);
      const bodies = [bodyOf(request, memory, responses[0]), bodyOf(other, memory, responses[1])];
      await sleep(1);
      for (const each of [request, other]) each.push('x'.repeat(0.7 * megabyte));
      await sleep(5);
      // Both wait for what the other holds.
      for (const each of [request, other]) each.push('x'.repeat(0.7 * megabyte));
      const first = await Promise.race(bodies.map((body, place) => body.then((outcome) => ({ outcome, place }))));
      expect(first.outcome).toEqual(
        refusal('unavailable', expect.stringContaining('nothing was accepted') as unknown as string),
      );
      expect([request, other][first.place]!.listenerCount('data')).toBe(0);
      for (const response of responses) response.end();
      other.destroy();
      request.destroy();
      await Promise.allSettled(bodies);
      expect(await isFree(memory, 2 * megabyte)).toBe(true);
    });
  });

  describe('that comes too fast', () => {
    const megabyte = 1024 * 1024;
    /** A megabyte a second, six of them at once. */
    const paced = () => new BodyPace({ BODY_BYTES_PER_SECOND: megabyte });
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    beforeEach(() => {
      // Large bodies are parsed in turns of the real event loop.
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('waits, and takes no room meanwhile', async () => {
      const pace = paced();
      const memory = new BodyMemory(8 * megabyte);
      await pace.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted(headersOf(2 * megabyte));
      const body = bodyOf(request, memory, new ServerResponse(request) as Response, pace);
      for (const piece of [text(2 * megabyte), null]) request.push(piece);
      await jest.advanceTimersByTimeAsync(1_900);
      (await memory.acquire('acc_1', 8 * megabyte))();
      expect(request.readableFlowing).toBeNull();
      await jest.advanceTimersByTimeAsync(200);
      expect(await body).toHaveLength(2 * megabyte - 2);
    });

    it('is refused before it is read when it would wait too long', async () => {
      const pace = paced();
      await pace.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted(headersOf(11 * megabyte), 'POST', { ...largeBody, maxBytes: 64 * megabyte });
      void pace.admitAll(request, request.caller!, 5 * megabyte);
      expect(await bodyOf(request, undefined, undefined, pace)).toEqual(
        refusal('rate_limited', expect.stringContaining('(body_bytes_per_second)') as unknown as string),
      );
      expect(request.readableFlowing).toBeNull();
    });

    it('is small and waits for nothing, nor is it counted', async () => {
      const pace = paced();
      await pace.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      for (const _body of [1, 2, 3]) {
        const request = posted(headersOf(64 * 1024));
        const body = bodyOf(request, undefined, undefined, pace);
        for (const piece of [text(64 * 1024), null]) request.push(piece);
        expect(await body).toHaveLength(64 * 1024 - 2);
      }
      expect(pace.standing(posted({}).caller!)).toMatchObject({ reset: 6 });
    });

    it('and does not say how long it is waits in between', async () => {
      const pace = paced();
      await pace.admitAll(posted({}), posted({}).caller!, 6 * megabyte);
      const request = posted({ 'transfer-encoding': 'chunked' });
      const body = bodyOf(request, undefined, undefined, pace);
      for (const piece of [text(2 * megabyte), null]) request.push(piece);
      await jest.advanceTimersByTimeAsync(1_500);
      expect(request.isPaused()).toBe(true);
      await jest.advanceTimersByTimeAsync(1_500);
      expect(await body).toHaveLength(2 * megabyte - 2);
      expect(pace.standing(request.caller!)!.reset).toBeGreaterThan(4);
    });

    it('of an operation that takes none counts all the same, and is dropped', async () => {
      const pace = paced();
      const request = posted(headersOf(200 * 1024), 'GET', ordinaryBody);
      const body = bodyOf(request, undefined, undefined, pace);
      for (const piece of [text(200 * 1024), null]) request.push(piece);
      expect(await body).toBeUndefined();
      expect(pace.standing(request.caller!)!.remaining).toBe(6 * megabyte - 200 * 1024);
      expect(await bodyOf(posted(headersOf(256 * 1024 + 1), 'GET', ordinaryBody), undefined, undefined, pace)).toEqual(
        refusal('payload_too_large', 'The request body is larger than 256 KB'),
      );
    });
  });

  it('of which nothing more comes is given up after 10 s', async () => {
    jest.useFakeTimers();
    try {
      const request = posted(headersOf(7));
      const body = bodyOf(request);
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

  it('of no operation is not read', async () => {
    expect(await bodyOf(Object.assign(posted(headersOf(7)), { endpoint: undefined }))).toBeUndefined();
  });

  it('that turns out too large is refused when it does, not at its end', async () => {
    const request = posted({ 'transfer-encoding': 'chunked' });
    const body = bodyOf(request);
    for (let megabyte = 0; megabyte < 13; megabyte++) request.push(Buffer.alloc(1024 * 1024));
    expect(await body).toEqual(tooLarge);
  });

  it('that is compressed is refused', async () => {
    expect(await bodyOf(posted({ ...headersOf(7), 'content-encoding': 'gzip' }))).toEqual(
      refusal('invalid_request', 'Invalid request: compressed bodies are not supported'),
    );
  });

  it.each([
    ['ends before its declared length', (request: ArrivingRequest) => request.push(null)],
    ['is cut off', (request: ArrivingRequest) => request.emit('aborted')],
    ['fails', (request: ArrivingRequest) => request.destroy(new Error('connection lost'))],
  ])('that %s is refused', async (_what, end) => {
    const request = posted(headersOf(7));
    const body = bodyOf(request);
    request.push('{"a"');
    await once(request, 'data');
    end(request);
    expect(await body).toEqual(endedEarly);
  });

  it('whose caller left before it was asked for is refused', async () => {
    const request = posted(headersOf(7));
    request.destroy();
    expect(await bodyOf(request)).toEqual(endedEarly);
  });
});
