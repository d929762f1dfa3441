import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';
import type { DueWebhook, Share } from './slots.js';
import { maxPerWebhook } from './slots.js';

/** A delivery leased by this process. */
export interface LeasedDelivery {
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly lease: string;
  /** From 1. */
  readonly attempt: number;
  readonly url: string;
  readonly format: string;
  /** Encrypted. */
  readonly secrets: string;
  readonly oldSecretUntil: Date | null;
  /** Null once the event was purged. */
  readonly type: string | null;
  readonly body: string | null;
}

/**
 * Three times the maximum duration of a delivery. After it, deliveries leased by a crashed process are claimed again.
 */
const leaseSeconds = 45;
/** Queues examined per scan. */
const queueBatchSize = 1_000;

type QueueName = Pick<DueWebhook, 'accountId' | 'webhookId'>;

/** Finds and claims due deliveries. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /**
   * Scans the queue of each webhook separately, so that a long queue does not slow down the others. Scans
   * `queueBatchSize` queues after `last`; the returned `last` is where to continue, undefined at the end.
   */
  async due(last?: QueueName): Promise<{ due: DueWebhook[]; last: QueueName | undefined }> {
    const { rows } = await this.systemPool.query<DueWebhook>({
      name: 'webhooks-with-due-posts',
      text: `with recursive queue as (
               (select account_id, webhook_id, 1 as place from webhook_posts
                where due_at is not null and (account_id, webhook_id) > ($1, $2) order by account_id, webhook_id limit 1)
               union all
               select following.*, place + 1 from queue cross join lateral (
                 select account_id, webhook_id from webhook_posts
                 where due_at is not null and (account_id, webhook_id) > (queue.account_id, queue.webhook_id)
                 order by account_id, webhook_id limit 1
               ) as following where place < $3
             )
             select queue.account_id as "accountId", queue.webhook_id as "webhookId", failing_since is not null as failing,
               case when enabled then counted.due::int else 0 end as due
             from queue left join webhooks on webhooks.account_id = queue.account_id and webhooks.id = queue.webhook_id
             cross join lateral (
               select count(*) as due from (
                 select from webhook_posts as post
                 where post.account_id = queue.account_id and post.webhook_id = queue.webhook_id and due_at <= now() order by due_at limit $4
               ) as limited
             ) as counted order by place`,
      values: [last?.accountId ?? '', last?.webhookId ?? '', queueBatchSize, maxPerWebhook],
    });
    return {
      due: rows.filter(({ due }) => due > 0),
      last: rows.length === queueBatchSize ? rows.at(-1) : undefined,
    };
  }

  async claim(shares: readonly Share[]): Promise<LeasedDelivery[]> {
    const { rows } = await this.systemPool.query<LeasedDelivery>({
      name: 'claim-webhook-posts',
      text: `with due as (
               select post.* from unnest($1::text[], $2::text[], $3::int[]) as share (account_id, webhook_id, posts)
               cross join lateral (
                 select account_id, webhook_id, event_id from webhook_posts
                 where account_id = share.account_id and webhook_id = share.webhook_id and due_at <= now()
                 order by due_at, seq limit share.posts for update skip locked
               ) as post
             ), claimed as (
               update webhook_posts as post set due_at = now() + make_interval(secs => ${leaseSeconds}), lease = $4, attempt = attempt + 1
               from due where post.account_id = due.account_id and post.webhook_id = due.webhook_id and post.event_id = due.event_id
               returning post.*
             )
             select claimed.account_id as "accountId", webhook_id as "webhookId", event_id as "eventId", lease, attempt,
               url, format, secrets, old_secret_until as "oldSecretUntil", type, body
             from claimed join webhooks on webhooks.account_id = claimed.account_id and webhooks.id = webhook_id
             left join webhook_events on webhook_events.account_id = claimed.account_id and webhook_events.id = event_id
             order by seq`,
      values: [
        shares.map(({ accountId }) => accountId),
        shares.map(({ webhookId }) => webhookId),
        shares.map(({ count }) => count),
        randomUUID(),
      ],
    });
    return rows;
  }
}
