import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Global, Injectable, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DomainEvent } from '@postrider/contracts';
import {
  engagementsErased,
  events,
  logsErased,
  membershipsErased,
  messageAccepted,
  newId,
  ServiceError,
  serviceNames,
} from '@postrider/contracts';
import type {
  EventBatch,
  EventConsumer,
  EventEnvelope,
  EventPublisher,
  PreparedEvent,
  ReceivedEvent,
} from '@postrider/messaging';
import { EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule, On, OnBatch, subscribe } from '@postrider/messaging';
import { createTestDatabase, createTestVhost, TcpProxy, waitFor } from '@postrider/testing';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { toBundles, bundleTopic } from './bundles.js';
import { Outbox, outboxRow } from './outbox.js';
import { OutboxModule } from './outbox.module.js';
import { OutboxRelay } from './relay.js';
import { outboxTables } from './tables.js';

const context = { accountId: newId('account'), requestId: newId('request') };
const example = messageAccepted.examples[0]!;
const payload = (recipient: string) => ({ ...example, recipient_address: recipient });

/** Runs after the consumer has written the effects of its events. */
let afterEffect: (addresses: readonly string[]) => void = () => {};
/** The consumer has no data about this address. */
const unknownRecipient = 'stranger@example.com';

@Injectable()
class Handlers {
  private readonly unknownRecipients = new Set([unknownRecipient]);

  @On(messageAccepted, {
    prepare: async (self: Handlers, received) =>
      new Map(
        received
          .filter(({ payload: { recipient_address } }) => !self.unknownRecipients.has(recipient_address))
          .map(({ eventId, payload: { recipient_address } }) => [eventId, recipient_address]),
      ),
  })
  async accepted(received: readonly PreparedEvent<typeof messageAccepted, string>[], tx: EntityManager): Promise<void> {
    const addresses = received.map(({ prepared }) => prepared);
    await tx.query('insert into effects (address) select unnest($1::text[])', [addresses]);
    afterEffect(addresses);
  }
}

/** A second handler of the same service for the same event. */
@Injectable()
class OtherHandlers {
  @On(messageAccepted, { filter: ({ recipient_address }) => recipient_address.endsWith('@twice.example') })
  async accepted(received: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    const addresses = received.map(({ payload: { recipient_address } }) => `again ${recipient_address}`);
    await tx.query('insert into effects (address) select unnest($1::text[])', [addresses]);
  }
}

/** Handles the service's other events, which this spec does not check. */
@Injectable()
class IdleHandlers {
  @On(engagementsErased)
  async engagements(): Promise<void> {}

  @On(membershipsErased)
  async memberships(): Promise<void> {}
}

/** Handles two events together. */
@Injectable()
class BatchHandlers {
  @OnBatch(
    subscribe(messageAccepted, { filter: ({ recipient_address }) => recipient_address.endsWith('@together.example') }),
    subscribe(logsErased, { filter: ({ log_ids }) => log_ids.length > 0 }),
  )
  async take(batch: EventBatch, tx: EntityManager): Promise<void> {
    const taken = `accepted ${batch.of(messageAccepted).length}, erased ${batch.of(logsErased).length}`;
    await tx.query('insert into effects (address) values ($1)', [taken]);
  }
}

async function schema(url: string, name: string, statements: readonly string[]): Promise<DataSource> {
  const database = await new DataSource({
    type: 'postgres',
    url,
    extra: { options: `-c search_path=${name}` },
  }).initialize();
  for (const statement of [`create schema ${name}`, ...statements]) await database.query(statement);
  return database;
}

function consumerModule(url: string, database: DataSource) {
  @Global()
  @Module({ providers: [{ provide: DataSource, useValue: database }], exports: [DataSource] })
  class DatabaseModule {}
  @Module({
    imports: [DatabaseModule, MessagingModule.forService('customer', url), OutboxModule.forService('customer')],
    providers: [Handlers, OtherHandlers, BatchHandlers, IdleHandlers],
  })
  class ConsumerModule {}
  return ConsumerModule;
}

