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
import { bundlesOf, bundleTopic } from './bundles.js';
import { Outbox, outboxRow } from './outbox.js';
import { OutboxModule } from './outbox.module.js';
import { OutboxRelay } from './relay.js';
import { outboxTables } from './tables.js';

const context = { accountId: newId('account'), requestId: newId('request') };
const example = messageAccepted.examples[0]!;
const payload = (recipient: string) => ({ ...example, recipient_address: recipient });

/** What the consumer does with an event besides writing down whom it was about. */
let afterEffect: (addresses: readonly string[]) => void = () => {};
/** Whom the consumer's data knows nothing of. */
const stranger = 'stranger@example.com';

@Injectable()
class Handlers {
  private readonly strangers = new Set([stranger]);

  @On(messageAccepted, {
    prepare: async (self: Handlers, received) =>
      new Map(
        received
          .filter(({ payload: { recipient_address } }) => !self.strangers.has(recipient_address))
          .map(({ eventId, payload: { recipient_address } }) => [eventId, recipient_address]),
      ),
  })
  async accepted(received: readonly PreparedEvent<typeof messageAccepted, string>[], tx: EntityManager): Promise<void> {
    const addresses = received.map(({ prepared }) => prepared);
    await tx.query('insert into effects (address) select unnest($1::text[])', [addresses]);
    afterEffect(addresses);
  }
}

/** Another part of the same service, which takes the same event where it concerns it. */
@Injectable()
class OtherHandlers {
  @On(messageAccepted, { when: ({ recipient_address }) => recipient_address.endsWith('@twice.example') })
  async accepted(received: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    const addresses = received.map(({ payload: { recipient_address } }) => `again ${recipient_address}`);
    await tx.query('insert into effects (address) select unnest($1::text[])', [addresses]);
  }
}

/** What else its service hears, which is not looked at here. */
@Injectable()
class IdleHandlers {
  @On(engagementsErased)
  async engagements(): Promise<void> {}

  @On(membershipsErased)
  async memberships(): Promise<void> {}
}

