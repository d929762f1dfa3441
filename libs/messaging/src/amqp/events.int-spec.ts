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
/** Four retry delays like the real ones, but shorter. */
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

  /** Starts the consumer and returns the batches that it received. */
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
  const deadLetters = async (): Promise<number> => (await channel.checkQueue(dead)).messageCount;
  const queuesEmpty = (): Promise<unknown> =>
    waitFor(async () => (await channel.checkQueue(eventQueue('customer'))).messageCount === 0);

  it('wait for their consumer when they are published before it first runs', async () => {
    await publish(1, 2);
    const batches = await consume();
    await waitFor(() => batches.flat().length === 2);
    expect(batches.flat().toSorted()).toEqual([1, 2]);
  });

  it('arrive in batches when many are waiting', async () => {
    await publish(...Array.from({ length: 250 }, (_, n) => n));
    const batches = await consume();
    await waitFor(() => batches.flat().length === 250);
    expect(batches.length).toBeLessThan(20);
    await queuesEmpty();
  });

  it('are dead-lettered with a reason after five attempts', async () => {
    const batches = await consume(async () => {
      throw new Error('no use');
    });
    await publish(7);
    await waitFor(async () => (await deadLetters()) === 1);
    expect(batches).toEqual([[7], [7], [7], [7], [7]]);
    const letter = await channel.get(dead, { noAck: true });
    expect(letter && letter.properties.headers).toMatchObject({ 'x-reason': 'no use' });
  });

  it('are not dead-lettered because of a temporary failure', async () => {
    let away = 8;
    const batches = await consume(async () => {
      if (away-- > 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    await publish(8);
    await waitFor(() => batches.length === 9);
    expect(await deadLetters()).toBe(0);
  });

  it('are dead-lettered after five attempts if the statement timeout cancels their handling every time', async () => {
    const batches = await consume(async () => {
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    });
    await publish(7);
    await waitFor(async () => (await deadLetters()) === 1);
    expect(batches).toEqual([[7], [7], [7], [7], [7]]);
  });

  it('are dead-lettered immediately if they are invalid', async () => {
    const batches = await consume(async () => {
      throw ServiceError.invalidFields([{ field: 'n', message: 'is wrong' }]);
    });
    await publish(9);
    await waitFor(async () => (await deadLetters()) === 1);
    expect(batches).toEqual([[9]]);
  });

  it('are not affected by an invalid event in the same batch', async () => {
    const handled = new Set<number>();
    await publish(1, 2, 666, 3, 4);
    const batches = await consume(async (events) => {
      if (numbers(events).includes(666)) throw new Error('poison');
      for (const n of numbers(events)) handled.add(n);
    });
    await waitFor(async () => (await deadLetters()) === 1);
    const letter = await channel.get(dead, { noAck: true });
    expect(JSON.parse(String(letter && letter.content))).toMatchObject([{ payload: { n: 666 } }]);
    expect([...handled].toSorted()).toEqual([1, 2, 3, 4]);
    expect(batches.flat().filter((n) => n === 1).length).toBeLessThanOrEqual(2);
  });

  it('are not affected by a message that is not an event', async () => {
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
    await waitFor(async () => (await deadLetters()) === 11 * strange.length);
    await publish(2);
    await waitFor(() => batches.flat().includes(2));
    expect(batches).toEqual([[2]]);
  });

  it('share a message when they are published together, but not after a redelivery: an event that crashes its process does not dead-letter the others', async () => {
    const waiting = async (): Promise<number> => (await channel.checkQueue(eventQueue('customer'))).messageCount;
    await consume();
    await consumer.stop();
    await publish(1, 2, 3);
    expect(await waiting()).toBe(1);
    const message = await channel.get(eventQueue('customer'));
    if (message) channel.nack(message);
    // For all batches, including redelivered ones: an unfinished batch would delay the consumer's stop.
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const batches = await consume(() => finished);
    await waitFor(() => batches.length > 0);
    // The consumer's unacked messages are in the queue again.
    await broker.shut();
    await waitFor(async () => (await waiting()) >= 3);
    finish();
    await broker.open();
    await waitFor(() => publisher.isConnected() && consumer.isConnected());
    await queuesEmpty();
  });

  it('are published again if no queue received them, and the queue is redeclared by then', async () => {
    await consume();
    await consumer.stop();
    await channel.deleteQueue(eventQueue('customer'));
    const lost = event(5);
    expect((await publisher.publish([lost])).get(lost.eventId)?.error.message).toBe('No queue is bound');
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

  it('are not lost if their retry queue was deleted', async () => {
    let failures = 2;
    const batches = await consume(async () => {
      if (failures-- > 0) throw new Error('later');
    });
    await channel.deleteQueue(retryQueue('customer', tiers[0]!.name));
    await publish(10);
    await waitFor(() => batches.length === 3);
    expect(batches).toEqual([[10], [10], [10]]);
    await queuesEmpty();
  });

  it('are redelivered if the connection is lost before they are handled', async () => {
    let lost = false;
    const batches = await consume(async () => {
      if (lost) return;
      lost = true;
      broker.cut();
    });
    await waitFor(() => publisher.isConnected());
    await publish(11);
    await waitFor(() => batches.length === 2);
    await queuesEmpty();
    await waitFor(() => publisher.isConnected());
  });

  it('cannot be published while the broker is down', async () => {
    await consume();
    await broker.shut();
    await waitFor(() => !publisher.isConnected());
    const one = event(12);
    expect((await publisher.publish([one])).get(one.eventId)?.error.name).toBe('PublishFailed');
    await broker.open();
    await waitFor(async () => (await publisher.publish([one])).size === 0);
  });

  it('are finished if they are being handled when the service stops; the others stay in the queue', async () => {
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
