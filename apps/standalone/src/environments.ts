import type { Environment } from '@postrider/service';
import { publicUrl } from '../../gateway/src/config.js';
import type { StandaloneConfig } from './config.js';
import { inheritedEnvironment } from './config.js';
import type { Schema } from './provision.js';
import type { Secrets } from './secrets.js';

/** A shutdown must take less than 5 s; longer attempts are interrupted and retried after the next start. */
const drainSeconds = '3';

export interface Installation {
  readonly config: StandaloneConfig;
  readonly secrets: Secrets;
  readonly databaseUrls: Readonly<Record<Schema, string>>;
  readonly smtpUrl: string;
}

/** The environment of one app, as in its container. */
export function buildEnvironment(
  app: Schema,
  { config, secrets, databaseUrls, smtpUrl }: Installation,
  healthPort: number,
): Environment {
  const shared: Environment = {
    ...inheritedEnvironment(),
    DATABASE_URL: databaseUrls[app],
    AMQP_URL: config.AMQP_URL,
    LOG_LEVEL: config.LOG_LEVEL,
    HEALTH_PORT: String(healthPort),
    HEALTH_HOST: config.HEALTH_HOST,
  };
  const links = {
    PUBLIC_URL: publicUrl(config),
    TRACKING_KEY: secrets.trackingKey,
  };
  if (app === 'delivery') {
    return {
      DRAIN_SECONDS: drainSeconds,
      ...shared,
      ...links,
      SECRETS_KEY: secrets.secretsKey,
      DEFAULT_SMTP_URL: smtpUrl,
      DATA_DIR: config.DATA_DIR,
    };
  }
  if (app === 'tracking') return { ...shared, TRACKING_KEY: secrets.trackingKey, SECRETS_KEY: secrets.secretsKey };
  if (app === 'gateway') {
    return {
      ...shared,
      ...links,
      PORT: String(config.PORT),
      HOST: config.HOST,
      SMTP_PORT: String(config.SMTP_PORT),
      SECRETS_KEY: secrets.secretsKey,
      REQUIRE_HTTPS: String(config.REQUIRE_HTTPS),
      BOOTSTRAP_LIVE_KEY: secrets.liveKey,
      BOOTSTRAP_TEST_KEY: secrets.testKey,
      BOOTSTRAP_SENDER: config.BOOTSTRAP_SENDER,
    };
  }
  return shared;
}
