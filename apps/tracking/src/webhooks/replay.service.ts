import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, RequestOf, replayWebhook, testWebhook, WebhookEventType } from '@postrider/contracts';
import { idFloor, maxReplayed, newId, ServiceError, webhookEventTypes, notFound } from '@postrider/contracts';
import { PendingDeliveries } from './pending-posts.js';
import { WebhookDispatcher } from './posting/webhook-dispatcher.js';
import { subscribesTo } from './subscription-cache.js';
import type { WebhookEvent, WebhookEventData } from './webhook-event.js';
import { buildBody } from './webhook-event.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';
import { WebhookEventsWriter } from './webhook-events.writer.js';
import type { WebhookEntity } from './webhook.entity.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

const retryAfterSeconds = 60;
type Range = RequestOf<typeof replayWebhook>['what'];

/** Data of an example event. */
const exampleData: WebhookEventData = {
  log_id: 'log_0000000000000000000000',
  template: 'tem_0000000000000000000000',
  template_name: 'Example',
  recipient: { address: 'example@postrider.example' },
  tags: ['example'],
  test: true,
  message: 'An example, sent to try this webhook',
};
/** Additional data of some types. */
const exampleDetails: Readonly<Partial<Record<WebhookEventType, Partial<WebhookEventData>>>> = {
  'email.bounced': { bounce: 'hard', code: '5.1.1' },
  'email.clicked': { url: 'https://shop.example/' },
  'email.re_clicked': { url: 'https://shop.example/' },
};

/** Deliveries events on request: an example, or stored events again. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly service: WebhooksService,
    private readonly webhooks: WebhooksRepository,
    private readonly events: WebhookEventsRepository,
    private readonly writer: WebhookEventsWriter,
    private readonly pending: PendingDeliveries,
    private readonly webhookDispatcher: WebhookDispatcher,
  ) {}

  async test(
    accountId: string,
    { webhook_id, type = 'email.delivered' }: RequestOf<typeof testWebhook>,
  ): Promise<ResponseInputOf<typeof testWebhook>> {
    const webhook = await this.getReady(accountId, webhook_id);
    const event = exampleEvent(accountId, newId('event'), type as WebhookEventType, Date.now());
    await this.webhooks.transaction((tx) => this.writer.addFor(tx, webhook.id, event));
    return { event_id: event.id };
  }

  async replay(
    accountId: string,
    { webhook_id, what }: RequestOf<typeof replayWebhook>,
  ): Promise<ResponseInputOf<typeof replayWebhook>> {
    const webhook = await this.getReady(accountId, webhook_id);
    const { replayed, next } = await this.webhooks.transaction(async (tx) => {
      const found =
        what.event_id === undefined
          ? await this.events.between(tx, accountId, toRange(what, webhook))
          : [(await this.events.find(tx, accountId, what.event_id)) ?? notFound('Event')];
      const events = found.slice(0, maxReplayed);
      const deliveries = events.map((event) => ({
        accountId,
        webhookId: webhook.id,
        ...event,
        awaits: [],
        timeoutSeconds: 0,
      }));
      return {
        replayed: deliveries.length > 0 ? await this.events.queue(tx, deliveries) : 0,
        next: found.length > events.length ? events.at(-1)!.eventId : null,
      };
    });
    this.pending.added({ accountId, webhookId: webhook.id }, replayed);
    this.webhookDispatcher.wakeForNewDeliveries();
    return { replayed, next_cursor: next };
  }

  /** The webhook, if it can receive events. */
  private async getReady(accountId: string, id: string): Promise<WebhookEntity> {
    const webhook = await this.service.get(accountId, id);
    if (!webhook.enabled) throw new ServiceError('webhook_disabled', 'This webhook is disabled; enable it first');
    if (this.pending.isFull({ accountId, webhookId: id })) {
      const message = `A webhook can have at most ${this.pending.max} pending events`;
      throw new ServiceError('quota_exceeded', message, undefined, retryAfterSeconds);
    }
    return webhook;
  }
}

/** Has a log of its own, so that it does not wait for other events. */
const exampleEvent = (accountId: string, id: string, type: WebhookEventType, atMs: number): WebhookEvent => ({
  accountId,
  id,
  type,
  logId: id,
  body: buildBody(type, atMs, { ...exampleData, ...exampleDetails[type] }),
});

/** Converts to a range of event ids, which contain the time of creation. */
const toRange = ({ since = 0, until, cursor = '' }: Range, webhook: WebhookEntity) => ({
  from: idFloor('event', since * 1_000),
  after: cursor,
  before: idFloor('event', until === undefined ? Date.now() + 60_000 : until * 1_000),
  types: webhookEventTypes.filter((type) => subscribesTo(webhook, type)),
  limit: maxReplayed + 1,
});
