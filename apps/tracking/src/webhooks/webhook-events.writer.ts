import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { TrackingConfig } from '../config.js';
import { subscribesTo } from './subscription-cache.js';
import type { Subscription } from './webhooks.repository.js';
import { PendingPosts } from './pending-posts.js';
import { orderingTimeout, precededBy } from './order.js';
import { WebhookDispatcher } from './posting/webhook-dispatcher.js';
import type { WebhookEvent } from './webhook-event.js';
import type { NewPost } from './webhook-events.repository.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';

/** Stores email events and queues them for the webhooks of the account (docs/webhooks.md#events). */
@Injectable()
export class WebhookEventsWriter {
  private readonly logger = new Logger(WebhookEventsWriter.name);

  constructor(
    private readonly events: WebhookEventsRepository,
    private readonly pending: PendingPosts,
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
    const posts = stored.flatMap((event) =>
      findSubscribers(event)
        .filter(({ enabled }) => enabled)
        .map((subscription): NewPost => ({
          accountId: event.accountId,
          webhookId: subscription.id,
          eventId: event.id,
          logId: event.logId,
          type: event.type,
          awaits: precededBy(event.type, event.reported === true).filter((type) => subscribesTo(subscription, type)),
          timeoutSeconds: orderingTimeout(event.logId, subscription, known),
        })),
    );
    const accepted = posts.filter((post) => this.hasRoom(post));
    if (accepted.length > 0) await this.events.queue(tx, accepted);
    const missed = posts.filter((post) => !accepted.includes(post));
    if (missed.length > 0) await this.miss(tx, missed);
    this.webhookDispatcher.wakeForNewPosts();
  }

  /** For one webhook, whatever it subscribes to. Returns why it is not posted; undefined if it is. */
  async addFor(tx: EntityManager, webhookId: string, event: WebhookEvent): Promise<string | undefined> {
    const { accountId, id: eventId, logId, type } = event;
    const post: NewPost = { accountId, webhookId, eventId, logId, type, awaits: [], timeoutSeconds: 0 };
    if (!this.hasRoom(post)) return 'Too many events wait for the webhook';
    await this.events.add(tx, [event]);
    if ((await this.events.queue(tx, [post])) === 0) return 'The webhook is disabled or was deleted';
    this.webhookDispatcher.wakeForNewPosts();
    return undefined;
  }

  private hasRoom(post: NewPost): boolean {
    if (this.pending.isFull(post)) return false;
    this.pending.added(post, 1);
    return true;
  }

  private async miss(tx: EntityManager, posts: readonly NewPost[]): Promise<void> {
    await this.events.countMissed(tx, posts);
    const webhooks = new Set(posts.map(({ webhookId }) => webhookId));
    this.logger.warn(`${posts.length} events were not queued: too many are pending for ${[...webhooks].join(', ')}`);
  }
}
