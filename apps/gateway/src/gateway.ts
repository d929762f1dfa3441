import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { RPC_TRANSPORT } from '@postrider/messaging';
import type { Environment, RunningApp } from '@postrider/service';
import {
  Health,
  connectionCheck,
  createLogger,
  databaseCheck,
  migrate,
  runningApp,
  serveHealth,
} from '@postrider/service';
import { DataSource } from 'typeorm';
import type { GeneratedKeys } from './accounts/bootstrap.service.js';
import { BootstrapService } from './accounts/bootstrap.service.js';
import type { GatewayConfig } from './config.js';
import { gatewayConfig } from './config.js';
import { gatewayDatabase } from './database.js';
import { EventStreams } from './event-streams/event-streams.js';
import { GatewayModule } from './gateway.module.js';
import { CountingAdapter } from './http/response-memory.js';
import { configureHttp } from './http/server.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { SubmissionServer } from './smtp/submission-server.js';
import type { TlsFiles } from './http/tls.js';
import { TlsRenewal, readTls, rejectPlainHttp } from './http/tls.js';

/** A started gateway, with the keys of the first account if this start generated them. */
export interface RunningGateway extends RunningApp {
  readonly url: string;
  /** The ports of SMTP: with STARTTLS, then with TLS. */
  readonly smtpPorts: readonly number[];
  readonly generatedKeys: GeneratedKeys;
  /** The link to create the first administrator; absent once there is one. */
  readonly welcomeLink?: string;
}

/** Starts the public API: migrations, first account, HTTP server. Resolves when it accepts requests. */
export async function startGateway(environment?: Environment): Promise<RunningGateway> {
  const config = gatewayConfig.read(environment);
  if (config.MIGRATE_ON_START) await migrate(gatewayDatabase, config.DATABASE_URL);
  const tls = await readTls(config);
  const app = await NestFactory.create<NestExpressApplication>(GatewayModule.forConfig(config), new CountingAdapter(), {
    ...(tls ? { httpsOptions: tls } : {}),
    bodyParser: false,
    abortOnError: false,
    logger: createLogger('gateway', config.LOG_LEVEL),
  });
  try {
    return await serve(app, config, tls);
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function serve(
  app: NestExpressApplication,
  config: GatewayConfig,
  tls: TlsFiles | undefined,
): Promise<RunningGateway> {
  const health = new Health([databaseCheck(app.get(DataSource)), ...connectionCheck('client', app.get(RPC_TRANSPORT))]);
  if (tls) rejectPlainHttp(app.getHttpServer() as HttpsServer);
  const http = configureHttp(app, config, health);
  await app.init();
  const generatedKeys = await app.get(BootstrapService).run();
  await listen(app, config);
  const smtp = app.get(SubmissionServer);
  await smtp.listen(tls);
  const https = app.getHttpServer() as HttpsServer;
  const renewal = tls && new TlsRenewal(config, [https, smtp], tls);
  await renewal?.onApplicationBootstrap();
  const close = async (): Promise<void> => {
    app.get(EventStreams).end();
    const smtpClosed = smtp.close();
    await renewal?.beforeApplicationShutdown();
    await http.close(smtpClosed);
  };
  const server = config.HEALTH_PORT > 0 ? await serveHealth(health, config.HEALTH_PORT, config.HEALTH_HOST) : undefined;
  const running = runningApp(health, close, server, config.SHUTDOWN_DELAY_MS);
  const url = formatUrl(app, config);
  const welcomeLink = await app.get(InvitationsService).firstAdminLink(config.PUBLIC_URL ?? url);
  return {
    ...running,
    url,
    smtpPorts: smtp.ports,
    generatedKeys,
    ...(welcomeLink === undefined ? {} : { welcomeLink }),
  };
}

async function listen(app: NestExpressApplication, { PORT, HOST }: GatewayConfig): Promise<void> {
  await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${PORT} is in use; set PORT to another.`) : error;
  });
}

function formatUrl(app: NestExpressApplication, { HOST, TLS_CERT }: GatewayConfig): string {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `${TLS_CERT === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Entry point of the gateway's own process. Prints the generated keys of the first account. */
export async function startAndIntroduce(): Promise<RunningGateway> {
  const gateway = await startGateway();
  for (const [kind, key] of Object.entries(gateway.generatedKeys))
    console.log(`The ${kind} API key of the first account, shown only once: ${key}`);
  if (gateway.welcomeLink !== undefined)
    console.log(`To create the first administrator, open this link within a week: ${gateway.welcomeLink}`);
  return gateway;
}
