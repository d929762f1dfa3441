import type { RunningApp } from '@postrider/service';
import { Health, createLogger, runningApp, serveHealth, startService } from '@postrider/service';
import { Logger } from '@nestjs/common';
import { serviceNames } from '@postrider/contracts';
import { customerService } from '../../customer/src/customer.module.js';
import { deliveryService } from '../../delivery/src/delivery.module.js';
import { dripService } from '../../drip/src/drip.module.js';
import { startGateway } from '../../gateway/src/gateway.js';
import { templateService } from '../../template/src/template.module.js';
import { trackingService } from '../../tracking/src/tracking.service-definition.js';
import { banner, startOwnCatcher, prepareEnvironment } from './banner.js';
import { buildEnvironment } from './environments.js';

const noHealthPort = 0;

/** Runs all apps in this process over the `memory:` transport, each with its own role, schema and configuration. */
export async function startStandalone(): Promise<RunningApp> {
  const prepared = await prepareEnvironment();
  const catcher = await startOwnCatcher(prepared.config);
  const installation = { ...prepared, smtpUrl: catcher?.smtpUrl ?? prepared.smtpUrl };
  const services = await Promise.all([
    startService(templateService, buildEnvironment('template', installation, noHealthPort)),
    startService(deliveryService, buildEnvironment('delivery', installation, noHealthPort)),
    startService(trackingService, buildEnvironment('tracking', installation, noHealthPort)),
    startService(customerService, buildEnvironment('customer', installation, noHealthPort)),
    startService(dripService, buildEnvironment('drip', installation, noHealthPort)),
  ]);
  const gateway = await startGateway(buildEnvironment('gateway', installation, noHealthPort));
  // Nest has one logger per process; without this, all lines would have the name of the last app.
  Logger.overrideLogger(createLogger('standalone', installation.config.LOG_LEVEL));
  console.log(banner(installation, catcher?.httpUrl, gateway.welcomeLink));
  const apps = [gateway, ...services];
  const health = new Health(
    ['gateway', ...serviceNames].map((name, index) => ({
      name,
      check: async () => (await apps[index]!.health.ready()).ready,
    })),
  );
  const { HEALTH_PORT, HEALTH_HOST } = installation.config;
  const server = HEALTH_PORT > 0 ? await serveHealth(health, HEALTH_PORT, HEALTH_HOST) : undefined;
  const close = async (): Promise<void> => {
    await gateway.stop();
    await Promise.all(services.map((service) => service.stop()));
    await catcher?.stop();
  };
  return runningApp(health, close, server, 0);
}
