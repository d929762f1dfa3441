import { Controller, Logger, Module } from '@nestjs/common';
import { outboxTables } from '@postrider/outbox';
import { createTestDatabase, createTestVhost, TcpProxy, waitFor } from '@postrider/testing';
import { connect } from 'amqplib';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defineConfig, serviceVariables } from './config.js';
import { migrate } from './database.js';
import type { RunningApp } from './running-app.js';
import type { ServiceDefinition } from './service.js';
import { startService } from './service.js';

class CreateTables1790000000000 implements MigrationInterface {
  readonly name = 'CreateTables1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of outboxTables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table outbox, inbox');
  }
}

@Controller()
class NoHandlers {}

@Module({ controllers: [NoHandlers] })
class QuietModule {}

/** Consumes and publishes no events, like the template service. */
const quiet: ServiceDefinition = {
  name: 'template',
  config: defineConfig('quiet', serviceVariables),
  module: QuietModule,
  database: { schema: 'quiet', entities: [], migrations: [CreateTables1790000000000] },
  retention: () => [{ table: 'inbox', where: `event_id = 'old'`, everyMinutes: 0.001, batchSize: 10 }],
};

describe('an unreachable database', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'on %s is one sentence that names the variable and keeps the password',
    async (host) => {
      const migrated = migrate({ schema: 'quiet', entities: [], migrations: [] }, `postgres://ada:hush@${host}:1/mail`);
      await expect(migrated).rejects.toThrow(
        /^Cannot use the PostgreSQL that DATABASE_URL names: connect ECONNREFUSED [\d.:]+\.$/,
      );
    },
  );
});

describe('a service', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let vhost: Awaited<ReturnType<typeof createTestVhost>>;
  let broker: TcpProxy;
  let app: RunningApp | undefined;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    [database, vhost] = await Promise.all([createTestDatabase(), createTestVhost()]);
    const { hostname, port } = new URL(vhost.url);
    broker = await TcpProxy.to(hostname, Number(port));
  });
  afterEach(async () => {
    await app?.stop();
    app = undefined;
    await broker.shut();
  });
  afterAll(async () => {
    await vhost.drop();
    await database.drop();
  });

  const start = async (more: Record<string, string> = {}): Promise<RunningApp> => {
    app = await startService(quiet, {
      AMQP_URL: broker.url(vhost.url),
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      ...more,
    });
    return app;
  };

  it('is ready once it has started, whether it consumes events or not', async () => {
    await broker.open();
    const { health } = await start();
    expect(await health.ready()).toEqual({
      ready: true,
      checks: { database: true, calls: true, client: true, publisher: true, events: true },
    });
  });

  it('deletes what its retention rules select, and keeps the rest', async () => {
    await broker.open();
    await start();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`insert into quiet.inbox (event_id) values ('old'), ('new')`);
      const left = async (): Promise<unknown[]> => (await client.query('select event_id from quiet.inbox')).rows;
      await waitFor(async () => (await left()).length < 2);
      expect(await left()).toEqual([{ event_id: 'new' }]);
    } finally {
      await client.end();
    }
  });

  it('starts before its broker, is not ready, and becomes ready with the broker', async () => {
    const { health } = await start();
    expect(await health.ready()).toMatchObject({
      ready: false,
      checks: { database: true, calls: false, client: false },
    });
    await broker.open();
    expect(await health.readyWithin(15_000)).toBe(true);
    await broker.shut();
    await waitFor(async () => !(await health.ready()).ready);
  }, 20_000);

  it('reports a queue with other arguments in its readiness, and becomes ready once the queue is deleted', async () => {
    await broker.open();
    const connection = await connect(vhost.url);
    const channel = await connection.createChannel();
    await channel.deleteQueue('template.rpc');
    await channel.assertQueue('template.rpc', { durable: true });
    const { health } = await start();
    expect(await health.ready()).toMatchObject({
      ready: false,
      checks: { calls: false, client: true },
      problems: { calls: expect.stringContaining('rabbitmqctl delete_queue') as string },
    });
    await channel.deleteQueue('template.rpc');
    await waitFor(async () => (await health.ready()).ready);
    await connection.close();
  }, 40_000);

  it('stops in time while its broker is down', async () => {
    await broker.open();
    const { stop } = await start();
    await broker.shut();
    await stop();
    // Less than the 25 s that a stop waits for calls in flight.
  }, 20_000);

  it('does not start after an unrecoverable error, and reports it', async () => {
    await expect(start({ DATABASE_URL: '' })).rejects.toThrow('Configuration of quiet: DATABASE_URL is required.');
    await expect(start({ DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' })).rejects.toThrow('ECONNREFUSED');
  });

  it('migrates its schema once, however many replicas start together', async () => {
    const fresh = { ...quiet.database, schema: 'raced' };
    await Promise.all([migrate(fresh, database.url), migrate(fresh, database.url), migrate(fresh, database.url)]);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query('select name from raced.migrations')).rows).toEqual([
      { name: 'CreateTables1790000000000' },
    ]);
    await client.end();
  });
});
