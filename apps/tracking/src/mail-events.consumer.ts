import { Injectable } from '@nestjs/common';
import { conversionRecorded, logEventRecorded, messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { EventBatch } from '@postrider/messaging';
import { OnBatch, subscribe } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { NotificationsRepository } from './alerts/notifications/notifications.repository.js';
import { DailyCountsRepository } from './daily-counts/daily-counts.repository.js';
import { MailFigures } from './statistics/mail-figures.js';
import { StreamEventsRepository } from './streams/stream-events.repository.js';
import { StreamingAccounts } from './streams/streaming-accounts.js';
import { SubscriptionCache } from './webhooks/subscription-cache.js';
import { toMailEvents } from './webhooks/webhook-event.js';
import { WebhookEventsWriter } from './webhooks/webhook-events.writer.js';

const mailEvents = [messageAccepted, messageSent, messageEnded, logEventRecorded] as const;

/** Handles the events of email: updates daily counts and statistics, and writes events for streams and webhooks. */
@Injectable()
export class MailEventsConsumer {
  constructor(
    private readonly dailyCounts: DailyCountsRepository,
    private readonly figures: MailFigures,
    private readonly streaming: StreamingAccounts,
    private readonly streamEvents: StreamEventsRepository,
    private readonly subscriptions: SubscriptionCache,
    private readonly webhookEvents: WebhookEventsWriter,
    private readonly alertNotifications: NotificationsRepository,
  ) {}

  /** Events of copies and bots do not change the log's status: statistics, webhooks and streams ignore them. */
  @OnBatch(
    subscribe(messageAccepted),
    subscribe(messageSent),
    subscribe(messageEnded),
    subscribe(logEventRecorded, { filter: ({ moves_status }) => moves_status }),
    subscribe(conversionRecorded),
  )
  async handle(batch: EventBatch, tx: EntityManager): Promise<void> {
    await this.dailyCounts.add(tx, batch);
    await this.figures.add(tx, batch);
    const accounts = mailEvents.flatMap((event) => batch.of(event).map(({ accountId }) => accountId));
    const streaming = await this.streaming.known(tx);
    const subscriptions = await this.subscriptions.of(tx, accounts);
    const hasWebhooks = (accountId: string): boolean => subscriptions.get(accountId)!.length > 0;
    const events = toMailEvents(batch, (accountId) => streaming.has(accountId) || hasWebhooks(accountId));
    await this.streamEvents.add(
      tx,
      events.filter(({ accountId }) => streaming.has(accountId)),
    );
    await this.webhookEvents.add(tx, events, subscriptions);
    await this.alertNotifications.recordFailures(tx, batch);
  }
}
