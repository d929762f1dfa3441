import { messageAccepted, newId } from '@postrider/contracts';
import { outboxTables } from '@postrider/outbox';
import { createTestDatabase, createTestVhost } from '@postrider/testing';
import type { ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import { Client } from 'pg';
import { deadLetters } from './dead-letters.command.js';

interface Graveyard {
  readonly environment: Record<string, string>;
  /** Puts a dead letter there, oldest first. */
  bury(eventId: string, reason: string): Promise<void>;
  /** What will be tried again, with its next attempt. */
  handedOut(): Promise<string[]>;
  close(): Promise<void>;
}

const envelope = (eventId: string) => ({
  eventId,
  topic: messageAccepted.topic,
  accountId: 'acc_1',
  requestId: 'req_1',
  payload: messageAccepted.examples[0],
});

async function inOutbox(named = (url: string): string => url): Promise<Graveyard> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const statement of ['create schema delivery', 'set search_path = delivery', ...outboxTables])
    await client.query(statement);
  return {
    environment: { AMQP_URL: 'memory:', DATABASE_URL: named(database.url) },
    bury: async (eventId, reason) => {
      const { topic, accountId, requestId, payload } = envelope(eventId);
      await client.query(
        'insert into outbox (event_id, topic, account_id, request_id, payload, attempts, dead_at, error) values ($1, $2, $3, $4, $5, 5, now(), $6)',
        [eventId, topic, accountId, requestId, JSON.stringify(payload), reason],
      );
    },
    handedOut: async () =>
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

/** As for two servers of one database, which are the same one here. */
const inOutboxOfSeveral = (): Promise<Graveyard> =>
  inOutbox((url) => url.replace(new URL(url).host, (host) => `${host},${host}`));

async function inRabbitMq(): Promise<Graveyard> {
  const vhost = await createTestVhost();
  const connection: ChannelModel = await connect(vhost.url);
  const channel = await connection.createConfirmChannel();
  for (const queue of ['customer.events', 'customer.events.dead'])
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  return {
    environment: { AMQP_URL: vhost.url },
    bury: async (eventId, reason) => {
      const content = Buffer.from(JSON.stringify([envelope(eventId)]));
      channel.sendToQueue('customer.events.dead', content, {
        messageId: eventId,
        timestamp: 1_790_000_000,
        headers: { 'x-reason': reason, 'x-attempt': 5 },
      });
      await channel.waitForConfirms();
    },
    handedOut: async () => {
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
  ['the outbox, in a database of several servers', inOutboxOfSeveral],
  ['RabbitMQ', inRabbitMq],
] as const)('dead letters in %s', (_where, open) => {
  let graveyard: Graveyard;
  let printed: string[];
  beforeAll(async () => {
    graveyard = await open();
  });
  afterAll(() => graveyard.close());
  beforeEach(async () => {
    printed = [];
    await run('drop', 'customer', 'all');
    printed = [];
  });
  const run = (...args: string[]): Promise<number> =>
    deadLetters.run(args, { ...graveyard, print: (line) => printed.push(line), warn: (line) => printed.push(line) });
  const ids = (): string[] => printed.map((text) => text.split('  ')[0]!);

  it('are listed with what is known of them, and are still there afterwards', async () => {
    const [first, second] = [newId('event'), newId('event')];
    await graveyard.bury(first, 'no use');
    await graveyard.bury(second, 'no\nuse either');
    expect(await run('list', 'customer')).toBe(0);
    expect(printed).toHaveLength(2);
    expect(printed[0]).toMatch(new RegExp(`^${first}  20\\d\\d-.*Z  message\\.accepted\\.v1  acc_1  no use$`));
    expect(printed[1]).toContain('no use either');
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([first, second]);
  });

  it('are handed out again: those that are named', async () => {
    const [first, second, third] = [newId('event'), newId('event'), newId('event')];
    for (const id of [first, second, third]) await graveyard.bury(id, 'no use');
    expect(await run('replay', 'customer', second)).toBe(0);
    expect(await graveyard.handedOut()).toEqual([second]);
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([first, third]);
  });

  it('are handed out again: all of them', async () => {
    const buried = [newId('event'), newId('event')];
    for (const id of buried) await graveyard.bury(id, 'no use');
    expect(await run('replay', 'customer')).toBe(0);
    expect(printed).toEqual(['Handed out again: 2']);
    expect(await graveyard.handedOut()).toEqual(expect.arrayContaining(buried));
  });

  it('are dropped when they are named, and an id that is not there is said', async () => {
    const [first, second] = [newId('event'), newId('event')];
    for (const id of [first, second]) await graveyard.bury(id, 'no use');
    expect(await run('drop', 'customer', first)).toBe(0);
    expect(await run('drop', 'customer', 'evt_nowhere')).toBe(1);
    printed = [];
    await run('list', 'customer');
    expect(ids()).toEqual([second]);
  });
});

describe('the dead letter command', () => {
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
  ])('explains itself when it does not understand %j', async (args) => {
    expect(await run(args)).toBe(2);
    expect(warned.join()).toContain('Usage: postrider dead-letters list <service>');
  });

  it('names the variable it misses', async () => {
    expect(await run(['list', 'customer'])).toBe(1);
    expect(await run(['list', 'customer'], { AMQP_URL: 'memory:' })).toBe(1);
    expect(warned).toEqual([
      'Configuration of dead-letters: AMQP_URL is required.',
      'DATABASE_URL is required where AMQP_URL is memory:.',
    ]);
  });

  it('says that the broker could not be reached', async () => {
    expect(await run(['list', 'customer'], { AMQP_URL: 'amqp://127.0.0.1:1' })).toBe(1);
    expect(warned.join()).toMatch(/^The dead letters of customer could not be reached: .*ECONNREFUSED/);
  });
});
