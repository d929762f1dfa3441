import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { TrackingConfig } from '../config.js';
import { subscribesTo } from './subscription-cache.js';
import type { Subscription } from './webhooks.repository.js';
import { PendingDeliveries } from './pending-posts.js';
import { orderingTimeout, precededBy } from './order.js';
import { WebhookDispatcher } from './posting/webhook-dispatcher.js';
import type { WebhookEvent } from './webhook-event.js';
import type { NewDelivery } from './webhook-events.repository.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';

/** Stores email events and queues them for the webhooks of the account (docs/webhooks.md#events). */
@Injectable()
export class WebhookEventsWriter {
  private readonly logger = new Logger(WebhookEventsWriter.name);

  constructor(
    private readonly events: WebhookEventsRepository,
    private readonly pending: PendingDeliveries,
    private readonly webhookDispatcher: WebhookDispatcher,
    @Inject(CONFIG) private readonly config: Pick<TrackingConfig, 'WEBHOOK_RETENTION_DAYS'>,
  ) {}

  async add(
    tx: EntityManager,
    events: readonly WebhookEvent[],
    subscriptions: ReadonlyMap<string, readonly Subscription[]>,
  ): Promise<void> {
    const findSubscribers = (event: WebhookEvent) =>
      subscriptions.get(event.accountId)!.filter((subscription) => subscribesTo(subscription, event.type));
    // Disabled webhooks included, because missed events can be replayed.
    const stored = events.filter((event) => findSubscribers(event).length > 0);
    if (stored.length === 0) return;
    await this.events.add(tx, stored);
    const known = { now: Date.now(), keptDays: this.config.WEBHOOK_RETENTION_DAYS };
    const deliveries = stored.flatMap((event) =>
      findSubscribers(event)
        .filter(({ enabled }) => enabled)
        .map((subscription): NewDelivery => ({
          accountId: event.accountId,
          webhookId: subscription.id,
          eventId: event.id,
          logId: event.logId,
          type: event.type,
          awaits: precededBy(event.type, event.reported === true).filter((type) => subscribesTo(subscription, type)),
          timeoutSeconds: orderingTimeout(event.logId, subscription, known),
        })),
    );
    const accepted = deliveries.filter((delivery) => this.hasCapacity(delivery));
    if (accepted.length > 0) await this.events.queue(tx, accepted);
    const missed = deliveries.filter((delivery) => !accepted.includes(delivery));
    if (missed.length > 0) await this.miss(tx, missed);
    this.webhookDispatcher.wakeForNewDeliveries();
  }

  /** For one webhook, whatever it subscribes to. Returns why it is not posted; undefined if it is. */
  async addFor(tx: EntityManager, webhookId: string, event: WebhookEvent): Promise<string | undefined> {
    const { accountId, id: eventId, logId, type } = event;
    const delivery: NewDelivery = { accountId, webhookId, eventId, logId, type, awaits: [], timeoutSeconds: 0 };
    if (!this.hasCapacity(delivery)) return 'Too many events wait for the webhook';
    await this.events.add(tx, [event]);
    if ((await this.events.queue(tx, [delivery])) === 0) return 'The webhook is disabled or was deleted';
    this.webhookDispatcher.wakeForNewDeliveries();
    return undefined;
  }

  private hasCapacity(delivery: NewDelivery): boolean {
    if (this.pending.isFull(delivery)) return false;
    this.pending.added(delivery, 1);
    return true;
  }

  private async miss(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<void> {
    await this.events.countMissed(tx, deliveries);
    const webhooks = new Set(deliveries.map(({ webhookId }) => webhookId));
    this.logger.warn(
      `${deliveries.length} events were not queued: too many are pending for ${[...webhooks].join(', ')}`,
    );
  }
}
