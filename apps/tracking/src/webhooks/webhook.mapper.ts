import type { WebhookResource } from '@postrider/contracts';
import type { WebhookEntity } from './webhook.entity.js';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Its secrets never leave again; what is not the case is left out (docs/api.md#webhooks). */
export const toWebhookResource = (webhook: WebhookEntity, now = Date.now()): WebhookResource => ({
  object: 'webhook',
  id: webhook.id,
  created: seconds(webhook.createdAt),
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  enabled: webhook.enabled,
  ...(webhook.failingSince ? { failing_since: seconds(webhook.failingSince) } : {}),
  ...(webhook.switchedOffAt ? { switched_off: seconds(webhook.switchedOffAt) } : {}),
  ...(webhook.oldSecretUntil && webhook.oldSecretUntil.getTime() > now
    ? { old_secret_until: seconds(webhook.oldSecretUntil) }
    : {}),
  ...(Number(webhook.missed) > 0 ? { missed: Number(webhook.missed) } : {}),
});
