import { Module } from '@nestjs/common';
import { AttemptsRepository } from './attempts.repository.js';
import { SubscriptionCache } from './subscription-cache.js';
import { PendingDeliveries } from './pending-posts.js';
import { WebhookDispatcher } from './posting/webhook-dispatcher.js';
import { EndpointClient, EndpointPolicy } from './posting/endpoint-client.js';
import { WebhookDeliveriesRepository } from './posting/posts.repository.js';
import { SettlementRepository } from './posting/settlement.repository.js';
import { ReplayService } from './replay.service.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';
import { WebhookEventsWriter } from './webhook-events.writer.js';
import { WebhookVault } from './webhook-vault.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Webhooks: configuration, events and delivery. */
@Module({
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookVault,
    ReplayService,
    AttemptsRepository,
    WebhookEventsRepository,
    WebhookEventsWriter,
    SubscriptionCache,
    PendingDeliveries,
    WebhookDispatcher,
    WebhookDeliveriesRepository,
    SettlementRepository,
    EndpointPolicy,
    {
      provide: EndpointClient,
      inject: [EndpointPolicy],
      useFactory: (policy: EndpointPolicy) => new EndpointClient(policy),
    },
  ],
  exports: [EndpointClient, EndpointPolicy, SubscriptionCache, WebhookEventsWriter, WebhooksRepository],
})
export class WebhooksModule {}
