import { Logger } from '@nestjs/common';
import { defineEvent, newId, ServiceError } from '@postrider/contracts';
import { createTestVhost, TcpProxy, waitFor } from '@postrider/testing';
import type { Channel, ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import { z } from 'zod';
import type { EventEnvelope } from '../on.js';
import type { EventSink } from '../transport.js';
import { AmqpEventConsumer } from './amqp-event-consumer.js';
import { AmqpEventPublisher } from './amqp-event-publisher.js';
import { deadLetterQueue, eventExchange, eventQueue, retryQueue } from './topology.js';

const happened = defineEvent({
  topic: 'thing.happened.v1',
  publisher: 'delivery',
  consumers: ['customer'],
  payload: z.object({ n: z.number() }),
  examples: [],
});
/** Four waits, as the real ones, only shorter. */
const tiers = [20, 21, 22, 23].map((ms) => ({ name: `${ms}ms`, ms }));
const dead = deadLetterQueue('customer');

const event = (n: number): EventEnvelope => ({
  eventId: newId('event'),
  topic: happened.topic,
  accountId: 'acc_1',
  requestId: 'req_1',
  payload: { n },
});
const numbers = (events: readonly EventEnvelope[]): number[] =>
  events.map(({ payload }) => (payload as { n: number }).n);

describe('events over RabbitMQ', () => {
  let vhost: Awaited<ReturnType<typeof createTestVhost>>;
  let broker: TcpProxy;
  let operator: ChannelModel;
  let channel: Channel;
  let publisher: AmqpEventPublisher;
  let consumer: AmqpEventConsumer;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    vhost = await createTestVhost();
    const { hostname, port } = new URL(vhost.url);
    broker = await TcpProxy.to(hostname, Number(port));
    await broker.open();
    operator = await connect(vhost.url);
    channel = await operator.createChannel();
    publisher = new AmqpEventPublisher(broker.url(vhost.url), 'delivery', [happened]);
    await waitFor(() => publisher.isConnected());
  });
  afterAll(async () => {
    await publisher.close();
    await operator.close();
    await broker.shut();
    await vhost.drop();
  });
  afterEach(async () => {
    await consumer.stop();
    await channel.purgeQueue(eventQueue('customer'));
    await channel.purgeQueue(dead);
  });

  /** Starts the consumer and answers what it was given, batch by batch. */
  const consume = async (handle: EventSink = async () => {}): Promise<number[][]> => {
    const batches: number[][] = [];
    consumer = new AmqpEventConsumer(broker.url(vhost.url), 'customer', [happened], tiers);
    await consumer.start(async (events) => {
      batches.push(numbers(events));
      await handle(events);
    });
    await waitFor(() => consumer.isConnected());
    return batches;
  };
  const publish = async (...ns: number[]): Promise<void> => {
    expect([...(await publisher.publish(ns.map(event)))]).toEqual([]);
  };
  const letters = async (): Promise<number> => (await channel.checkQueue(dead)).messageCount;
  const nothingLeft = (): Promise<unknown> =>
    waitFor(async () => (await channel.checkQueue(eventQueue('customer'))).messageCount === 0);

  it('said before their consumer first ran wait for it', async () => {
    await publish(1, 2);
    const batches = await consume();
    await waitFor(() => batches.flat().length === 2);
    expect(batches.flat().toSorted()).toEqual([1, 2]);
  });

  it('come in batches when many are waiting', async () => {
    await publish(...Array.from({ length: 250 }, (_, n) => n));
    const batches = await consume();
    await waitFor(() => batches.flat().length === 250);
    expect(batches.length).toBeLessThan(20);
    await nothingLeft();
  });

  it('are tried five times, then are dead letters that say why', async () => {
    const batches = await consume(async () => {
      throw new Error('no use');
    });
    await publish(7);
    await waitFor(async () => (await letters()) === 1);
    expect(batches).toEqual([[7], [7], [7], [7], [7]]);
    const letter = await channel.get(dead, { noAck: true });
    expect(letter && letter.properties.headers).toMatchObject({ 'x-reason': 'no use' });
  });

  it('do not become dead letters of what passes', async () => {
    let away = 8;
    const batches = await consume(async () => {
      if (away-- > 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    await publish(8);
    await waitFor(() => batches.length === 9);
    expect(await letters()).toBe(0);
  });

  it('whose handling is cancelled by the statement limit every time are dead letters after five attempts', async () => {
    const batches = await consume(async () => {
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    });
    await publish(7);
    await waitFor(async () => (await letters()) === 1);
    expect(batches).toEqual([[7], [7], [7], [7], [7]]);
  });

  it('that are refused as invalid are dead letters at once', async () => {
    const batches = await consume(async () => {
      throw ServiceError.invalidFields([{ field: 'n', message: 'is wrong' }]);
    });
    await publish(9);
    await waitFor(async () => (await letters()) === 1);
    expect(batches).toEqual([[9]]);
  });

  it('do not suffer from a bad one among them', async () => {
    const handled = new Set<number>();
    await publish(1, 2, 666, 3, 4);
    const batches = await consume(async (events) => {
      if (numbers(events).includes(666)) throw new Error('poison');
      for (const n of numbers(events)) handled.add(n);
    });
    await waitFor(async () => (await letters()) === 1);
    const letter = await channel.get(dead, { noAck: true });
    expect(JSON.parse(String(letter && letter.content))).toMatchObject([{ payload: { n: 666 } }]);
    expect([...handled].toSorted()).toEqual([1, 2, 3, 4]);
    expect(batches.flat().filter((n) => n === 1).length).toBeLessThanOrEqual(2);
  });

  it('do not suffer from what is no event', async () => {
    const batches = await consume();
    const complete = event(1);
    const strange: [string, object][] = [
      ['', {}],
      ['null', {}],
      ['[]', {}],
      ['"text"', {}],
      ['{"half', {}],
      [JSON.stringify(complete), {}],
      [JSON.stringify([{ ...complete, eventId: undefined }]), {}],
      [JSON.stringify([{ ...complete, eventId: 'x'.repeat(5000) }]), {}],
      [JSON.stringify([{ ...complete, accountId: '' }]), {}],
      ['['.repeat(20_000), {}],
      [JSON.stringify([complete, 7]), {}],
      ['\u0000', { contentType: 'image/png', headers: { 'x-huge': 'x'.repeat(60_000), 'x-attempt': 'many' } }],
    ];
    for (let round = 0; round < 11; round++)
      for (const [body, properties] of strange)
        channel.publish(eventExchange, happened.topic, Buffer.from(body), properties);
    await waitFor(async () => (await letters()) === 11 * strange.length);
    await publish(2);
    await waitFor(() => batches.flat().includes(2));
    expect(batches).toEqual([[2]]);
  });

  it('share a message when they are said together, until it comes again: one that kills its process takes no other along', async () => {
    const waiting = async (): Promise<number> => (await channel.checkQueue(eventQueue('customer'))).messageCount;
    await consume();
    await consumer.stop();
    await publish(1, 2, 3);
    expect(await waiting()).toBe(1);
    const message = await channel.get(eventQueue('customer'));
    if (message) channel.nack(message);
    // For all batches, those that come again too: an open one would hold up the consumer's stop for as long as it waits for any.
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const batches = await consume(() => finished);
    await waitFor(() => batches.length > 0);
    // What the consumer holds is in the queue again.
    await broker.shut();
    await waitFor(async () => (await waiting()) >= 3);
    finish();
    await broker.open();
    await waitFor(() => publisher.isConnected() && consumer.isConnected());
    await nothingLeft();
  });

  it('are published again when no queue took them, and the queue is there by then', async () => {
    await consume();
    await consumer.stop();
    await channel.deleteQueue(eventQueue('customer'));
    const lost = event(5);
    expect((await publisher.publish([lost])).get(lost.eventId)?.error.message).toBe('No queue takes it');
    await waitFor(async () => (await publisher.publish([lost])).size === 0);
    const batches = await consume();
    await waitFor(() => batches.flat().includes(5));
  });

  it('are consumed again after their queue was deleted', async () => {
    const batches = await consume();
    await channel.deleteQueue(eventQueue('customer'));
    await waitFor(async () => (await publisher.publish([event(6)])).size === 0);
    await waitFor(() => batches.flat().includes(6));
  });

  it('are not lost when the queue they should wait in is gone', async () => {
    let failures = 2;
    const batches = await consume(async () => {
      if (failures-- > 0) throw new Error('later');
    });
    await channel.deleteQueue(retryQueue('customer', tiers[0]!.name));
    await publish(10);
    await waitFor(() => batches.length === 3);
    expect(batches).toEqual([[10], [10], [10]]);
    await nothingLeft();
  });

  it('come again when the connection is lost before they are done', async () => {
    let lost = false;
    const batches = await consume(async () => {
      if (lost) return;
      lost = true;
      broker.cut();
    });
    await waitFor(() => publisher.isConnected());
    await publish(11);
    await waitFor(() => batches.length === 2);
    await nothingLeft();
    await waitFor(() => publisher.isConnected());
  });

  it('fail to be published while the broker is away', async () => {
    await consume();
    await broker.shut();
    await waitFor(() => !publisher.isConnected());
    const one = event(12);
    expect((await publisher.publish([one])).get(one.eventId)?.error.name).toBe('PublishFailed');
    await broker.open();
    await waitFor(async () => (await publisher.publish([one])).size === 0);
  });

  it('that are being handled when the service stops are finished, the others stay in the queue', async () => {
    let begun = false;
    let finish = (): void => {};
    const batches = await consume(
      () =>
        new Promise((resolve) => {
          begun = true;
          finish = resolve;
        }),
    );
    await publish(1);
    await waitFor(() => begun);
    await publish(2);
    await publish(3);
    const stopped = consumer.stop();
    finish();
    await stopped;
    expect(batches).toEqual([[1]]);
    await waitFor(async () => (await channel.checkQueue(eventQueue('customer'))).messageCount === 2);
  });
});
