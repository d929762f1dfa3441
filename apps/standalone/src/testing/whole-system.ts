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

/** Where the links in mails lead; nobody is there. */
export const publicUrl = 'https://mail.acme.example';

/** A complete installation. */
export interface WholeSystem {
  /** Where the API is, without a path. */
  readonly url: string;
  /** For the first administrator. */
  readonly welcomeLink: string;
  /** The mail server behind it. */
  readonly sink: SmtpSink;
  /** What links are made and read with. */
  readonly links: Environment;
  /** What it stands on. */
  readonly databaseUrl: string;
  /** What it seals with. */
  readonly secretsKey: string;
  takeDown(name: ServiceName): Promise<void>;
  /** Started again, with other variables if need be. */
  bringUp(name: ServiceName, environment?: Environment): Promise<void>;
  /** Where the API of one more gateway is. */
  addGateway(environment: Environment): Promise<string>;
  stop(): Promise<void>;
}

/** The gateway and all services in this process, on a database of their own, with an SMTP sink for mail. */
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
    // Nobody listens there: no test asks a real provider.
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
