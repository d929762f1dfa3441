import { trackingVariables } from '@postrider/links';
import { secretsKey } from '@postrider/secrets';
import { defineConfig, serviceVariables, variables } from '@postrider/service';

export const trackingConfig = defineConfig('tracking', {
  ...serviceVariables,
  SECRETS_KEY: secretsKey.describe('Encrypts the secrets of webhooks and alerts; the same value as for delivery'),
  TRACKING_KEY: trackingVariables.TRACKING_KEY,
  BOUNCE_DOMAIN: trackingVariables.BOUNCE_DOMAIN,
  BOUNCE_SMTP_PORT: variables.optionalPort.describe('SMTP port for emails returned to BOUNCE_DOMAIN; unset: off'),
  WEBHOOK_ALLOWED_NETWORKS: variables.list.describe(
    'Private networks (CIDR, comma-separated) that webhook URLs may use',
  ),
  WEBHOOK_ALLOW_HTTP: variables
    .flag(false)
    .describe('Allow webhook URLs without TLS; events can then be read in transit'),
  WEBHOOK_CONCURRENCY: variables.count(256, 5_000).describe('Concurrent requests to webhooks'),
  WEBHOOK_PENDING: variables
    .count(250_000, 10_000_000)
    .describe('Maximum pending events per webhook; further ones are not delivered, but can be replayed'),
  WEBHOOK_RETENTION_DAYS: variables
    .count(7, 365)
    .describe('Days for which webhook events can be replayed and delivery attempts are listed'),
  LOG_RETENTION_MONTHS: variables.months.describe(
    'Months for which opens, clicks and unsubscribes are kept, the same value as for delivery; unset: forever',
  ),
});
export type TrackingConfig = ReturnType<typeof trackingConfig.read>;
