import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  WebhookBody,
  WebhookResource,
  createWebhook,
  listWebhooks,
  updateWebhook,
} from '@postrider/contracts';
import { ServiceError, newId, toTimestamp, notFound } from '@postrider/contracts';
import { SubscriptionCache } from './subscription-cache.js';
import { EndpointPolicy } from './posting/endpoint-client.js';
import type { WebhookSecrets } from './signature.js';
import { newWebhookSecret } from './signature.js';
import { WebhookVault } from './webhook-vault.js';
import type { WebhookContent, WebhookEntity } from './webhook.entity.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** The secrets are never returned again; fields that do not apply are omitted (docs/reference/webhooks.md). */
export const toWebhookResource = (webhook: WebhookEntity, now = Date.now()): WebhookResource => ({
  object: 'webhook',
  id: webhook.id,
  created: toTimestamp(webhook.createdAt),
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  format: webhook.format,
  enabled: webhook.enabled,
  ...(webhook.failingSince ? { failing_since: toTimestamp(webhook.failingSince) } : {}),
  ...(webhook.switchedOffAt ? { switched_off: toTimestamp(webhook.switchedOffAt) } : {}),
  ...(webhook.oldSecretUntil && webhook.oldSecretUntil.getTime() > now
    ? { old_secret_until: toTimestamp(webhook.oldSecretUntil) }
    : {}),
  ...(Number(webhook.missed) > 0 ? { missed: Number(webhook.missed) } : {}),
});

const defaultCount = 100;
/** Hours for which the previous secret also signs (docs/webhooks.md#rotate-the-secret). */
const oldSecretHours = 24;

/** See docs/reference/webhooks.md. Webhooks of other accounts are treated as not found. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly subscriptions: SubscriptionCache,
    private readonly vault: WebhookVault,
    private readonly policy: EndpointPolicy,
  ) {}

  async list(
    accountId: string,
    { count = defaultCount, cursor = '' }: RequestOf<typeof listWebhooks>,
  ): Promise<ResponseInputOf<typeof listWebhooks>> {
    const found = await this.webhooks.page(accountId, cursor, count + 1);
    const page = found.slice(0, count);
    return {
      data: page.map((webhook) => toWebhookResource(webhook)),
      next_cursor: found.length > count ? page.at(-1)!.id : null,
    };
  }

  async get(accountId: string, id: string): Promise<WebhookEntity> {
    return (await this.webhooks.find(accountId, id)) ?? notFound('Webhook');
  }

  async create(
    { accountId, limits }: RequestContext,
    request: RequestOf<typeof createWebhook>,
  ): Promise<ResponseInputOf<typeof createWebhook>> {
    this.check(request.url);
    const id = newId('webhook');
    const secret = newWebhookSecret();
    const secrets = this.vault.seal(JSON.stringify({ current: secret }), { accountId, rowId: id });
    const webhook = await this.webhooks.add(
      { accountId, id, secrets, enabled: request.enabled ?? true, ...toContent(request) },
      { limits },
    );
    this.subscriptions.evict(accountId);
    return { webhook: toWebhookResource(webhook), secret };
  }

  async update(accountId: string, request: RequestOf<typeof updateWebhook>): Promise<WebhookEntity> {
    this.check(request.url);
    const changed = await this.webhooks.change(accountId, request.webhook_id, toContent(request), request.enabled);
    if (!changed) return notFound('Webhook');
    this.subscriptions.evict(accountId);
    return this.get(accountId, request.webhook_id);
  }

  async delete(accountId: string, id: string): Promise<void> {
    if (!(await this.webhooks.remove(accountId, id))) return notFound('Webhook');
    this.subscriptions.evict(accountId);
  }

  /** At most two secrets are valid: an older one ends with the rotation. */
  async rotateSecret(accountId: string, id: string): Promise<ResponseInputOf<typeof createWebhook>> {
    const owner = { accountId, rowId: id };
    const secret = newWebhookSecret();
    const rotated = (sealed: string): string => {
      const { current } = JSON.parse(this.vault.open(sealed, owner)) as WebhookSecrets;
      return this.vault.seal(JSON.stringify({ current: secret, old: current }), owner);
    };
    const webhook = await this.webhooks.replaceSecrets(accountId, id, rotated, oldSecretHours);
    return webhook ? { webhook: toWebhookResource(webhook), secret } : notFound('Webhook');
  }

  /** Rejects an invalid URL here rather than on each attempt. */
  private check(url: string): void {
    const problem = this.policy.findProblem(url);
    if (problem !== undefined) throw ServiceError.invalidField('url', problem);
  }
}

const toContent = ({ url, events = [], description = '', format }: WebhookBody): WebhookContent => ({
  url,
  events,
  description,
  ...(format !== undefined && { format }),
});
