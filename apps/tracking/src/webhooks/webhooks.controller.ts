import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AttemptsRepository } from './attempts.repository.js';
import { ReplayService } from './replay.service.js';
import { WebhooksService, toWebhookResource } from './webhooks.service.js';

@Controller()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly replays: ReplayService,
    private readonly attempts: AttemptsRepository,
  ) {}

  @Handles(listWebhooks)
  list(
    { accountId }: RequestContext,
    request: RequestOf<typeof listWebhooks>,
  ): Promise<ResponseInputOf<typeof listWebhooks>> {
    return this.webhooks.list(accountId, request);
  }

  @Handles(createWebhook)
  create(
    context: RequestContext,
    request: RequestOf<typeof createWebhook>,
  ): Promise<ResponseInputOf<typeof createWebhook>> {
    return this.webhooks.create(context, request);
  }

  @Handles(getWebhook)
  async get(
    { accountId }: RequestContext,
    { webhook_id }: RequestOf<typeof getWebhook>,
  ): Promise<ResponseInputOf<typeof getWebhook>> {
    return toWebhookResource(await this.webhooks.get(accountId, webhook_id));
  }

  @Handles(updateWebhook)
  async update(
    { accountId }: RequestContext,
    request: RequestOf<typeof updateWebhook>,
  ): Promise<ResponseInputOf<typeof updateWebhook>> {
    return toWebhookResource(await this.webhooks.update(accountId, request));
  }

  @Handles(deleteWebhook)
  async delete(
    { accountId }: RequestContext,
    { webhook_id }: RequestOf<typeof deleteWebhook>,
  ): Promise<ResponseInputOf<typeof deleteWebhook>> {
    await this.webhooks.delete(accountId, webhook_id);
    return {};
  }

  @Handles(rotateWebhookSecret)
  rotateSecret(
    { accountId }: RequestContext,
    { webhook_id }: RequestOf<typeof rotateWebhookSecret>,
  ): Promise<ResponseInputOf<typeof rotateWebhookSecret>> {
    return this.webhooks.rotateSecret(accountId, webhook_id);
  }

  @Handles(testWebhook)
  test(
    { accountId }: RequestContext,
    request: RequestOf<typeof testWebhook>,
  ): Promise<ResponseInputOf<typeof testWebhook>> {
    return this.replays.test(accountId, request);
  }

  @Handles(replayWebhook)
  replay(
    { accountId }: RequestContext,
    request: RequestOf<typeof replayWebhook>,
  ): Promise<ResponseInputOf<typeof replayWebhook>> {
    return this.replays.replay(accountId, request);
  }

  @Handles(listWebhookAttempts)
  async listAttempts(
    { accountId }: RequestContext,
    request: RequestOf<typeof listWebhookAttempts>,
  ): Promise<ResponseInputOf<typeof listWebhookAttempts>> {
    await this.webhooks.get(accountId, request.webhook_id);
    return this.attempts.page(accountId, request);
  }
}
