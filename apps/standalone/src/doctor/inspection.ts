import { brokerFacts } from '@postrider/messaging';
import type { ConfigDefinition, Environment } from '@postrider/service';
import { ConfigError, onDatabase, serviceVariables } from '@postrider/service';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { customerConfig } from '../../../customer/src/customer.module.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import { CredentialVault } from '../../../delivery/src/esp-accounts/credential-vault.js';
import { dripConfig } from '../../../drip/src/drip.module.js';
import { HookVault } from '../../../gateway/src/identity-hooks/hook-secrets.js';
import { gatewayConfig } from '../../../gateway/src/config.js';
import { templateConfig } from '../../../template/src/template.module.js';
import { trackingConfig } from '../../../tracking/src/config.js';
import { SlackVault } from '../../../tracking/src/alerts/slack-vault.js';
import { WebhookVault } from '../../../tracking/src/webhooks/webhook-vault.js';
import { databases } from '../databases.js';
import type { Schema } from '../provision.js';
import { schemas } from '../provision.js';
import { checkBlobs, checkBucket, checkSecrets, senderDomains } from './stored.js';
import type { DatabaseFacts } from './database-facts.js';
import { databaseFacts } from './database-facts.js';
import { storedSecrets } from '@postrider/secrets';
import type { Finding } from '@postrider/service';
import { fault, warning, ok } from '@postrider/service';
import { checkBroker } from './check-broker.js';
import { checkDatabase } from './check-database.js';
import {
  hasAddress,
  checkSender,
  names,
  senderRecords,
  takesMail,
} from '../../../delivery/src/esp-accounts/sender-domain.js';
import * as reach from './reach.js';

export interface Options {
  readonly environment: Environment | undefined;
  readonly dkimSelectors: readonly string[];
  readonly resolver?: Parameters<typeof senderRecords>[0];
}

type Findings = AsyncGenerator<Finding>;
type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>>;

const configs: Readonly<Record<Schema, Pick<ConfigDefinition, 'read'>>> = {
  gateway: gatewayConfig,
  template: templateConfig,
  delivery: deliveryConfig,
  tracking: trackingConfig,
  customer: customerConfig,
  drip: dripConfig,
};

/** Checks the environment of an app against the servers and names in it. Changes nothing. */
export async function* inspect(app: Schema, options: Options): Findings {
  const config = readable(app, options.environment);
  if (config instanceof ConfigError) {
    yield fault(config.message, 'Correct these variables; "postrider config" explains them.');
    return;
  }
  const facts = yield* inspectDatabase(app, config);
  yield* inspectBroker(app, config);
  if (app === 'gateway') yield* inspectGateway(options);
  if (app === 'delivery') yield* inspectDelivery(options);
  if (app === 'tracking') yield* inspectTracking(options);
  // Stored data can be read once the first migrations have run.
  if (facts !== undefined && facts.migrations.length > 0) yield* inspectStored(app, config.DATABASE_URL, options);
}

