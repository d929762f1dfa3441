import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';
import type { DueWebhook, Share } from './slots.js';
import { perWebhook } from './slots.js';

/** A post of which this process has the lease. */
export interface LeasedPost {
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly lease: string;
  /** From 1. */
  readonly attempt: number;
  readonly url: string;
  /** Sealed. */
  readonly secrets: string;
  readonly oldSecretUntil: Date | null;
  /** Null once the event is not kept any more. */
  readonly type: string | null;
  readonly body: string | null;
}

/** Three times as long as a post may take: what a dead process had leased is then posted again. */
const leaseSeconds = 45;
/** Of webhooks with something to post, in one look. */
const queueBatchSize = 1_000;

type QueueName = Pick<DueWebhook, 'accountId' | 'webhookId'>;

/** What is to be posted, and who posts it. */
@Injectable()
export class PostsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /**
   * Looks into the queue of each webhook by itself: what waits for one, however much, costs the others nothing. So many queues at a time, from after
   * `last` on; `last` of what is answered is where to go on, undefined at the end.
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
               ) as first_ones
             ) as counted order by place`,
      values: [last?.accountId ?? '', last?.webhookId ?? '', queueBatchSize, perWebhook],
    });
    return {
      due: rows.filter(({ due }) => due > 0),
      last: rows.length === queueBatchSize ? rows.at(-1) : undefined,
    };
  }

  async claim(shares: readonly Share[]): Promise<LeasedPost[]> {
    const { rows } = await this.systemPool.query<LeasedPost>({
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
               url, secrets, old_secret_until as "oldSecretUntil", type, body
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
