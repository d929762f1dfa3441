import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { LosslessNumber } from '@postrider/numbers';
import { createTestVhost, waitFor } from '@postrider/testing';
import { ContractClient } from './contract-client.js';
import { memoryHub } from './memory/memory-events.js';
import { MemoryRpcTransport } from './memory/memory-rpc-server.js';
import type { Caller, EchoService } from './testing/echo.js';
import { echo, exampleContext, misbehave, startCaller, startEcho, unknownCall, wait } from './testing/echo.js';

const internal = { name: 'ServiceError', code: 'internal', message: 'Internal error', retryable: false };
const tooLarge = (what: string): unknown => expect.stringContaining(`The ${what} is larger than 15 MB`);

describe.each(['memory', 'amqp'] as const)('calls over %s', (transport) => {
  let url: string;
  let drop: () => Promise<unknown> = async () => {};
  let service: EchoService;
  let caller: Caller;

  beforeAll(async () => {
    url = `memory:${newId('request')}`;
    if (transport === 'amqp') {
      const vhost = await createTestVhost();
      ({ url } = vhost);
      drop = () => vhost.drop();
    }
    service = await startEcho(url);
    caller = await startCaller(url);
    await waitFor(() => caller.call(echo, { text: 'there?' }));
  });
  afterAll(async () => {
    await caller.stop();
    await service.stop();
    await drop();
  });

  it('are answered in the context of their request', async () => {
    expect(await caller.call(echo, { text: 'Grüße 🙂', tags: ['a'] })).toEqual({
      text: 'Grüße 🙂',
      tags: ['a'],
      accountId: expect.stringMatching(/^acc_/) as string,
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  it('preserve numbers exactly in both directions, and strings that look like numbers', async () => {
    const numbers = ['1.0', '10.50', '1234567890123456789', '1E400', '-0', '0e5'].map(
      (text) => new LosslessNumber(text),
    );
    const data = { numbers, deep: [{ one: numbers[0], 'two "1.0"': '10.50' }, 1.5], number_texts: { deep: '7.0' } };
    const responses = await Promise.all([caller.call(echo, { text: '1.0', data }), caller.call(echo, { text: '1.0' })]);
    expect(responses[0]).toMatchObject({ text: '1.0', data });
    expect(responses[1]).not.toHaveProperty('data');
  });

  it('pass copies, not references', async () => {
    const tags = ['mine'];
    expect(await caller.call(misbehave, { how: 'mutate', tags })).toEqual({ tags: ['mine', 'mutated'] });
    expect(tags).toEqual(['mine']);
  });

  it('carry large payloads', async () => {
    const text = 'x'.repeat(3_000_000);
    expect((await caller.call(echo, { text })).text).toBe(text);
  });

  describe('too large for a message', () => {
    const large = 'x'.repeat(270_000);

    it('large calls are rejected in the service when the response is too large, without affecting other calls', async () => {
      service.gate.shut();
      const underWay = caller.call(wait, {});
      await waitFor(() => service.gate.waiting === 1);
      const calls = [
        ...Array.from({ length: 3 }, () => caller.call(misbehave, { how: 'answer_large', tags: [large] })),
        ...Array.from({ length: 50 }, (_, n) => caller.call(echo, { text: String(n) })),
      ];
      const responses = await Promise.allSettled(calls);
      const outcomes = responses.map((response) =>
        response.status === 'rejected' ? (response.reason as unknown) : 'answered',
      );
      const rejected = { code: 'payload_too_large', retryable: false, message: tooLarge('response') };
      expect(outcomes.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(rejected) as Error));
      expect(outcomes.slice(3)).toEqual(Array.from({ length: 50 }, () => 'answered'));
      expect(service.server.isConnected()).toBe(true);
      service.gate.open();
      expect(await underWay).toEqual({ waited: true });
    }, 20_000);

    it('large calls are rejected in the caller by their size in bytes, before they are sent', async () => {
      service.gate.shut();
      const text = '€'.repeat(5_300_000);
      const rejected = { code: 'payload_too_large', retryable: false, message: tooLarge('request') };
      await expect(caller.call(echo, { text })).rejects.toMatchObject(rejected);
      await expect(caller.call(wait, { text } as never)).rejects.toMatchObject(rejected);
      expect(service.gate.waiting).toBe(0);
      service.gate.open();
    });

    it('start above 15 MB', async () => {
      const text = 'x'.repeat(15 * 1_048_576 - 1_000);
      // A long timeout for slow machines: this tests the size, not the speed.
      const patient = { ...echo, timeoutMs: 25_000 };
      expect((await caller.call(patient, { text })).text).toHaveLength(text.length);
    }, 30_000);
  });

  it('return an error with its details unchanged', async () => {
    await expect(caller.call(misbehave, { how: 'refuse' })).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'not_found',
      message: 'No such echo',
      details: [{ field: 'how', message: 'is refused' }],
    });
  });

  it('reject a request that violates the contract, with the names of the fields', async () => {
    await expect(caller.call(echo, { text: 7, tags: ['a', null] } as never)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [expect.objectContaining({ field: 'text' }), expect.objectContaining({ field: 'tags.1' })],
    });
  });

  it.each(['refuse_unlisted', 'throw', 'answer_wrong'] as const)(
    'log a failing handler without details for the caller (%s)',
    async (how) => {
      const logged: unknown[] = [];
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation((line: unknown) => {
        logged.push(line);
      });
      await expect(caller.call(misbehave, { how })).rejects.toMatchObject(internal);
      error.mockRestore();
      expect(logged).toEqual([
        expect.objectContaining({ pattern: 'customer.echo.misbehave.v1', err: expect.any(Error) as Error }),
      ]);
    },
  );

  it('are answered separately when they are made at once, and none waits for a slow one', async () => {
    service.gate.shut();
    const slow = [caller.call(wait, {}), caller.call(wait, {}, 500)];
    const texts = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(n === 50 ? 200_000 : n)}`);
    const [echoes, rejected] = await Promise.all([
      Promise.all(texts.map((text) => caller.call(echo, { text }))),
      caller.call(misbehave, { how: 'refuse' }).catch((error: unknown) => error),
    ]);
    expect(echoes.map(({ text }) => text)).toEqual(texts);
    expect(new Set(echoes.map(({ requestId }) => requestId)).size).toBe(100);
    expect(rejected).toMatchObject({ code: 'not_found' });
    await expect(slow[1]).rejects.toMatchObject({ code: 'unavailable' });
    service.gate.open();
    expect(await slow[0]).toEqual({ waited: true });
  });

  it('are still answered after more failures than concurrent calls', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    const failures = await Promise.allSettled(
      Array.from({ length: 600 }, () => caller.call(misbehave, { how: 'throw' })),
    );
    error.mockRestore();
    expect(failures.filter(({ status }) => status === 'rejected')).toHaveLength(600);
    expect((await caller.call(echo, { text: 'still here' })).text).toBe('still here');
  });

  it('are rejected with an unknown pattern', async () => {
    await expect(caller.call(unknownCall, {})).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'No such call: customer.echo.unheardof.v1',
    });
  });

  it('fail at their deadline, and say that the outcome is unknown', async () => {
    service.gate.shut();
    const patient = caller.call(wait, {});
    // Long enough to be sent on a busy machine: an unsent call has another outcome.
    await expect(caller.call(wait, {}, 3_000)).rejects.toMatchObject({
      code: 'unavailable',
      retryable: true,
      message: expect.stringContaining('may have been carried out') as string,
    });
    service.gate.open();
    expect(await patient).toEqual({ waited: true });
  });

  it('are not sent after their deadline', async () => {
    service.gate.shut();
    await expect(caller.call(wait, {}, -1)).rejects.toMatchObject({ code: 'unavailable' });
    expect(service.gate.waiting).toBe(0);
    service.gate.open();
  });

  it('fail immediately to a service that never ran', async () => {
    const { [transport]: elsewhere } = { memory: `memory:${newId('request')}`, amqp: url };
    const lonely = await startCaller(elsewhere);
    const toDrip = { ...echo, pattern: 'drip.echo.say.v1', owner: 'drip' } as const;
    await waitFor(async () => {
      const calls = await Promise.allSettled([
        lonely.call(toDrip, { text: 'anybody?' }),
        lonely.call(toDrip, { text: 'at all?' }),
      ]);
      const notRunning = {
        code: 'unavailable',
        message: 'The drip service is not running; nothing was accepted, try again later',
      };
      expect(calls).toEqual(
        [notRunning, notRunning].map((reason) => ({
          status: 'rejected',
          reason: expect.objectContaining(reason) as Error,
        })),
      );
      return true;
    });
    await lonely.stop();
  });

  it('get their response if they are in flight when the service stops', async () => {
    service.gate.shut();
    const responses = [caller.call(wait, {}), caller.call(wait, {})];
    await waitFor(() => service.gate.waiting === 2);
    const stopped = service.stop();
    service.gate.open();
    expect(await Promise.all(responses)).toEqual([{ waited: true }, { waited: true }]);
    await stopped;
    service = await startEcho(url);
    expect((await caller.call(echo, { text: 'again' })).text).toBe('again');
  });
});

describe('a reply', () => {
  const client = (reply: string): ContractClient => {
    const hub = memoryHub(`memory:${newId('request')}`);
    hub.requestHandlers.set('customer', async () => reply);
    return new ContractClient(new MemoryRpcTransport(hub));
  };

  it.each([
    ['nothing', '{}'],
    ['a list', '[]'],
    ['a value that violates the contract', '{"value":{"text":7}}'],
    ['an unknown error code', '{"error":{"code":"teapot","message":"Internal error","retryable":false}}'],
  ])('with %s is an internal error', async (_what, reply) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    await expect(client(reply).call(echo, exampleContext(), { text: 'hello' })).rejects.toMatchObject(internal);
    error.mockRestore();
  });

  it('with unknown fields is accepted', async () => {
    const response = await client(
      '{"value":{"text":"hi","accountId":"a","requestId":"r","mood":"good"},"took":1}',
    ).call(echo, exampleContext(), { text: 'hello' });
    expect(response).toEqual({ text: 'hi', accountId: 'a', requestId: 'r' });
  });
});