function readable(app: Schema, environment: Environment | undefined): ServiceConfig | ConfigError {
  try {
    return configs[app].read(environment) as ServiceConfig;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function* inspectDatabase(
  app: Schema,
  config: ServiceConfig,
): AsyncGenerator<Finding, DatabaseFacts | undefined> {
  const definition = databases[app];
  try {
    const facts = await databaseFacts(config.DATABASE_URL, definition, schemas);
    yield* checkDatabase(facts, {
      app,
      schema: definition.schema,
      migrations: definition.migrations.map(({ name }) => name),
      migratesAtStart: config.MIGRATE_ON_START,
      pool: config.DATABASE_POOL,
    });
    return facts;
  } catch (error) {
    yield fault(
      (error as Error).message,
      'Check that the server runs and is reachable, and that role, password and database in the URL are correct.',
    );
    return undefined;
  }
}

async function* inspectBroker(app: Schema, { AMQP_URL }: ServiceConfig): Findings {
  if (AMQP_URL.startsWith('memory:')) {
    yield ok('AMQP_URL is memory: no broker to check.');
    return;
  }
  try {
    yield* checkBroker(await brokerFacts(AMQP_URL, app === 'gateway' ? undefined : app), app);
  } catch (error) {
    yield fault(
      `Cannot use the RabbitMQ server in AMQP_URL: ${(error as Error).message}.`,
      'Check that it runs and is reachable, and that user, password and virtual host in the URL are correct.',
    );
  }
}

async function* inspectGateway({ environment }: Options): Findings {
  const { PUBLIC_URL, TRACKING_KEY } = gatewayConfig.read(environment);
  if (PUBLIC_URL === undefined || TRACKING_KEY === undefined)
    yield warning(
      'PUBLIC_URL or TRACKING_KEY is not set: emails have no links for opens, clicks and unsubscribes.',
      'If emails should have them, set both to the same values for gateway and delivery.',
    );
  if (PUBLIC_URL !== undefined) yield reach.checkPublicUrl(PUBLIC_URL, await reach.requestPublicUrl(PUBLIC_URL));
}

async function* inspectDelivery({ environment, resolver = names() }: Options): Findings {
  const { MAIL_HOSTNAME, DEFAULT_SMTP_URL } = deliveryConfig.read(environment);
  const isNamed = MAIL_HOSTNAME !== 'localhost' && (await hasAddress(resolver, MAIL_HOSTNAME));
  yield reach.checkMailHostname(MAIL_HOSTNAME, isNamed);
  yield* await checkBucket(environment);
  if (DEFAULT_SMTP_URL === undefined) return;
  const shown = reach.shownUrl(DEFAULT_SMTP_URL);
  yield await reach.readGreeting(DEFAULT_SMTP_URL).then(
    (greeting) => reach.checkGreeting(shown, greeting),
    (error: unknown) => reach.noGreeting(shown, error),
  );
}

async function* inspectTracking({ environment, resolver = names() }: Options): Findings {
  const { BOUNCE_DOMAIN } = trackingConfig.read(environment);
  if (BOUNCE_DOMAIN !== undefined)
    yield reach.checkBounceDomain(BOUNCE_DOMAIN, await takesMail(resolver, BOUNCE_DOMAIN));
}

async function* inspectStored(app: Schema, url: string, options: Options): Findings {
  if (app !== 'gateway' && app !== 'delivery' && app !== 'tracking') return;
  const found = await onDatabase(databases[app], url, 1, async (database) => {
    if (app === 'gateway') {
      const vault = new HookVault(gatewayConfig.read(options.environment));
      return [
        await checkSecrets(vault, storedSecrets(database, vault), 'identity hooks'),
        ...(await senderFindings(database, 'accounts', options)),
      ];
    }
    if (app === 'tracking') {
      const config = trackingConfig.read(options.environment);
      const [webhooks, slack] = [new WebhookVault(config), new SlackVault(config)];
      return [
        await checkSecrets(webhooks, storedSecrets(database, webhooks), 'webhooks'),
        await checkSecrets(slack, storedSecrets(database, slack), 'alerts'),
      ];
    }
    const vault = new CredentialVault(deliveryConfig.read(options.environment));
    return [
      await checkSecrets(vault, storedSecrets(database, vault), 'ESP accounts'),
      ...(await checkBlobs(database, options.environment)),
      ...(await senderFindings(database, 'esp_accounts', options)),
    ];
  });
  yield* found;
}

async function senderFindings(database: DataSource, table: string, options: Options): Promise<Finding[]> {
  const { resolver = names(), dkimSelectors } = options;
  const { domains, count } = await senderDomains(database, table);
  const findings: Finding[] = [];
  for (const domain of domains) findings.push(...(await checkSender(resolver, domain, dkimSelectors)));
  if (count > domains.length)
    findings.push(ok(`The ${domains.length} most common of ${count} default sender domains were checked.`));
  return findings;
}
