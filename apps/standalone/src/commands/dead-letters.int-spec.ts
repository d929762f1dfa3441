import { messageAccepted, newId } from '@postrider/contracts';
import { outboxTables } from '@postrider/outbox';
import { createTestDatabase, createTestVhost } from '@postrider/testing';
import type { ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import { Client } from 'pg';
import { deadLetters } from './dead-letters.command.js';

interface DeadLetterFixture {
  readonly environment: Record<string, string>;
  /** Adds a dead letter. */
  add(eventId: string, reason: string): Promise<void>;
  /** The events to be delivered again from the first attempt. */
  replayed(): Promise<string[]>;
  close(): Promise<void>;
}

const envelope = (eventId: string) => ({
  eventId,
  topic: messageAccepted.topic,
  accountId: 'acc_1',
  requestId: 'req_1',
  payload: messageAccepted.examples[0],
});

async function inOutbox(named = (url: string): string => url): Promise<DeadLetterFixture> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const statement of ['create schema delivery', 'set search_path = delivery', ...outboxTables])
    await client.query(statement);
  return {
    environment: { AMQP_URL: 'memory:', DATABASE_URL: named(database.url) },
    add: async (eventId, reason) => {
      const { topic, accountId, requestId, payload } = envelope(eventId);
      await client.query(
        'insert into outbox (event_id, topic, account_id, request_id, payload, attempts, dead_at, error) values ($1, $2, $3, $4, $5, 5, now(), $6)',
        [eventId, topic, accountId, requestId, JSON.stringify(payload), reason],
      );
    },
    replayed: async () =>
      (
        await client.query<{ event_id: string }>(
          'select event_id from outbox where dead_at is null and attempts = 0 and next_at <= now() order by id',
        )
      ).rows.map((row) => row.event_id),
    close: async () => {
      await client.end();
      await database.drop();
    },
  };
}

/** A URL with two hosts, which are the same server here. */
const inOutboxOfSeveralHosts = (): Promise<DeadLetterFixture> =>
  inOutbox((url) => url.replace(new URL(url).host, (host) => `${host},${host}`));

async function inRabbitMq(): Promise<DeadLetterFixture> {
  const vhost = await createTestVhost();
  const connection: ChannelModel = await connect(vhost.url);
  const channel = await connection.createConfirmChannel();
  for (const queue of ['customer.events', 'customer.events.dead'])
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  return {
    environment: { AMQP_URL: vhost.url },
    add: async (eventId, reason) => {
      const content = Buffer.from(JSON.stringify([envelope(eventId)]));
      channel.sendToQueue('customer.events.dead', content, {
        messageId: eventId,
        timestamp: 1_790_000_000,
        headers: { 'x-reason': reason, 'x-attempt': 5 },
      });
      await channel.waitForConfirms();
    },
    replayed: async () => {
      const ids: string[] = [];
      for (
        let message = await channel.get('customer.events', { noAck: true });
        message;
        message = await channel.get('customer.events', { noAck: true })
      ) {
        expect(message.properties.headers?.['x-attempt']).toBeUndefined();
        ids.push((JSON.parse(message.content.toString()) as [{ eventId: string }])[0].eventId);
      }
      return ids;
    },
    close: async () => {
      await connection.close();
      await vhost.drop();
    },
  };
}

describe.each([
  ['the outbox', () => inOutbox()],
  ['the outbox, in a database of several servers', inOutboxOfSeveralHosts],
  ['RabbitMQ', inRabbitMq],
] as const)('dead letters in %s', (_where, open) => {
  let fixture: DeadLetterFixture;
  let printed: string[];
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    printed = [];
    await run('drop', 'customer', 'all');
    printed = [];
  });
  const run = (...args: string[]): Promise<number> =>
    deadLetters.run(args, { ...fixture, print: (line) => printed.push(line), warn: (line) => printed.push(line) });
  const ids = (): string[] => printed.map((text) => text.split('  ')[0]!);

  it('lists dead letters with their details, and keeps them', async () => {
    const [first, second] = [newId('event'), newId('event')];
    await fixture.add(first, 'no use');
    await fixture.add(second, 'no\nuse either');
    expect(await run('list', 'customer')).toBe(0);
    expect(printed).toHaveLength(2);
    expect(printed[0]).toMatch(new RegExp(`^${first}  20\\d\\d-.*Z  message\\.accepted\\.v1  acc_1  no use$`));
    expect(printed[1]).toContain('no use either');
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([first, second]);
  });

  it('replays dead letters by id', async () => {
    const [first, second, third] = [newId('event'), newId('event'), newId('event')];
    for (const id of [first, second, third]) await fixture.add(id, 'no use');
    expect(await run('replay', 'customer', second)).toBe(0);
    expect(await fixture.replayed()).toEqual([second]);
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([first, third]);
  });

  it('replays all dead letters without ids', async () => {
    const added = [newId('event'), newId('event')];
    for (const id of added) await fixture.add(id, 'no use');
    expect(await run('replay', 'customer')).toBe(0);
    expect(printed).toEqual(['Replayed: 2']);
    expect(await fixture.replayed()).toEqual(expect.arrayContaining(added));
  });

  it('drops dead letters by id, and exits with 1 for an unknown id', async () => {
    const [first, second] = [newId('event'), newId('event')];
    for (const id of [first, second]) await fixture.add(id, 'no use');
    expect(await run('drop', 'customer', first)).toBe(0);
    expect(await run('drop', 'customer', 'evt_nowhere')).toBe(1);
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([second]);
  });
});

describe('postrider dead-letters', () => {
  let warned: string[];
  beforeEach(() => {
    warned = [];
  });
  const run = (args: readonly string[], environment: Record<string, string> = {}): Promise<number> =>
    deadLetters.run(args, { environment, print: () => {}, warn: (line) => warned.push(line) });

  it.each([
    [[]],
    [['list']],
    [['list', 'nobody']],
    [['burn', 'customer']],
    [['drop', 'customer']],
    [['drop', 'customer', 'all', 'evt_1']],
  ])('prints its usage for invalid arguments %j', async (args) => {
    expect(await run(args)).toBe(2);
    expect(warned.join()).toContain('Usage: postrider dead-letters list <service>');
  });

  it('names a missing variable', async () => {
    expect(await run(['list', 'customer'])).toBe(1);
    expect(await run(['list', 'customer'], { AMQP_URL: 'memory:' })).toBe(1);
    expect(warned).toEqual([
      'Configuration of dead-letters: AMQP_URL is required.',
      'DATABASE_URL is required when AMQP_URL is memory:.',
    ]);
  });

  it('reports that the broker cannot be reached', async () => {
    expect(await run(['list', 'customer'], { AMQP_URL: 'amqp://127.0.0.1:1' })).toBe(1);
    expect(warned.join()).toMatch(/^Could not access the dead letters of customer: .*ECONNREFUSED/);
  });
});