describe.each(['memory', 'amqp'] as const)('the outbox over %s', (transport) => {
  let url: string;
  let broker: TcpProxy | undefined;
  let publisherDatabase: DataSource;
  let consumerDatabase: DataSource;
  let publisher: EventPublisher;
  let relay: OutboxRelay;
  let consumer: INestApplicationContext;
  let outbox: Outbox;
  /** Events offered in memory to the services that this spec does not test. */
  let offered: string[] = [];
  const toClose: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    url = `memory:${newId('request')}`;
    if (transport === 'amqp') {
      const vhost = await createTestVhost();
      const { hostname, port } = new URL(vhost.url);
      const proxy = await TcpProxy.to(hostname, Number(port));
      await proxy.open();
      broker = proxy;
      url = proxy.url(vhost.url);
      toClose.unshift(
        () => vhost.drop(),
        () => proxy.shut(),
      );
    }
    const database = await createTestDatabase();
    publisherDatabase = await schema(database.url, 'delivery', outboxTables);
    consumerDatabase = await schema(database.url, 'customer', [
      ...outboxTables,
      'create table effects (address text not null)',
    ]);
    toClose.unshift(
      () => publisherDatabase.destroy(),
      () => consumerDatabase.destroy(),
      () => database.drop(),
    );

    const context = await NestFactory.createApplicationContext(MessagingModule.forService('delivery', url), {
      logger: false,
    });
    publisher = context.get<EventPublisher>(EVENT_PUBLISHER);
    outbox = new Outbox(publisher);
    consumer = await NestFactory.createApplicationContext(consumerModule(url, consumerDatabase), { logger: false });
    toClose.unshift(() => context.close());
    await stubOtherConsumers();
  });
  afterAll(async () => {
    await consumer.close();
    for (const close of toClose) await close();
  });

  beforeEach(() => {
    relay = new OutboxRelay(publisherDatabase, publisher, 'delivery');
    relay.onApplicationBootstrap();
  });
  afterEach(async () => {
    afterEffect = () => {};
    offered = [];
    await relay.beforeApplicationShutdown();
    await publisherDatabase.query('truncate outbox');
    await consumerDatabase.query('truncate effects, inbox');
  });

  /** In memory an event is published once all its consumers have processed it; these do so immediately. */
  const stubOtherConsumers = async (): Promise<void> => {
    const others = serviceNames.filter(
      (name) => name !== 'customer' && events.some((event) => event.consumers.includes(name)),
    );
    for (const name of transport === 'memory' ? others : []) {
      const context = await NestFactory.createApplicationContext(MessagingModule.forService(name, url), {
        logger: false,
      });
      await context
        .get<EventConsumer>(EVENT_CONSUMER)
        .start(async (taken) => void offered.push(...taken.map(({ eventId }) => `${name} ${eventId}`)));
    }
  };
  const addEvents = (...recipients: string[]): Promise<void> =>
    publisherDatabase.transaction(async (tx) => {
      for (const recipient of recipients) await outbox.add(tx, messageAccepted, context, payload(recipient));
    });
  /** Returns the number of rows. */
  const addBundled = (...recipients: string[]): Promise<number> =>
    publisherDatabase.transaction(async (tx) => {
      const bundles = toBundles(recipients.map((recipient) => outboxRow(messageAccepted, context, payload(recipient))));
      for (const bundle of bundles)
        await tx.query(
          'insert into outbox (event_id, topic, account_id, request_id, payload) values ($1, $2, $3, $4, to_jsonb($5::text))',
          [bundle.event_id, bundleTopic, bundle.account_id, bundle.request_id, bundle.events],
        );
      return bundles.length;
    });
  const effects = async (): Promise<string[]> =>
    ((await consumerDatabase.query('select address from effects order by address')) as { address: string }[]).map(
      ({ address }) => address,
    );
  const rows = async (): Promise<{ attempts: number; dead: boolean; error: string | null }[]> =>
    publisherDatabase.query('select attempts, dead_at is not null as dead, error from outbox order by id');

  it('publishes a committed event once', async () => {
    await addEvents('ada@example.com', 'bob@example.com');
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length === 2);
    expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('publishes each event of a bundled row once', async () => {
    const recipients = Array.from({ length: 250 }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
    expect(await addBundled(...recipients)).toBe(3);
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 250);
    expect(await effects()).toEqual(recipients);
    expect(await consumerDatabase.query('select count(*)::int as seen from inbox')).toEqual([{ seen: 250 }]);
  });

  it('writes no inbox row for an event that its consumer does not need', async () => {
    await addEvents('ada@example.com', unknownRecipient, 'bob@example.com');
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length === 2);
    expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(await consumerDatabase.query('select count(*)::int as seen from inbox')).toEqual([{ seen: 2 }]);
  });

  it('passes an event to each interested handler of its consumer, in one transaction', async () => {
    await addEvents('ada@twice.example', 'bob@example.com');
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 3);
    expect(await effects()).toEqual(['ada@twice.example', 'again ada@twice.example', 'bob@example.com']);
    if (transport === 'amqp') return;
    let failures = 1;
    afterEffect = () => {
      if (failures-- > 0) throw Object.assign(new Error('not now'), { code: 'ECONNRESET' });
    };
    await addEvents('eve@twice.example');
    await waitFor(() => failures <= 0);
    expect(await effects()).toHaveLength(3);
    await waitFor(async () => {
      await publisherDatabase.query('update outbox set next_at = now() where next_at > now()');
      relay.wake();
      return (await effects()).length > 3;
    });
    expect(await effects()).toEqual(expect.arrayContaining(['eve@twice.example', 'again eve@twice.example']));
  });

  it('passes events of several topics to a handler together, without those that it does not need', async () => {
    const envelope = ({ topic, examples }: DomainEvent, changes: object): EventEnvelope => ({
      eventId: newId('event'),
      topic,
      ...context,
      payload: { ...(examples[0] as object), ...changes },
    });
    const together = [
      envelope(messageAccepted, { recipient_address: 'ada@together.example' }),
      envelope(messageAccepted, { recipient_address: 'bob@example.com' }),
      envelope(logsErased, {}),
      envelope(logsErased, { log_ids: [] }),
    ];
    expect((await publisher.publish(together)).size).toBe(0);
    await waitFor(async () => (await effects()).some((effect) => effect.includes('erased 1')));
    const addresses = ['ada@together.example', 'bob@example.com'];
    // A broker may deliver the two topics separately.
    const oneByOne = ['accepted 0, erased 1', 'accepted 1, erased 0', ...addresses];
    const all = ['accepted 1, erased 1', ...addresses];
    await waitFor(async () => (await effects()).length >= all.length);
    expect(transport === 'amqp' ? [all, oneByOne] : [all]).toContainEqual(await effects());
  });

  it('publishes nothing after a rollback', async () => {
    await expect(
      publisherDatabase.transaction(async (tx) => {
        await outbox.add(tx, messageAccepted, context, payload('ghost@example.com'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await addEvents('ada@example.com');
    await waitFor(async () => (await effects()).length > 0 && (await rows()).length === 0);
    expect(await effects()).toEqual(['ada@example.com']);
  });

  it('rejects an event that violates its contract', async () => {
    await expect(
      publisherDatabase.transaction((tx) =>
        outbox.add(tx, messageAccepted, context, { ...example, source: 'nobody' as never }),
      ),
    ).rejects.toThrow('source');
    expect(await rows()).toEqual([]);
  });

  it('applies a repeated event once', async () => {
    const envelope: EventEnvelope = {
      eventId: newId('event'),
      topic: messageAccepted.topic,
      ...context,
      payload: payload('ada@example.com'),
    };
    const other = { ...envelope, eventId: newId('event'), payload: payload('last@example.com') };
    await waitFor(async () => (await publisher.publish([envelope, envelope])).size === 0);
    expect(await publisher.publish([envelope])).toEqual(new Map());
    expect(await publisher.publish([other])).toEqual(new Map());
    await waitFor(async () => (await effects()).includes('last@example.com'));
    expect(await effects()).toEqual(['ada@example.com', 'last@example.com']);
  });

  it('publishes immediately without a row, and stores only the events that could not be published', async () => {
    const row = (recipient: string) => outboxRow(messageAccepted, context, payload(recipient), `accepted-${recipient}`);
    const publish = (...recipients: string[]) => outbox.publish(publisherDatabase.manager, recipients.map(row));
    await publish('ada@example.com', 'bob@example.com');
    expect(await rows()).toEqual([]);
    await publish('bob@example.com', 'eve@example.com');
    await waitFor(async () => (await effects()).length === 3);
    if (broker) await broker.shut();
    else await consumer.close();
    await publish('late@example.com');
    await publish('late@example.com');
    expect(await rows()).toHaveLength(1);
    if (broker) await broker.open();
    else
      consumer = await NestFactory.createApplicationContext(consumerModule(url, consumerDatabase), { logger: false });
    await waitFor(async () => (await effects()).length === 4);
    expect(await effects()).toEqual(['ada@example.com', 'bob@example.com', 'eve@example.com', 'late@example.com']);
    await waitFor(async () => (await rows()).length === 0);
  });

  it.each([
    ['a row', addEvents, ['late@example.com']],
    ['a bundled row', addBundled, ['late@example.com', 'later@example.com']],
  ] as const)('keeps %s that cannot be published, and publishes it later', async (_what, add, addresses) => {
    if (broker) await broker.shut();
    else await consumer.close();
    await add(...addresses);
    relay.wake();
    await waitFor(async () => (await rows())[0]?.error);
    expect(await rows()).toEqual([{ attempts: 0, dead: false, error: expect.any(String) as string }]);
    if (broker) await broker.open();
    else
      consumer = await NestFactory.createApplicationContext(consumerModule(url, consumerDatabase), { logger: false });
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= addresses.length);
    expect(await effects()).toEqual(addresses);
  });

  it('finds pending events without scanning the dead tuples of published rows', async () => {
    const plans: string[] = [];
    const watched = {
      transaction: (run: (tx: EntityManager) => Promise<unknown>) =>
        publisherDatabase.transaction((tx) => {
          const query = async (text: string, values?: unknown[]): Promise<unknown> => {
            if (text.includes('skip locked')) plans.push(JSON.stringify(await tx.query(`explain ${text}`, values)));
            return tx.query(text, values);
          };
          return run(Object.assign(Object.create(tx) as EntityManager, { query }));
        }),
    };
    const watching = new OutboxRelay(watched as DataSource, publisher, 'delivery');
    watching.onApplicationBootstrap();
    await waitFor(() => plans.length > 0);
    await watching.beforeApplicationShutdown();
    expect(plans[0]).toMatch(/Index Scan using outbox_pkey/);
    expect(plans[0]).not.toMatch(/Seq Scan|Sort/);
  });

  it('the relay is not delayed by frequent wake-ups', async () => {
    await addEvents('ada@example.com');
    const restless = setInterval(() => relay.wake(), 2);
    await waitFor(async () => (await rows()).length === 0).finally(() => clearInterval(restless));
  });

  it('shares the work among replicas without losing or repeating an event', async () => {
    const second = new OutboxRelay(publisherDatabase, publisher, 'delivery');
    second.onApplicationBootstrap();
    const recipients = Array.from({ length: 700 }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
    await addEvents(...recipients);
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 700);
    await second.beforeApplicationShutdown();
    expect(await effects()).toEqual(recipients);
  });

  if (transport === 'memory') {
    const dueAgain = async (): Promise<void> => {
      await publisherDatabase.query('update outbox set next_at = now() where next_at > now()');
      relay.wake();
    };

    it('rolls back the effect and the inbox row when a handler fails, and retries later', async () => {
      let failures = 1;
      afterEffect = () => {
        if (failures-- > 0) throw Object.assign(new Error('not now'), { code: 'ECONNRESET' });
      };
      await addEvents('ada@example.com');
      await waitFor(() => failures <= 0);
      expect(await effects()).toEqual([]);
      await waitFor(async () => {
        await dueAgain();
        return (await effects()).length > 0;
      });
      expect(await effects()).toEqual(['ada@example.com']);
    });

    it('keeps an event as a dead letter after five attempts and does not delay others', async () => {
      afterEffect = (addresses) => {
        if (addresses.includes('poison@example.com')) throw new Error('no use');
      };
      await addEvents('ada@example.com', 'poison@example.com', 'bob@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      expect(await rows()).toEqual([{ attempts: 5, dead: true, error: 'no use' }]);
      expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
    });

    it('retries an event only for the consumer that failed, also after a replay', async () => {
      afterEffect = () => {
        throw new Error('no use');
      };
      await addEvents('poison@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      const [{ event_id }] = (await publisherDatabase.query('select event_id from outbox')) as [{ event_id: string }];
      const once = messageAccepted.consumers
        .filter((name) => name !== 'customer')
        .map((name) => `${name} ${event_id}`)
        .toSorted();
      expect(offered.toSorted()).toEqual(once);
      afterEffect = () => {};
      await publisherDatabase.query('update outbox set dead_at = null, attempts = 0, next_at = now()');
      relay.wake();
      await waitFor(async () => (await rows()).length === 0);
      expect(await effects()).toEqual(['poison@example.com']);
      expect(offered.toSorted()).toEqual(once);
    });

    it('counts the attempts of each event of a bundled row separately', async () => {
      const poison = jest.fn();
      afterEffect = (addresses) => {
        if (!addresses.includes('poison@example.com')) return;
        if (addresses.length === 1) poison();
        throw new Error('no use');
      };
      await addBundled('ada@example.com', 'poison@example.com', 'bob@example.com');
      relay.wake();
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      expect(await rows()).toEqual([{ attempts: 5, dead: true, error: 'no use' }]);
      expect(poison).toHaveBeenCalledTimes(5);
      expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
      const letters = await publisherDatabase.query('select topic, account_id, payload from outbox');
      expect(letters).toEqual([
        { topic: messageAccepted.topic, account_id: context.accountId, payload: payload('poison@example.com') },
      ]);
    });

    it('does not count a temporary failure as an attempt', async () => {
      let away = 7;
      afterEffect = () => {
        if (away-- > 0) throw Object.assign(new Error('connection terminated'), { code: '57P01' });
      };
      await addEvents('ada@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows()).length === 0;
      });
      expect(await effects()).toEqual(['ada@example.com']);
    });

    it('gives up on an event that the statement timeout cancels every time', async () => {
      afterEffect = () => {
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      };
      await addEvents('ada@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      expect((await rows())[0]).toMatchObject({ attempts: 5, dead: true });
    });

    it('moves an invalid event to the dead letters immediately', async () => {
      const reject = jest.fn(() => {
        throw ServiceError.invalidFields([{ field: 'recipient_address', message: 'is nobody' }]);
      });
      afterEffect = reject;
      await addEvents('ada@example.com');
      await waitFor(async () => (await rows())[0]?.dead);
      expect(reject).toHaveBeenCalledTimes(1);
    });
  }
});

describe('a service', () => {
  it('fails to start without a handler for every event it consumes', async () => {
    const { url, drop } = await createTestDatabase();
    const database = await schema(url, 'customer', outboxTables);
    @Global()
    @Module({ providers: [{ provide: DataSource, useValue: database }], exports: [DataSource] })
    class DatabaseModule {}
    @Module({
      imports: [
        DatabaseModule,
        MessagingModule.forService('customer', 'memory:deaf'),
        OutboxModule.forService('customer'),
      ],
    })
    class DeafModule {}
    await expect(
      NestFactory.createApplicationContext(DeafModule, { logger: false, abortOnError: false }),
    ).rejects.toThrow(/missing \[.*message\.accepted\.v1/);
    await database.destroy();
    await drop();
  });
});
