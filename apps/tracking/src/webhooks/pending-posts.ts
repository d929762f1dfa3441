import { Inject, Injectable } from '@nestjs/common';
import { MeasuredUsage } from '@postrider/limits';
import { SystemPool, CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';

export interface WebhookName {
  readonly accountId: string;
  readonly webhookId: string;
}

const keyOf = ({ accountId, webhookId }: WebhookName): string => `${accountId} ${webhookId}`;

/** How many events wait for each webhook, as of the last count. */
@Injectable()
export class PendingPosts extends MeasuredUsage {
  /** Of one webhook (docs/operate/limits.md#webhooks). */
  readonly most: number;

  constructor(
    private readonly systemPool: SystemPool,
    @Inject(CONFIG) { WEBHOOK_PENDING }: Pick<TrackingConfig, 'WEBHOOK_PENDING'>,
  ) {
    super();
    this.most = WEBHOOK_PENDING;
  }

  isFull(webhook: WebhookName): boolean {
    return this.known(keyOf(webhook), this.most) >= this.most;
  }

  added(webhook: WebhookName, count: number): void {
    this.add(keyOf(webhook), count);
  }

  protected async measure(key: string, enough: number): Promise<number> {
    const [accountId, webhookId] = key.split(' ');
    const { rows } = await this.systemPool.query<{ pending: number }>({
      name: 'count-pending-posts',
      text: `select count(*)::int as pending from (
               select from webhook_posts where account_id = $1 and webhook_id = $2 limit $3) as counted`,
      values: [accountId, webhookId, enough],
    });
    return rows[0]!.pending;
  }
}
