import { emailAddress } from '@postrider/contracts';
import { defineConfig, variables } from '@postrider/service';
import { z } from 'zod';
import { catcherPorts } from '../../catcher/src/config.js';

/** What a person sets for a laptop or one machine; everything the services need besides is derived from it. */
export const standaloneConfig = defineConfig('standalone', {
  PORT: variables.port(3000).describe('Port of the API'),
  HOST: z.string().default('127.0.0.1').describe('Address the API listens on; beyond loopback set REQUIRE_HTTPS too'),
  DATA_DIR: z.string().default('./data').describe('Where everything that must survive a restart is kept'),
  DATABASE_URL: variables.databaseUrl.describe('PostgreSQL to use; `npm start` runs one in DATA_DIR when not set'),
  AMQP_URL: variables.amqpUrl
    .default('memory:')
    .describe('RabbitMQ to use; with `--rabbitmq`, one on port 5672 or one of its own when not set'),
  LOG_LEVEL: variables.logLevel.default('warn').describe('Least severe level that is logged'),
  HEALTH_PORT: variables.port(0).describe('Port of /health/live, /health/ready and /metrics; 0 for none'),
  HEALTH_HOST: variables.ipAddress.default('127.0.0.1').describe('Address that port listens on'),
  ...catcherPorts,
  DEFAULT_SMTP_URL: z.string().optional().describe('Another server in place of the mail catcher'),
  SECRETS_KEY: z
    .string()
    .optional()
    .describe('Encrypts ESP credentials and the secrets of webhooks; made and kept in DATA_DIR when not set'),
  TRACKING_KEY: z.string().optional().describe('Signs the links in mails; made and kept in DATA_DIR when not set'),
  BOOTSTRAP_LIVE_KEY: z
    .string()
    .optional()
    .describe('Live API key of the first account; made and kept in DATA_DIR when not set'),
  BOOTSTRAP_TEST_KEY: z
    .string()
    .optional()
    .describe('Test API key of the first account; made and kept in DATA_DIR when not set'),
  BOOTSTRAP_SENDER: emailAddress
    .default('hello@postrider.example')
    .describe('Default sender of the first account as long as it has never set one: an email address'),
  TLS_CERT: z.string().optional().describe('File of the certificate chain in PEM: the API is served by HTTPS'),
  REQUIRE_HTTPS: variables.flag(false).describe('Refuse plain HTTP'),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]/, 'must begin with http:// or https://')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe('Address under which the API is reached from outside; links in mails begin with it'),
});
export type StandaloneConfig = ReturnType<typeof standaloneConfig.read>;

/** Everything of the surroundings that is not derived goes through to the services unchanged. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
