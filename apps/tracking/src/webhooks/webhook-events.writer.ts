import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { TrackingConfig } from '../config.js';
import { subscribesTo } from './subscription-cache.js';
import type { Listener } from './webhooks.repository.js';
import { PendingPosts } from './pending-posts.js';
import { orderingTimeout, precededBy } from './order.js';
import { WebhookDispatcher } from './posting/webhook-dispatcher.js';
import type { WebhookEvent } from './webhook-event.js';
import type { NewPost } from './webhook-events.repository.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';

/** Keeps what becomes of mail and queues it for the webhooks of its account (docs/webhooks.md#events). */
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
    listeners: ReadonlyMap<string, readonly Listener[]>,
  ): Promise<void> {
    const subscribersOf = (event: WebhookEvent) =>
      listeners.get(event.accountId)!.filter((listener) => subscribesTo(listener, event.type));
    // Also for a webhook that is switched off: what it missed can be replayed.
    const kept = events.filter((event) => subscribersOf(event).length > 0);
    if (kept.length === 0) return;
    await this.events.add(tx, kept);
    const known = { now: Date.now(), keptDays: this.config.WEBHOOK_RETENTION_DAYS };
    const posts = kept.flatMap((event) =>
      subscribersOf(event)
        .filter(({ enabled }) => enabled)
        .map((listener): NewPost => ({
          accountId: event.accountId,
          webhookId: listener.id,
          eventId: event.id,
          logId: event.logId,
          type: event.type,
          awaits: precededBy(event.type, event.reported === true).filter((type) => subscribesTo(listener, type)),
          patience: orderingTimeout(event.logId, listener, known),
        })),
    );
    const fitting = posts.filter((post) => this.hasRoom(post));
    if (fitting.length > 0) await this.events.queue(tx, fitting);
    const missed = posts.filter((post) => !fitting.includes(post));
    if (missed.length > 0) await this.miss(tx, missed);
    this.webhookDispatcher.wakeForNew();
  }

  private hasRoom(post: NewPost): boolean {
    if (this.pending.isFull(post)) return false;
    this.pending.added(post, 1);
    return true;
  }

  private async miss(tx: EntityManager, posts: readonly NewPost[]): Promise<void> {
    await this.events.countMissed(tx, posts);
    const webhooks = new Set(posts.map(({ webhookId }) => webhookId));
    this.logger.warn(`${posts.length} events are not posted: too many wait for ${[...webhooks].join(', ')}`);
  }
}
