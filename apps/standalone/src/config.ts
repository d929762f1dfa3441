import { emailAddress } from '@postrider/contracts';
import { defineConfig, variables } from '@postrider/service';
import { z } from 'zod';
import { catcherPorts } from '../../catcher/src/config.js';

/** The configuration of a laptop or a single machine; the configuration of the services is derived from it. */
export const standaloneConfig = defineConfig('standalone', {
  PORT: variables.port(3000).describe('Port of the API'),
  HOST: z.string().default('127.0.0.1').describe('Address the API listens on; beyond loopback set REQUIRE_HTTPS too'),
  SMTP_PORT: variables.port(2525).describe('Port for email by SMTP; 0 for any free one'),
  DATA_DIR: z.string().default('./data').describe('Directory of all persistent data'),
  DATABASE_URL: variables.databaseUrl.describe('PostgreSQL to use; `npm start` runs one in DATA_DIR when not set'),
  AMQP_URL: variables.amqpUrl
    .default('memory:')
    .describe('RabbitMQ to use; with `--rabbitmq`, one on port 5672 or one of its own when not set'),
  LOG_LEVEL: variables.logLevel.default('warn').describe('Minimum log level'),
  HEALTH_PORT: variables.port(0).describe('Port of /health/live, /health/ready and /metrics; 0 for none'),
  HEALTH_HOST: variables.ipAddress.default('127.0.0.1').describe('Address of the health port'),
  ...catcherPorts,
  DEFAULT_SMTP_URL: z.string().optional().describe('SMTP server to use instead of the mail catcher'),
  SECRETS_KEY: z
    .string()
    .optional()
    .describe(
      'Encrypts ESP credentials and the secrets of webhooks and identity hooks; generated and stored in DATA_DIR when not set',
    ),
  TRACKING_KEY: z
    .string()
    .optional()
    .describe('Signs the links in emails; generated and stored in DATA_DIR when not set'),
  BOOTSTRAP_LIVE_KEY: z
    .string()
    .optional()
    .describe('Live API key of the first account; generated and stored in DATA_DIR when not set'),
  BOOTSTRAP_TEST_KEY: z
    .string()
    .optional()
    .describe('Test API key of the first account; generated and stored in DATA_DIR when not set'),
  BOOTSTRAP_SENDER: emailAddress
    .default('hello@postrider.example')
    .describe('Default sender of the first account until it sets one: an email address'),
  TLS_CERT: z.string().optional().describe('File of the certificate chain in PEM; enables HTTPS'),
  REQUIRE_HTTPS: variables.flag(false).describe('Reject plain HTTP'),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]/, 'must start with http:// or https://')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe('Public URL of the API; links in emails start with it'),
});
export type StandaloneConfig = ReturnType<typeof standaloneConfig.read>;

/** Variables that are not derived are passed to the services unchanged. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
