import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { createTestVhost, TcpProxy, waitFor } from '@postrider/testing';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { connect } from 'amqplib';
import type { Caller, EchoService } from '../testing/echo.js';
import { echo, exampleContext, startCaller, startEcho, wait } from '../testing/echo.js';
import type { CallQueues } from './call-queues.js';
import type { RecoveringChannel } from './recovering-channel.js';
import { rpcQueue, rpcQueues } from './topology.js';

const queue = rpcQueue('customer');
/** Long enough to notice a client that reconnects every second. */
const severalDialsMs = 2_500;

describe('calls over RabbitMQ', () => {
  let vhost: Awaited<ReturnType<typeof createTestVhost>>;
  let broker: TcpProxy;
  let operator: ChannelModel;
  let channel: Channel;
  let service: EchoService;
  let caller: Caller;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    vhost = await createTestVhost();
    const { hostname, port } = new URL(vhost.url);
    broker = await TcpProxy.to(hostname, Number(port));
    operator = await connect(vhost.url);
    channel = await operator.createChannel();
  });
  afterAll(async () => {
    await broker.shut();
    await operator.close();
    await vhost.drop();
  });

  beforeEach(async () => {
    await broker.open();
    service = await startEcho(broker.url(vhost.url));
    caller = await startCaller(broker.url(vhost.url));
    await responses();
  });
  afterEach(async () => {
    service.gate.open();
    await caller.stop();
    await service.stop();
    await broker.shut();
  });

  const responses = (): Promise<unknown> =>
    waitFor(() =>
      caller.call(echo, { text: 'there?' }).then(
        () => true,
        () => false,
      ),
    );

  it('fail immediately when the connection is lost, and work again when it is back', async () => {
    const inFlight = caller.call(wait, {});
    await waitFor(() => service.gate.waiting === 1);
    broker.cut();
    await expect(inFlight).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('connection to the message broker was lost') as string,
    });
    // The connection is still down: nothing waited for it.
    await expect(caller.call(echo, { text: 'hello' })).rejects.toMatchObject({
      message: expect.stringContaining('not reachable') as string,
    });
    // Either side may notice the loss first; the connection is back after a second at the earliest.
    await waitFor(() => !service.server.isConnected());
    await responses();
  });

  it('work again after the broker closed every connection', async () => {
    await vhost.closeAllConnections();
    await waitFor(() => !service.server.isConnected());
    operator = await connect(vhost.url);
    channel = await operator.createChannel();
    await responses();
  });

  it('fail immediately while the broker is down, however long', async () => {
    await broker.shut();
    await waitFor(() => !service.server.isConnected());
    await expect(caller.call(echo, { text: 'hello' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not reachable') as string,
    });
    await broker.open();
    await responses();
  });

  it('keep their deadline while the broker is frozen, and are not executed afterwards', async () => {
    broker.freeze();
    await expect(caller.call(wait, {}, 300)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('timed out') as string,
    });
    broker.thaw();
    await responses();
    expect(service.gate.waiting).toBe(0);
  });

  it('are answered again after their queue was deleted, without failing those in flight', async () => {
    const inFlight = caller.call(wait, {});
    await waitFor(() => service.gate.waiting === 1);
    await channel.deleteQueue(queue);
    await responses();
    service.gate.open();
    expect(await inFlight).toEqual({ waited: true });
  });

  it('are answered again after the broker silently dropped the consumer', async () => {
    const { current } = Reflect.get(service.server, 'connection') as RecoveringChannel;
    const { consumerTags } = Reflect.get(service.server, 'queues') as CallQueues;
    await current!.cancel(consumerTags[0]!);
    expect(await vhost.queueInfo(queue)).toMatchObject({ consumers: 0 });
    await waitFor(async () => (await vhost.queueInfo(queue))?.consumers === 1, {
      timeoutMs: 25_000,
      what: 'the service to consume again',
    });
    await responses();
  });

  /** Sends a raw message that the client would not send, and returns the replies by their ids. */
  const sendRaw = async (ids: string, content: unknown): Promise<Map<string, unknown>> => {
    const { queue: replyTo } = await channel.assertQueue('', { exclusive: true });
    const repliesById = new Map<string, unknown>();
    const take = (message: ConsumeMessage | null): void => {
      const replies = JSON.parse(message!.content.toString()) as unknown[];
      for (const [place, id] of String(message!.properties.correlationId).split(',').entries())
        repliesById.set(id, replies[place]);
    };
    await channel.consume(replyTo, take, { noAck: true });
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(content)), { replyTo, correlationId: ids });
    return repliesById;
  };

  it.each(['1', '1,2,3'])(
    'that started on a lost connection (%s) are not run again: the caller immediately gets an error for each',
    async (ids) => {
      const calls = ids.split(',').map(() => [wait.pattern, exampleContext(), {}]);
      const repliesById = await sendRaw(ids, calls);
      await waitFor(() => service.gate.waiting === calls.length);
      broker.cut();
      await waitFor(() => repliesById.size === calls.length);
      for (const id of ids.split(','))
        expect(repliesById.get(id)).toEqual({
          error: expect.objectContaining({
            code: 'unavailable',
            message: expect.stringContaining('interrupted') as string,
          }) as object,
        });
      expect(service.gate.waiting).toBe(calls.length);
    },
  );

  it('are rejected one by one if they are invalid, and the others of the bundle are answered', async () => {
    const repliesById = await sendRaw('a,b,c,d', [
      7,
      [echo.pattern, exampleContext(), { text: 'hello' }],
      [echo.pattern],
    ]);
    await waitFor(() => repliesById.size === 4);
    expect(repliesById.get('b')).toMatchObject({ value: { text: 'hello' } });
    for (const id of ['a', 'c', 'd']) expect(repliesById.get(id)).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('are not affected by a message that is not a call', async () => {
    const context = exampleContext();
    const fine = { replyTo: 'amq.rabbitmq.reply-to.gone', correlationId: 'c' };
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const call = (...parts: unknown[]): string => JSON.stringify([parts]);
    const messages: [string, object][] = [
      ...['', 'null', '"text"', '7', '{"half', '{}', '[]', '[7]', '[[]]', '[["c"]]', '[["c",{},7]]', deep].map(
        (content): [string, object] => [content, fine],
      ),
      [call(echo.pattern, context, { text: 'hi' }), fine],
      [call(echo.pattern, context, { text: 'hi' }), { ...fine, replyTo: undefined }],
      [call(echo.pattern, context, { text: 'hi' }), { ...fine, replyTo: 'no-such-queue' }],
      [call(echo.pattern, context, { text: 'hi' }), {}],
      [call(echo.pattern, context, { text: 'hi' }), { ...fine, correlationId: ','.repeat(250) }],
      [call(echo.pattern, context, { text: 'hi' }), { ...fine, correlationId: 'x'.repeat(255) }],
      [call(echo.pattern, context, { text: 'hi' }), { ...fine, correlationId: 'ü'.repeat(100) }],
      [call(echo.pattern, context, 7), fine],
      [call(echo.pattern, {}, { text: 'hi' }), fine],
      [call(echo.pattern, { nested: { deep: true } }, { text: 'hi' }), fine],
      [call('nobody.knows.v1', context, {}), fine],
      [call(deep.slice(0, 200), context, {}), fine],
      [call('__proto__', context, {}), fine],
      [call({ not: 'text' }, context, {}), fine],
      ['\u0000\u0001', { contentType: 'image/png', contentEncoding: 'gzip', priority: 9 }],
    ];
    for (let round = 0; round < 20; round++)
      for (const [body, properties] of messages) channel.sendToQueue(queue, Buffer.from(body), properties);
    await responses();
    await waitFor(async () => (await channel.checkQueue(queue)).messageCount === 0);
    expect(service.server.isConnected()).toBe(true);
  });

  it('survive an invalid reply', async () => {
    await service.stop();
    await channel.assertQueue(queue, {
      durable: true,
      arguments: { 'x-message-ttl': 60_000, 'x-max-length': 10_000, 'x-overflow': 'reject-publish' },
    });
    const { consumerTag } = await channel.consume(
      queue,
      (message) => {
        channel.sendToQueue(String(message!.properties.replyTo), Buffer.from('not json'), {
          correlationId: String(message!.properties.correlationId),
        });
      },
      { noAck: true },
    );
    await expect(caller.call(echo, { text: 'hello' })).rejects.toMatchObject({ code: 'internal' });
    await channel.cancel(consumerTag);
    service = await startEcho(broker.url(vhost.url));
    await responses();
  });

  it('wait until a queue with other arguments is fixed', async () => {
    await service.stop();
    await channel.deleteQueue(queue);
    await channel.assertQueue(queue, { durable: true });
    const errors: unknown[] = [];
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation((line: unknown) => {
      errors.push(line);
    });
    service = await startEcho(broker.url(vhost.url));
    await waitFor(() => service.server.problem);
    const { opened } = broker;
    await sleep(severalDialsMs);
    // It neither reconnects repeatedly for the same error nor logs it again.
    expect(broker.opened).toBe(opened);
    logged.mockRestore();
    expect(service.server.isConnected()).toBe(false);
    expect(service.server.problem).toContain('x-message-ttl');
    expect(service.server.problem).toContain(`rabbitmqctl delete_queue --vhost ${vhost.name} ${queue}`);
    expect(errors).toEqual([service.server.problem]);
    await channel.deleteQueue(queue);
    await responses();
    expect(service.server.problem).toBeUndefined();
  });

  it('use another queue of the service while their own is unavailable, and return when the other one is deleted', async () => {
    await service.stop();
    await channel.deleteQueue(queue);
    const [, , spare] = rpcQueues('customer');
    await channel.assertQueue(spare!, { exclusive: true });
    const taken: unknown[] = [];
    const { consumerTag } = await channel.consume(
      spare!,
      (message) => {
        const { replyTo, correlationId } = message!.properties;
        const calls = JSON.parse(message!.content.toString()) as [string, RequestContext, { text: string }][];
        taken.push(...calls.map(([, , { text }]) => text));
        const replies = calls.map(([, { accountId, requestId }, { text }]) => ({
          value: { text, accountId, requestId },
        }));
        channel.sendToQueue(String(replyTo), Buffer.from(JSON.stringify(replies)), { correlationId });
      },
      { noAck: true },
    );
    const texts = ['one', 'two', 'three', 'four'];
    expect(await Promise.all(texts.map((text) => caller.call(echo, { text })))).toMatchObject(
      texts.map((text) => ({ text })),
    );
    expect(await caller.call(echo, { text: 'five' })).toMatchObject({ text: 'five' });
    expect(taken).toEqual([...texts, 'five']);
    await channel.cancel(consumerTag);
    await channel.deleteQueue(spare!);
    await expect(caller.call(echo, { text: 'hello' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is not running') as string,
    });
    service = await startEcho(broker.url(vhost.url));
    await responses();
  });

  it('are answered by a service that started before the broker', async () => {
    await service.stop();
    await broker.shut();
    service = await startEcho(broker.url(vhost.url));
    expect(service.server.isConnected()).toBe(false);
    await broker.open();
    await responses();
  });

  it('do not keep a service from stopping while the broker is frozen', async () => {
    broker.freeze();
    await service.stop();
    broker.thaw();
    service = await startEcho(broker.url(vhost.url));
  }, 60_000);
});
