import { Body, Controller, Param, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  ok,
  okResponse,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhookAttemptsQuery,
  webhookBody,
  webhookReplayBody,
  webhookTestBody,
  webhooksQuery,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';

/** See docs/reference/webhooks.md. */
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'administer', listWebhooks.response, {
    summary: 'List webhooks',
    description: 'Oldest first, page by page.',
    calls: listWebhooks,
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: webhooksQuery }) query: z.output<typeof webhooksQuery>,
  ) {
    return this.services.call(listWebhooks, context, query);
  }

  @Endpoint('POST', '', 'administer', ok.extend(createWebhook.response.shape), {
    summary: 'Create a webhook',
    description: 'This response contains the secret.',
    calls: createWebhook,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: webhookBody }) body: z.output<typeof webhookBody>,
  ) {
    return success(await this.services.call(createWebhook, context, body));
  }

  @Endpoint('GET', ':id', 'administer', ok.extend({ webhook: getWebhook.response }), {
    summary: 'Show a webhook',
    calls: getWebhook,
  })
  async get(@CurrentContext() context: RequestContext, @Param('id') webhook_id: string) {
    return success({ webhook: await this.services.call(getWebhook, context, { webhook_id }) });
  }

  @Endpoint('PUT', ':id', 'administer', ok.extend({ webhook: updateWebhook.response }), {
    summary: 'Change a webhook',
    description: 'Enabling it clears earlier failures.',
    calls: updateWebhook,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') webhook_id: string,
    @Body({ schema: webhookBody }) body: z.output<typeof webhookBody>,
  ) {
    return success({ webhook: await this.services.call(updateWebhook, context, { ...body, webhook_id }) });
  }

  @Endpoint('DELETE', ':id', 'administer', ok, {
    summary: 'Delete a webhook',
    description: 'Waiting events are not posted.',
    calls: deleteWebhook,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') webhook_id: string) {
    await this.services.call(deleteWebhook, context, { webhook_id });
    return okResponse;
  }

  @Endpoint('POST', ':id/rotate_secret', 'administer', ok.extend(rotateWebhookSecret.response.shape), {
    summary: 'Rotate the secret of a webhook',
    description: 'The old secret signs too, for 24 hours.',
    calls: rotateWebhookSecret,
  })
  async rotateSecret(@CurrentContext() context: RequestContext, @Param('id') webhook_id: string) {
    return success(await this.services.call(rotateWebhookSecret, context, { webhook_id }));
  }

  @Endpoint('POST', ':id/test', 'administer', ok.extend(testWebhook.response.shape), {
    summary: 'Send a test event',
    description:
      'An example event, even if the webhook does not subscribe to its type. The list of attempts shows the outcome.',
    calls: testWebhook,
  })
  async test(
    @CurrentContext() context: RequestContext,
    @Param('id') webhook_id: string,
    @Body({ schema: webhookTestBody }) body: z.output<typeof webhookTestBody>,
  ) {
    return success(await this.services.call(testWebhook, context, { ...body, webhook_id }));
  }

  @Endpoint('POST', ':id/replay', 'administer', ok.extend(replayWebhook.response.shape), {
    summary: 'Replay events',
    description: 'One event, or those of a period that the webhook subscribes to; at most 10,000 in a call.',
    calls: replayWebhook,
    examples: { request: { since: 1_790_000_000, until: 1_790_003_600 } },
  })
  async replay(
    @CurrentContext() context: RequestContext,
    @Param('id') webhook_id: string,
    @Body({ schema: webhookReplayBody }) what: z.output<typeof webhookReplayBody>,
  ) {
    return success(await this.services.call(replayWebhook, context, { webhook_id, what }));
  }

  @Endpoint('GET', ':id/attempts', 'administer', listWebhookAttempts.response, {
    summary: 'List attempts',
    description: 'Newest first, page by page.',
    calls: listWebhookAttempts,
  })
  attempts(
    @CurrentContext() context: RequestContext,
    @Param('id') webhook_id: string,
    @Query({ schema: webhookAttemptsQuery }) query: z.output<typeof webhookAttemptsQuery>,
  ) {
    return this.services.call(listWebhookAttempts, context, { ...query, webhook_id });
  }
}
