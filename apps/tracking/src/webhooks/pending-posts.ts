import { Inject, Injectable } from '@nestjs/common';
import { MeasuredUsage } from '@postrider/limits';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';
import type { WebhookName } from './webhook-events.repository.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';

const getKey = ({ accountId, webhookId }: WebhookName): string => `${accountId} ${webhookId}`;

/** The number of pending events per webhook, from the last count. */
@Injectable()
export class PendingDeliveries extends MeasuredUsage {
  /** Per webhook (docs/operate/limits.md#webhooks). */
  readonly max: number;

  constructor(
    private readonly events: WebhookEventsRepository,
    @Inject(CONFIG) { WEBHOOK_PENDING }: Pick<TrackingConfig, 'WEBHOOK_PENDING'>,
  ) {
    super();
    this.max = WEBHOOK_PENDING;
  }

  isFull(webhook: WebhookName): boolean {
    return this.known(getKey(webhook), this.max) >= this.max;
  }

  added(webhook: WebhookName, count: number): void {
    this.add(getKey(webhook), count);
  }

  protected measure(key: string, enough: number): Promise<number> {
    const [accountId, webhookId] = key.split(' ');
    return this.events.countPending({ accountId: accountId!, webhookId: webhookId! }, enough);
  }
}
