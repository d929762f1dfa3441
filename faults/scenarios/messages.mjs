import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'amqplib';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const exchange = 'postrider.events';
const forMs = 10_000;

/** Neither events nor calls: each must be dead-lettered or dropped without blocking the next message. */
export const malformed = [
  '',
  'null',
  '[]',
  '{',
  '42',
  '"text"',
  '{}',
  '{"eventId":null}',
  '{"eventId":"evt_1","topic":"message.accepted.v1"}',
  '[{"eventId":"evt_1","topic":"message.accepted.v1"}]',
  JSON.stringify([
    {
      eventId: 'evt_2',
      topic: 'message.accepted.v99',
      accountId: 'acc_1',
      requestId: 'req_1',
      payload: {},
    },
  ]),
  JSON.stringify([
    {
      eventId: 'evt_3',
      topic: 'message.accepted.v1',
      accountId: 'acc_1',
      requestId: 'req_1',
      payload: { log_id: 7, at: 'yesterday' },
    },
  ]),
  '['.repeat(50_000),
  'x'.repeat(1_000_000),
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
].map((body) => (Buffer.isBuffer(body) ? body : Buffer.from(body)));

/**
 * @template T
 * @param {Stage} stage
 * @param {(channel: import('amqplib').ConfirmChannel) => Promise<T>} work
 */
async function onBroker(stage, work) {
  const connection = await connect(stage.amqpUrl);
  try {
    return await work(await connection.createConfirmChannel());
  } finally {
    await connection.close();
  }
}

/** Marks copies, because they come back to this consumer. */
const copied = (/** @type {import('amqplib').MessageProperties} */ properties) => ({
  ...properties,
  headers: { ...properties.headers, 'x-copy': true },
});
const isCopy = (/** @type {import('amqplib').MessageProperties} */ { headers }) => headers?.['x-copy'] === true;
/** @type {<T>(items: T[]) => T[]} */
const shuffled = (items) =>
  items
    .map((item) => ({ place: Math.random(), item }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);

/**
 * Publishes every event of this period twice more in random order; returns the number of copies.
 *
 * @param {import('amqplib').ConfirmChannel} channel
 * @param {number} ms
 */
export async function repeatEvents(channel, ms) {
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, exchange, '#');
  /** @type {{ topic: string, content: Buffer, properties: import('amqplib').MessageProperties }[]} */
  const fresh = [];
  let repeats = 0;
  await channel.consume(
    queue,
    (message) => {
      if (message === null || isCopy(message.properties)) return;
      const { content, fields, properties } = message;
      fresh.push({ topic: fields.routingKey, content, properties: copied(properties) });
    },
    { noAck: true },
  );
  for (const until = Date.now() + ms; Date.now() < until; await sleep(500)) {
    const batch = fresh.splice(0);
    for (const { topic, content, properties } of shuffled([...batch, ...batch]))
      channel.publish(exchange, topic, content, properties);
    await channel.waitForConfirms();
    repeats += batch.length * 2;
  }
  return repeats;
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const messages = [
  {
    name: 'events-repeated',
    title: 'Events repeated and out of order',
    how: `every event three times, in any order, for ${forMs / 1_000} s`,
    async inject(stage) {
      stage.repeated = await onBroker(stage, (channel) => repeatEvents(channel, forMs));
      stage.note(`${stage.repeated} repeats`);
    },
    check: ({ repeated }) => (repeated > 0 ? [] : ['no event was seen']),
  },
  {
    name: 'calls-repeated',
    title: 'Calls repeated',
    how: `every consumed send republished three times for ${forMs / 1_000} s`,
    inject: (stage) =>
      onBroker(stage, async (channel) => {
        let repeated = 0;
        const { consumerTag } = await channel.consume('delivery.rpc', (message) => {
          if (message === null) return;
          const { content, properties } = message;
          const copies = isCopy(properties) ? 1 : 3;
          for (let n = 0; n < copies; n += 1) channel.sendToQueue('delivery.rpc', content, copied(properties));
          channel.ack(message);
          repeated += copies - 1;
        });
        await sleep(forMs);
        await channel.cancel(consumerTag);
        await channel.waitForConfirms();
        stage.note(`${repeated} repeats`);
        stage.repeated = repeated;
      }),
    check: ({ repeated }) => (repeated > 0 ? [] : ['no call was seen']),
  },
  {
    name: 'malformed',
    title: 'Malformed messages',
    how: `${malformed.length} invalid messages to every queue; events become dead letters`,
    expected: { deadLetters: malformed.length * 2 },
    inject: (stage) =>
      onBroker(stage, async (channel) => {
        for (const body of malformed) {
          for (const service of ['tracking', 'customer'])
            channel.sendToQueue(`${service}.events`, body, { contentType: 'text/plain' });
          for (const { name } of await stage.queues())
            if (name.endsWith('.rpc')) channel.sendToQueue(name, body, { replyTo: 'nowhere', correlationId: 'x' });
        }
        await channel.waitForConfirms();
      }),
  },
];