/** Takes two events together. */
@Injectable()
class BatchHandlers {
  @OnBatch(
    subscribe(messageAccepted, { when: ({ recipient_address }) => recipient_address.endsWith('@together.example') }),
    subscribe(logsErased, { when: ({ log_ids }) => log_ids.length > 0 }),
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
  /** What the services that this spec is not about were offered in memory. */
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
    await everybodyElseListens();
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

  /** In memory an event is published when all its consumers are done with it; those this spec is not about are done at once. */
  const everybodyElseListens = async (): Promise<void> => {
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
  const say = (...recipients: string[]): Promise<void> =>
    publisherDatabase.transaction(async (tx) => {
      for (const recipient of recipients) await outbox.add(tx, messageAccepted, context, payload(recipient));
    });
  /** Answers how many rows these are in. */
  const sayTogether = (...recipients: string[]): Promise<number> =>
    publisherDatabase.transaction(async (tx) => {
      const bundles = bundlesOf(recipients.map((recipient) => outboxRow(messageAccepted, context, payload(recipient))));
      for (const said of bundles)
        await tx.query(
          'insert into outbox (event_id, topic, account_id, request_id, payload) values ($1, $2, $3, $4, to_jsonb($5::text))',
          [said.event_id, bundleTopic, said.account_id, said.request_id, said.events],
        );
      return bundles.length;
    });
  const effects = async (): Promise<string[]> =>
    ((await consumerDatabase.query('select address from effects order by address')) as { address: string }[]).map(
      ({ address }) => address,
    );
  const rows = async (): Promise<{ attempts: number; dead: boolean; error: string | null }[]> =>
    publisherDatabase.query('select attempts, dead_at is not null as dead, error from outbox order by id');

  it('publishes what was committed, once', async () => {
    await say('ada@example.com', 'bob@example.com');
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length === 2);
    expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('publishes the events of a row that holds several, each once', async () => {
    const recipients = Array.from({ length: 250 }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
    expect(await sayTogether(...recipients)).toBe(3);
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 250);
    expect(await effects()).toEqual(recipients);
    expect(await consumerDatabase.query('select count(*)::int as seen from inbox')).toEqual([{ seen: 250 }]);
  });

  it('leaves no mark of an event that its consumer has no use for', async () => {
    await say('ada@example.com', stranger, 'bob@example.com');
    relay.wake();
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length === 2);
    expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(await consumerDatabase.query('select count(*)::int as seen from inbox')).toEqual([{ seen: 2 }]);
  });

  it('hands an event to each part of its consumer whose business it is, in one transaction', async () => {
    await say('ada@twice.example', 'bob@example.com');
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 3);
    expect(await effects()).toEqual(['ada@twice.example', 'again ada@twice.example', 'bob@example.com']);
    if (transport === 'amqp') return;
    let failures = 1;
    afterEffect = () => {
      if (failures-- > 0) throw Object.assign(new Error('not now'), { code: 'ECONNRESET' });
    };
    await say('eve@twice.example');
    await waitFor(() => failures <= 0);
    expect(await effects()).toHaveLength(3);
    await waitFor(async () => {
      await publisherDatabase.query('update outbox set next_at = now() where next_at > now()');
      relay.wake();
      return (await effects()).length > 3;
    });
    expect(await effects()).toEqual(expect.arrayContaining(['eve@twice.example', 'again eve@twice.example']));
  });

  it('hands events of several kinds to a handler together, without those that are none of its business', async () => {
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
    // A broker may hand over the two topics one after the other.
    const oneByOne = ['accepted 0, erased 1', 'accepted 1, erased 0', ...addresses];
    const all = ['accepted 1, erased 1', ...addresses];
    await waitFor(async () => (await effects()).length >= all.length);
    expect(transport === 'amqp' ? [all, oneByOne] : [all]).toContainEqual(await effects());
  });

  it('publishes nothing of what was rolled back', async () => {
    await expect(
      publisherDatabase.transaction(async (tx) => {
        await outbox.add(tx, messageAccepted, context, payload('ghost@example.com'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await say('ada@example.com');
    await waitFor(async () => (await effects()).length > 0 && (await rows()).length === 0);
    expect(await effects()).toEqual(['ada@example.com']);
  });

  it('commits nothing that its contract does not allow', async () => {
    await expect(
      publisherDatabase.transaction((tx) =>
        outbox.add(tx, messageAccepted, context, { ...example, source: 'nobody' as never }),
      ),
    ).rejects.toThrow('source');
    expect(await rows()).toEqual([]);
  });

  it('lets an event that comes again take effect once', async () => {
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

  it('publishes at once without a row, and stores only what could not be published', async () => {
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
    ['a row', say, ['late@example.com']],
    ['a row of several', sayTogether, ['late@example.com', 'later@example.com']],
  ] as const)(
    'keeps %s that cannot get through, and sends it when the way is free',
    async (_what, saying, addresses) => {
      if (broker) await broker.shut();
      else await consumer.close();
      await saying(...addresses);
      relay.wake();
      await waitFor(async () => (await rows())[0]?.error);
      expect(await rows()).toEqual([{ attempts: 0, dead: false, error: expect.any(String) as string }]);
      if (broker) await broker.open();
      else
        consumer = await NestFactory.createApplicationContext(consumerModule(url, consumerDatabase), { logger: false });
      await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= addresses.length);
      expect(await effects()).toEqual(addresses);
    },
  );

  it('finds what is to be published without reading the room of what was', async () => {
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

  it('is not held up by being woken all the time', async () => {
    await say('ada@example.com');
    const restless = setInterval(() => relay.wake(), 2);
    await waitFor(async () => (await rows()).length === 0).finally(() => clearInterval(restless));
  });

  it('is shared by replicas without anything being lost or done twice', async () => {
    const second = new OutboxRelay(publisherDatabase, publisher, 'delivery');
    second.onApplicationBootstrap();
    const recipients = Array.from({ length: 700 }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
    await say(...recipients);
    await waitFor(async () => (await rows()).length === 0 && (await effects()).length >= 700);
    await second.beforeApplicationShutdown();
    expect(await effects()).toEqual(recipients);
  });

  if (transport === 'memory') {
    const dueAgain = async (): Promise<void> => {
      await publisherDatabase.query('update outbox set next_at = now() where next_at > now()');
      relay.wake();
    };

    it('undoes the effect together with the mark when the handler fails, and does it in full later', async () => {
      let failures = 1;
      afterEffect = () => {
        if (failures-- > 0) throw Object.assign(new Error('not now'), { code: 'ECONNRESET' });
      };
      await say('ada@example.com');
      await waitFor(() => failures <= 0);
      expect(await effects()).toEqual([]);
      await waitFor(async () => {
        await dueAgain();
        return (await effects()).length > 0;
      });
      expect(await effects()).toEqual(['ada@example.com']);
    });

    it('gives an event five attempts, then keeps it as a dead letter and holds up no other', async () => {
      afterEffect = (addresses) => {
        if (addresses.includes('poison@example.com')) throw new Error('no use');
      };
      await say('ada@example.com', 'poison@example.com', 'bob@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      expect(await rows()).toEqual([{ attempts: 5, dead: true, error: 'no use' }]);
      expect(await effects()).toEqual(['ada@example.com', 'bob@example.com']);
    });

    it('offers an event that one consumer refused to that one alone, also when it is replayed after it died', async () => {
      afterEffect = () => {
        throw new Error('no use');
      };
      await say('poison@example.com');
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

    it('gives each event of a row that holds several its own five attempts and its own end', async () => {
      const poison = jest.fn();
      afterEffect = (addresses) => {
        if (!addresses.includes('poison@example.com')) return;
        if (addresses.length === 1) poison();
        throw new Error('no use');
      };
      await sayTogether('ada@example.com', 'poison@example.com', 'bob@example.com');
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

    it('does not count what passes as an attempt', async () => {
      let away = 7;
      afterEffect = () => {
        if (away-- > 0) throw Object.assign(new Error('connection terminated'), { code: '57P01' });
      };
      await say('ada@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows()).length === 0;
      });
      expect(await effects()).toEqual(['ada@example.com']);
    });

    it('gives up an event whose handling is cancelled by the statement limit every time', async () => {
      afterEffect = () => {
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      };
      await say('ada@example.com');
      await waitFor(async () => {
        await dueAgain();
        return (await rows())[0]?.dead;
      });
      expect((await rows())[0]).toMatchObject({ attempts: 5, dead: true });
    });

    it('sets an event aside at once that is refused as invalid', async () => {
      const refuse = jest.fn(() => {
        throw ServiceError.invalidFields([{ field: 'recipient_address', message: 'is nobody' }]);
      });
      afterEffect = refuse;
      await say('ada@example.com');
      await waitFor(async () => (await rows())[0]?.dead);
      expect(refuse).toHaveBeenCalledTimes(1);
    });
  }
});

describe('a service', () => {
  it('does not start without a handler for every event its contracts say it takes', async () => {
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
