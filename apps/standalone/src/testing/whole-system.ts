import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, SmtpSink } from '@postrider/testing';
import { startService } from '@postrider/service';
import { customerService } from '../../../customer/src/customer.service-definition.js';
import { deliveryService } from '../../../delivery/src/delivery.service-definition.js';
import { dripService } from '../../../drip/src/drip.service-definition.js';
import { startGateway } from '../../../gateway/src/gateway.js';
import { templateService } from '../../../template/src/template.service-definition.js';
import { trackingService } from '../../../tracking/src/tracking.service-definition.js';

export const liveKey = 'live_0123456789abcdefghij';
export const testKey = 'test_0123456789abcdefghij';

/** A complete installation. */
export interface WholeSystem {
  /** Where the API is, without a path. */
  readonly url: string;
  /** The mail server behind it. */
  readonly sink: SmtpSink;
  stop(): Promise<void>;
}

/** The gateway and all services in this process over `memory:`, on an empty database of their own, with an SMTP sink for mail. */
export async function startWholeSystem(): Promise<WholeSystem> {
  const [database, sink] = await Promise.all([createTestDatabase(), SmtpSink.start()]);
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    AMQP_URL: `memory:${randomUUID()}`,
    LOG_LEVEL: 'silent',
    HEALTH_PORT: '0',
  };
  const services = await Promise.all([
    startService(templateService, shared),
    startService(deliveryService, {
      ...shared,
      DRAIN_SECONDS: '3',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    }),
    startService(trackingService, shared),
    startService(customerService, shared),
    startService(dripService, shared),
  ]);
  const gateway = await startGateway({
    ...shared,
    HOST: '127.0.0.1',
    PORT: '0',
    BOOTSTRAP_LIVE_KEY: liveKey,
    BOOTSTRAP_TEST_KEY: testKey,
  });
  return {
    url: gateway.url,
    sink,
    async stop() {
      await gateway.stop();
      await Promise.all(services.map((service) => service.stop()));
      await sink.close();
      await database.drop();
    },
  };
}
