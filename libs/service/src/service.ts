import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { within } from '@postrider/concurrency';
import type { ServiceName } from '@postrider/contracts';
import type { ConnectionState, RpcTransport } from '@postrider/messaging';
import { EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule, RPC_TRANSPORT, RpcServer } from '@postrider/messaging';
import { OutboxModule } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ConfigDefinition, Environment, serviceVariables } from './config.js';
import { defineConfig, variables } from './config.js';
import type { DatabaseDefinition } from './database.js';
import { databaseModule, migrate } from './database.js';
import type { HealthCheck } from './health.js';
import { Health, serveHealth } from './health.js';
import { createLogger } from './logger.js';
import { startTracing } from './tracing/start-tracing.js';

/** The configuration of an app as its parts inject it. */
export const CONFIG = Symbol('CONFIG');

/** One deployable service: everything `runService` needs to know about it. */
export interface ServiceDefinition<Shape extends typeof serviceVariables = typeof serviceVariables> {
  readonly name: ServiceName;
  readonly config: ConfigDefinition<Shape>;
  readonly database: DatabaseDefinition;
  /** The service's own module: its domain folders. */
  readonly module: Type;
}

/** A started app, in a process of its own or beside others. */
export interface RunningApp {
  readonly health: Health;
  stop(): Promise<void>;
}

const startWaitMs = 5_000;
/** Above every drain, below the 30 s an orchestrator gives before it kills. */
const stopWithinMs = 29_000;

@Module({})
class ServiceRootModule {}

function rootModule<Shape extends typeof serviceVariables>(
  service: ServiceDefinition<Shape>,
  config: z.output<z.ZodObject<typeof serviceVariables>>,
): DynamicModule {
  return {
    module: ServiceRootModule,
    global: true,
    imports: [
      databaseModule(service.database, config.DATABASE_URL, config.DATABASE_POOL),
      MessagingModule.forService(service.name, config.AMQP_URL),
      OutboxModule.forService(service.name),
      service.module,
    ],
    providers: [{ provide: CONFIG, useValue: config }],
    exports: [CONFIG],
  };
}

/**
 * Starts a service: schema, connections, handlers, then its health port. Resolves when it is ready; a broker that is not there yet is
 * waited for 5 s, after which the service is up without being ready and heals by itself.
 */
export async function startService<Shape extends typeof serviceVariables>(
  service: ServiceDefinition<Shape>,
  environment?: Environment,
): Promise<RunningApp> {
  const config = service.config.read(environment) as z.output<z.ZodObject<typeof serviceVariables>>;
  if (config.MIGRATE_ON_START) await migrate(service.database, config.DATABASE_URL);
  const app = await NestFactory.createMicroservice(rootModule(service, config), {
    inject: [RpcServer],
    useFactory: (strategy: RpcServer) => ({ strategy }),
    logger: createLogger(service.name, config.LOG_LEVEL),
    abortOnError: false,
  });
  try {
    const health = new Health(serviceChecks(app));
    await app.listen();
    const server = config.HEALTH_PORT > 0 ? await serveHealth(health, config.HEALTH_PORT) : undefined;
    if (!(await health.readyWithin(startWaitMs)))
      new Logger('Service').warn(`${service.name} is up but not ready yet; /health/ready says what is missing`);
    return runningApp(health, () => app.close(), server, config.SHUTDOWN_DELAY_MS);
  } catch (error) {
    await app.close().catch(() => {});
    throw error;
  }
}

/** An app whose readiness goes off before it stops. Stopping twice waits for the first stop. */
export function runningApp(
  health: Health,
  close: () => Promise<void>,
  server: Server | undefined,
  delayMs: number,
): RunningApp {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    health.stop();
    if (delayMs > 0) await sleep(delayMs);
    await within(close(), stopWithinMs, () => {
      throw new Error(`not stopped within ${stopWithinMs / 1000} s`);
    });
    server?.close();
    server?.closeAllConnections();
  };
  return { health, stop: () => (stopped ??= stop()) };
}

function serviceChecks(app: INestMicroservice): HealthCheck[] {
  const database = app.get(DataSource);
  const connections = [
    ['calls', app.get(RpcServer)],
    ['client', app.get(RPC_TRANSPORT)],
    ['publisher', app.get(EVENT_PUBLISHER)],
    ['events', app.get(EVENT_CONSUMER)],
  ] as const;
  return [databaseCheck(database), ...connections.flatMap(([name, part]) => connectionCheck(name, part))];
}

export const databaseCheck = (database: DataSource): HealthCheck => ({
  name: 'database',
  check: async () => {
    await database.query('select 1');
    return true;
  },
});

/** Parts of the memory transport have no connection to lose. */
export function connectionCheck(name: string, part: Partial<ConnectionState> | RpcTransport): HealthCheck[] {
  return 'isConnected' in part && part.isConnected
    ? [{ name, check: () => part.isConnected?.() || part.problem || false }]
    : [];
}

/**
 * Entry point of a process: starts the app, stops it at SIGTERM or SIGINT, and leaves with one sentence if it cannot start. What happens in it is
 * traced under the name given.
 */
export async function runProcess(start: () => Promise<RunningApp>, tracedAs?: string): Promise<void> {
  const tracing = tracedAs === undefined ? undefined : startTracing(tracedAs);
  const starting = Promise.resolve(tracing).then(start);
  const stop = (why: string): void => {
    new Logger('Process').log(`${why}: stopping`);
    starting
      .then((app) => app.stop())
      .finally(async () => (await tracing)?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          new Logger('Process').error(error);
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A supervisor that is gone will not send a signal any more.
  process.once('disconnect', () => stop('supervisor gone'));
  try {
    await starting;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

export const runService = <Shape extends typeof serviceVariables>(service: ServiceDefinition<Shape>): Promise<void> =>
  runProcess(() => startService(service), service.name);

/** Entry point of a migration job: needs DATABASE_URL and nothing else. */
export async function runMigrations(database: DatabaseDefinition): Promise<void> {
  try {
    const { DATABASE_URL } = defineConfig(`the ${database.schema} migration`, {
      DATABASE_URL: variables.databaseUrl,
    }).read();
    await migrate(database, DATABASE_URL);
    console.log(`The schema ${database.schema} is up to date.`);
  } catch (error) {
    console.error(`The schema ${database.schema} could not be brought up to date: ${(error as Error).message}`);
    process.exit(1);
  }
}
