import { Logger } from '@nestjs/common';
import { createTestVhost, TcpProxy, waitFor } from '@postrider/testing';
import type { Channel, ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import type { Caller, EchoService } from '../testing/echo.js';
import { echo, exampleCall, startCaller, startEcho, wait } from '../testing/echo.js';
import type { RecoveringChannel } from './recovering-channel.js';
import { rpcQueue } from './topology.js';

const queue = rpcQueue('customer');

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
    await answers();
  });
  afterEach(async () => {
    service.gate.open();
    await caller.stop();
    await service.stop();
    await broker.shut();
  });

  const answers = (): Promise<unknown> =>
    waitFor(() =>
      caller.ask(echo, { text: 'there?' }).then(
        () => true,
        () => false,
      ),
    );

  it('fail at once when the connection is lost under them, and work again when it is back', async () => {
    const inFlight = caller.ask(wait, {});
    await waitFor(() => service.gate.waiting === 1);
    const begun = Date.now();
    broker.cut();
    await expect(inFlight).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('connection to the message broker was lost') as string,
    });
    expect(Date.now() - begun).toBeLessThan(3_000);
    // Whoever notices first; it comes back a second later at the earliest.
    await waitFor(() => !service.server.isConnected());
    await answers();
  });

  it('work again after the broker itself closed every connection', async () => {
    await vhost.closeAllConnections();
    await waitFor(() => !service.server.isConnected());
    operator = await connect(vhost.url);
    channel = await operator.createChannel();
    await answers();
  });

  it('fail at once while the broker is away, however long', async () => {
    await broker.shut();
    await waitFor(() => !service.server.isConnected());
    await expect(caller.ask(echo, { text: 'hello' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not reachable') as string,
    });
    await broker.open();
    await answers();
  });

  it('keep to their deadline while the broker is frozen, and nobody acts on them afterwards', async () => {
    broker.freeze();
    await expect(caller.ask(wait, {}, 300)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('did not answer in time') as string,
    });
    broker.thaw();
    await answers();
    expect(service.gate.waiting).toBe(0);
  });

  it('are answered again after their queue was deleted, without costing those in flight', async () => {
    const inFlight = caller.ask(wait, {});
    await waitFor(() => service.gate.waiting === 1);
    await channel.deleteQueue(queue);
    await answers();
    service.gate.open();
    expect(await inFlight).toEqual({ waited: true });
  });

  it('are answered again when the broker lost the consumer without a word', async () => {
    const { current } = Reflect.get(service.server, 'connection') as RecoveringChannel;
    await current!.cancel(Reflect.get(service.server, 'consumerTag') as string);
    expect(await vhost.queueInfo(queue)).toMatchObject({ consumers: 0 });
    await waitFor(async () => (await vhost.queueInfo(queue))?.consumers === 1, {
      timeoutMs: 25_000,
      what: 'the service to consume again',
    });
    await answers();
  });

  it('that were begun on a lost connection are not run again: the caller is told at once', async () => {
    const { queue: replies } = await channel.assertQueue('', { exclusive: true });
    const reply = new Promise<{ error: unknown }>((resolve) => {
      void channel.consume(
        replies,
        (message) => resolve(JSON.parse(message!.content.toString()) as { error: unknown }),
        { noAck: true },
      );
    });
    const headers = { 'x-context': JSON.stringify(exampleCall()) };
    channel.sendToQueue(queue, Buffer.from('{}'), {
      type: wait.pattern,
      replyTo: replies,
      correlationId: '1',
      headers,
    });
    await waitFor(() => service.gate.waiting === 1);
    broker.cut();
    expect((await reply).error).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('interrupted') as string,
    });
    expect(service.gate.waiting).toBe(1);
  });

  it('that shared a message on a lost connection are each told so, and none is run again', async () => {
    const { queue: replies } = await channel.assertQueue('', { exclusive: true });
    const answered: [string, { error: unknown }][] = [];
    await channel.consume(
      replies,
      (message) => answered.push(...(JSON.parse(message!.content.toString()) as typeof answered)),
      { noAck: true },
    );
    const bundle = ['1', '2'].map((id) => [id, wait.pattern, exampleCall(), {}]);
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(bundle)), {
      type: 'postrider.bundle.v1',
      replyTo: replies,
      correlationId: '1,2',
    });
    await waitFor(() => service.gate.waiting === 2);
    broker.cut();
    await waitFor(() => answered.length === 2);
    const interrupted = { code: 'unavailable', message: expect.stringContaining('interrupted') as string };
    expect(answered).toEqual(['1', '2'].map((id) => [id, { error: expect.objectContaining(interrupted) as object }]));
    expect(service.gate.waiting).toBe(2);
  });

  it('made together reach a service that takes them one by one only', async () => {
    await service.stop();
    await channel.assertQueue(queue, {
      durable: true,
      arguments: { 'x-message-ttl': 60_000, 'x-max-length': 10_000, 'x-overflow': 'reject-publish' },
    });
    const taken: string[] = [];
    const { consumerTag } = await channel.consume(
      queue,
      (message) => {
        const { type, replyTo, correlationId } = message!.properties as {
          type: string;
          replyTo: string;
          correlationId: string;
        };
        const { text } = JSON.parse(message!.content.toString()) as { text: string };
        const reply =
          type === echo.pattern
            ? { value: { text, accountId: 'a', requestId: 'r' } }
            : { error: { code: 'invalid_request', message: `No such call: ${type}`, retryable: false } };
        if (type === echo.pattern) taken.push(text);
        channel.sendToQueue(replyTo, Buffer.from(JSON.stringify(reply)), { correlationId });
      },
      { noAck: true },
    );
    const texts = ['one', 'two', 'three'];
    const echoes = await Promise.all(texts.map((text) => caller.ask(echo, { text })));
    expect(echoes.map(({ text }) => text)).toEqual(texts);
    expect(taken.toSorted()).toEqual(texts.toSorted());
    await channel.cancel(consumerTag);
    service = await startEcho(broker.url(vhost.url));
    await answers();
  });

  it('are not troubled by what is no call at all', async () => {
    const call = JSON.stringify(exampleCall());
    const fine = {
      type: echo.pattern,
      replyTo: 'amq.rabbitmq.reply-to.gone',
      correlationId: 'c',
      headers: { 'x-context': call },
    };
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const messages: [string, object][] = [
      ['null', fine],
      ['"text"', fine],
      ['7', fine],
      ['{"half', fine],
      ['', fine],
      ['{}', { ...fine, replyTo: undefined }],
      ['{}', { ...fine, type: 'nobody.knows.v1' }],
      ['{}', { ...fine, type: deep.slice(0, 200) }],
      ['{}', { ...fine, type: '__proto__' }],
      ['{}', { ...fine, replyTo: 'no-such-queue' }],
      ['{"text":"hi"}', fine],
      [deep, fine],
      ['{"text":"hi"}', { ...fine, headers: {} }],
      ['{"text":"hi"}', { ...fine, headers: { 'x-context': { nested: { deep: true } } } }],
      ['{"text":"hi"}', { ...fine, headers: { 'x-context': 'x'.repeat(60_000) } }],
      ['{}', {}],
      ...['{}', '[]', '[7]', '[[7]]', '[["c"]]', '[["c",{},7]]', `[["c","${echo.pattern}",{},{}]]`].map(
        (bundle): [string, object] => [bundle, { ...fine, type: 'postrider.bundle.v1' }],
      ),
      ['\u0000\u0001', { contentType: 'image/png', contentEncoding: 'gzip', priority: 9 }],
    ];
    for (let round = 0; round < 20; round++)
      for (const [body, properties] of messages) channel.sendToQueue(queue, Buffer.from(body), properties);
    await answers();
    await waitFor(async () => (await channel.checkQueue(queue)).messageCount === 0);
    expect(service.server.isConnected()).toBe(true);
  });

  it('survive a reply that is none', async () => {
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
    await expect(caller.ask(echo, { text: 'hello' })).rejects.toMatchObject({ code: 'internal' });
    await channel.cancel(consumerTag);
    service = await startEcho(broker.url(vhost.url));
    await answers();
  });

  it('wait for a queue that was declared otherwise to be put right', async () => {
    await service.stop();
    await channel.deleteQueue(queue);
    await channel.assertQueue(queue, { durable: true });
    service = await startEcho(broker.url(vhost.url));
    expect(service.server.isConnected()).toBe(false);
    await channel.deleteQueue(queue);
    await answers();
  });

  it('are answered by a service that was started before the broker', async () => {
    await service.stop();
    await broker.shut();
    service = await startEcho(broker.url(vhost.url));
    expect(service.server.isConnected()).toBe(false);
    await broker.open();
    await answers();
  });

  it('do not keep a service from stopping while the broker is frozen', async () => {
    broker.freeze();
    const begun = Date.now();
    await service.stop();
    expect(Date.now() - begun).toBeLessThan(10_000);
    broker.thaw();
    service = await startEcho(broker.url(vhost.url));
  }, 15_000);
});
