import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ServiceName } from '@postrider/contracts';
import { EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule, RPC_TRANSPORT, RpcServer } from '@postrider/messaging';
import { OutboxModule, inboxRetention } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ConfigDefinition, Environment, serviceVariables } from './config.js';
import type { DatabaseDefinition } from './database.js';
import { databaseModule, migrate } from './database.js';
import type { HealthCheck } from './health.js';
import { Health, connectionCheck, databaseCheck, serveHealth } from './health.js';
import { createLogger } from './logger.js';
import type { RetentionRule } from './retention.js';
import { RetentionTask } from './retention.js';
import type { RunningApp } from './running-app.js';
import { runningApp } from './running-app.js';

/** The injection token of an app's configuration. */
export const CONFIG = Symbol('CONFIG');

/** A deployable service: everything `runService` needs. */
export interface ServiceDefinition<Shape extends typeof serviceVariables = typeof serviceVariables> {
  readonly name: ServiceName;
  readonly config: ConfigDefinition<Shape>;
  readonly database: DatabaseDefinition;
  /** The service's own module with its domain folders. */
  readonly module: Type;
  /** Its retention rules. */
  retention?(config: z.output<z.ZodObject<Shape>>): readonly RetentionRule[];
}

const startWaitMs = 5_000;

@Module({})
class ServiceRootModule {}

function rootModule<Shape extends typeof serviceVariables>(
  service: ServiceDefinition<Shape>,
  config: z.output<z.ZodObject<typeof serviceVariables>>,
  retention: readonly RetentionRule[],
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
    providers: [{ provide: CONFIG, useValue: config }, RetentionTask.forRules([inboxRetention, ...retention])],
    exports: [CONFIG],
  };
}

/**
 * Starts a service: schema, connections, handlers, then its health port. Resolves when it is ready, or after 5 s
 * without a broker; the service is then up but not ready, and recovers on its own.
 */
export async function startService<Shape extends typeof serviceVariables>(
  service: ServiceDefinition<Shape>,
  environment?: Environment,
): Promise<RunningApp> {
  const ownConfig = service.config.read(environment);
  const config = ownConfig as z.output<z.ZodObject<typeof serviceVariables>>;
  if (config.MIGRATE_ON_START) await migrate(service.database, config.DATABASE_URL);
  const app = await NestFactory.createMicroservice(rootModule(service, config, service.retention?.(ownConfig) ?? []), {
    inject: [RpcServer],
    useFactory: (strategy: RpcServer) => ({ strategy }),
    logger: createLogger(service.name, config.LOG_LEVEL),
    abortOnError: false,
  });
  try {
    const health = new Health(serviceChecks(app));
    await app.listen();
    const server =
      config.HEALTH_PORT > 0 ? await serveHealth(health, config.HEALTH_PORT, config.HEALTH_HOST) : undefined;
    if (!(await health.readyWithin(startWaitMs)))
      new Logger('Service').warn(`${service.name} is up but not ready yet; see /health/ready for the failed checks`);
    return runningApp(health, () => app.close(), server, config.SHUTDOWN_DELAY_MS);
  } catch (error) {
    await app.close().catch(() => {});
    throw error;
  }
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
