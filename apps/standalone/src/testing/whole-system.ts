import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceName } from '@postrider/contracts';
import { serviceNames } from '@postrider/contracts';
import type { Environment, RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import { createTestDatabase, SmtpSink } from '@postrider/testing';
import { customerService } from '../../../customer/src/customer.module.js';
import { deliveryService } from '../../../delivery/src/delivery.module.js';
import { dripService } from '../../../drip/src/drip.module.js';
import type { RunningGateway } from '../../../gateway/src/gateway.js';
import { startGateway } from '../../../gateway/src/gateway.js';
import { templateService } from '../../../template/src/template.module.js';
import { trackingService } from '../../../tracking/src/tracking.service-definition.js';
import { databases } from '../databases.js';

export const liveKey = 'live_0123456789abcdefghij';
export const testKey = 'test_0123456789abcdefghij';

/** The origin of links in emails; no server listens there. */
export const publicUrl = 'https://mail.acme.example';

/** A complete installation in one process. */
export interface WholeSystem {
  /** Origin of the API. */
  readonly url: string;
  /** Link of the first administrator. */
  readonly welcomeLink: string;
  /** The SMTP server that receives all email. */
  readonly sink: SmtpSink;
  /** The environment for tracking links. */
  readonly links: Environment;
  readonly databaseUrl: string;
  readonly secretsKey: string;
  takeDown(name: ServiceName): Promise<void>;
  /** Starts a service again, with optional variables. */
  bringUp(name: ServiceName, environment?: Environment): Promise<void>;
  /** Starts another gateway; returns the origin of its API. */
  addGateway(environment: Environment): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the gateway and all services in this process, with their own database and an SMTP sink. */
export async function startWholeSystem(amqpUrl = `memory:${randomUUID()}`): Promise<WholeSystem> {
  const [database, sink] = await Promise.all([createTestDatabase(...Object.values(databases)), SmtpSink.start()]);
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    AMQP_URL: amqpUrl,
    LOG_LEVEL: 'silent',
    HEALTH_PORT: '0',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const links: Environment = { PUBLIC_URL: publicUrl, TRACKING_KEY: randomBytes(32).toString('base64') };
  const ofDelivery = {
    ...links,
    DRAIN_SECONDS: '3',
    DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    // No server listens there, so that no test calls a real provider.
    ESP_BASE_URLS: [1, 2, 3, 4, 5, 6, 8].map((kind) => `esp_kind_${kind}=http://127.0.0.1:3`).join(','),
  };
  const start: Readonly<Record<ServiceName, (more: Environment) => Promise<RunningApp>>> = {
    template: (more) => startService(templateService, { ...shared, ...more }),
    delivery: (more) => startService(deliveryService, { ...shared, ...ofDelivery, ...more }),
    tracking: (more) => startService(trackingService, { ...shared, ...more }),
    customer: (more) => startService(customerService, { ...shared, ...more }),
    drip: (more) => startService(dripService, { ...shared, ...more }),
  };
  const services = new Map<ServiceName, RunningApp>();
  const bringUp = async (name: ServiceName, environment: Environment = {}): Promise<void> => {
    services.set(name, await start[name](environment));
  };
  await Promise.all(serviceNames.map((name) => bringUp(name)));
  const gateways: RunningGateway[] = [];
  const addGateway = async (environment: Environment): Promise<string> => {
    const gateway = await startGateway({
      ...shared,
      ...links,
      HOST: '127.0.0.1',
      PORT: '0',
      BOOTSTRAP_LIVE_KEY: liveKey,
      BOOTSTRAP_TEST_KEY: testKey,
      ...environment,
    });
    gateways.push(gateway);
    return gateway.url;
  };
  const url = await addGateway({});
  return {
    url,
    welcomeLink: gateways[0]!.welcomeLink!,
    sink,
    links,
    databaseUrl: database.url,
    secretsKey: shared.SECRETS_KEY,
    addGateway,
    bringUp,
    async takeDown(name) {
      await services.get(name)?.stop();
      services.delete(name);
    },
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await Promise.all([...services.values()].map((service) => service.stop()));
      await sink.close();
      await database.drop();
    },
  };
}
