import { trackingVariables } from '@postrider/links';
import { secretsKey } from '@postrider/secrets';
import { defineConfig, serviceVariables, variables } from '@postrider/service';
import { z } from 'zod';

export const trackingConfig = defineConfig('tracking', {
  ...serviceVariables,
  SECRETS_KEY: secretsKey.describe('Encrypts the secrets of webhooks; as delivery has it'),
  TRACKING_KEY: trackingVariables.TRACKING_KEY,
  BOUNCE_DOMAIN: trackingVariables.BOUNCE_DOMAIN,
  BOUNCE_SMTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which mails are taken that came back to BOUNCE_DOMAIN; unset: none are taken'),
  WEBHOOK_ALLOWED_NETWORKS: variables.list.describe(
    'Private networks (CIDR, comma-separated) that webhooks may lead to',
  ),
  WEBHOOK_ALLOW_HTTP: variables
    .flag(false)
    .describe('Let webhooks have addresses without TLS: what is posted can be read on the way'),
  WEBHOOK_CONCURRENCY: variables.count(256, 5_000).describe('Posts to webhooks at a time'),
  WEBHOOK_PENDING: variables
    .count(250_000, 10_000_000)
    .describe('Events that may wait for one webhook; further ones are not posted to it, but can be replayed'),
  WEBHOOK_RETENTION_DAYS: variables
    .count(7, 365)
    .describe('How long the events of webhooks can be replayed, and attempts to post them are listed'),
  LOG_RETENTION_MONTHS: variables.months.describe(
    'Opens, clicks and unsubscribes go with the logs of their mails: as for delivery; unset: kept for ever',
  ),
});
export type TrackingConfig = ReturnType<typeof trackingConfig.read>;
