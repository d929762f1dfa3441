import { defineConfig, serviceVariables, variables } from '@postrider/service';
import { z } from 'zod';

const seconds = (fallback: number, max: number) =>
  z.coerce.number({ error: 'must be a number of seconds' }).positive('must be more than 0').max(max, `must be at most ${max}`).default(fallback);

const secretsKey = /^([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=(,([A-Za-z0-9_-]{1,32}:)?[A-Za-z0-9+/]{43}=)*$/;

export const deliveryConfig = defineConfig('delivery', {
  ...serviceVariables,
  SECRETS_KEY: z.string().regex(secretsKey, 'must be 32 bytes in base64, or a comma-separated list of name:key whose first seals and the others only open')
    .describe('Encrypts ESP credentials; 32 bytes in base64. For a rotation: new:KEY,old:KEY'),
  DEFAULT_SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://').optional()
    .describe('Where mail goes for an account without ESP accounts (the mail catcher); unset: such sends are refused'),
  DELIVERY_CONCURRENCY: variables.count(64, 2_000).describe('Attempts at a time; also the most messages one crash can leave in doubt'),
  DELIVERY_LANE_CONCURRENCY: variables.count(32, 2_000).describe('Attempts at a time through one ESP account'),
  ATTEMPT_TIMEOUT_SECONDS: seconds(45, 600).describe('How long an ESP may take for one attempt'),
  LEASE_SECONDS: seconds(90, 1_200).describe('How long a process owns a message it is sending; more than ATTEMPT_TIMEOUT_SECONDS'),
  UNKNOWN_OUTCOME_WAIT_SECONDS: seconds(60, 3_600).describe('Wait before a message whose sender died is sent again'),
  RETRY_DELAYS_SECONDS: z.string().regex(/^\d+(,\d+)*$/, 'must be a comma-separated list of seconds').default('30,120,600,1800,3600,10800,21600,43200,86400')
    .transform((list) => list.split(',').map(Number)).describe('Waits between attempts, each ±20 %; after the last the message is dropped'),
  DRAIN_SECONDS: seconds(20, 600).describe('How long a stop waits for attempts under way; what is cut off is handled as after a crash'),
  POLL_MS: variables.count(500, 60_000).describe('How often due work is looked for when nothing says there is some'),
  ATTACHMENT_RETENTION_DAYS: variables.count(90, 3_650).describe('How long the attachments of a message are kept after it is due, for retries and resends; at least as long as RETRY_DELAYS_SECONDS together'),
  LOG_RETENTION_MONTHS: z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(1, 'must be at least 1').max(1_200, 'must be at most 1200').optional()
    .describe('Logs, their events and messages go by whole months, once a month ended this long ago; unset: kept for ever'),
  ATTACHMENT_MEMORY_MB: variables.count(64, 16_384).describe('Attachments being sent at a time, decoded; composing the mails takes about four times as much memory'),
  SMTP_CONNECTIONS: variables.count(10, 500).describe('Connections this process may hold to one SMTP account'),
  MAIL_HOSTNAME: z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be a host name').default('localhost').describe('Name this server gives itself towards mail servers (EHLO)'),
  SMTP_ALLOWED_NETWORKS: z.string().default('').transform((list) => list.split(',').map((item) => item.trim()).filter(Boolean))
    .describe('Private networks (CIDR, comma-separated) that SMTP accounts may name'),
  SMTP_ALLOWED_PORTS: z.string().regex(/^(\d+(,\d+)*)?$/, 'must be a comma-separated list of ports').default('')
    .transform((list) => list.split(',').filter(Boolean).map(Number)).describe('Ports SMTP accounts may name besides 25, 465, 587, 2525'),
  SMTP_ALLOW_PLAIN_AUTH: variables.flag(false).describe('Let SMTP accounts without TLS send their password in clear'),
});
export type DeliveryConfig = ReturnType<typeof deliveryConfig.read>;
