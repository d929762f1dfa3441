import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WebhookEvent } from './webhook-event.js';

/** An event that one webhook is to be told of. */
export interface NewPost {
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly logId: string;
}

/** What there is to tell, and whom: written in the transaction of whoever knows of it. */
@Injectable()
export class WebhookEventsRepository {
  async add(tx: EntityManager, events: readonly WebhookEvent[]): Promise<void> {
    await tx.query(
      `insert into webhook_events (account_id, id, type, log_id, body, created_at)
       select added.*, now() from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as added on conflict do nothing`,
      [
        events.map(({ accountId }) => accountId),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ logId }) => logId),
        events.map(({ body }) => body),
      ],
    );
  }

  /**
   * Queues posts of webhooks that are enabled, and answers how many of them were not waiting already. Of the posts of one log to one webhook only the
   * first is due. Whoever queues for an account at the same time waits for the commit; whoever is about to finish with the post before one of these
   * waits too, or has made the way free.
   */
  async queue(tx: EntityManager, posts: readonly NewPost[]): Promise<number> {
    const accounts = [...new Set(posts.map(({ accountId }) => accountId))].toSorted();
    await tx.query(
      `select pg_advisory_xact_lock(hashtextextended('webhook posts of ' || account_id, 0)) from unnest($1::text[]) as account_id`,
      [accounts],
    );
    const ahead: { webhookId: string; logId: string }[] = await tx.query(
      `select post.webhook_id as "webhookId", post.log_id as "logId" from webhook_posts as post
       join (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as added (account_id, webhook_id, log_id)
         using (account_id, webhook_id, log_id)
       order by post.account_id, post.webhook_id, post.event_id for update of post`,
      [
        posts.map(({ accountId }) => accountId),
        posts.map(({ webhookId }) => webhookId),
        posts.map(({ logId }) => logId),
      ],
    );
    const chains = new Set(ahead.map(chainOf));
    const behind = posts.map((post) => {
      const chain = chainOf(post);
      const waits = chains.has(chain);
      chains.add(chain);
      return waits;
    });
    const queued: unknown[] = await tx.query(
      `insert into webhook_posts (account_id, webhook_id, event_id, log_id, due_at)
       select webhook.account_id, webhook.id, event_id, log_id, case when behind then null else now() end
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[])
         with ordinality as added (account_id, webhook_id, event_id, log_id, behind, place)
       join webhooks as webhook on webhook.account_id = added.account_id and webhook.id = added.webhook_id and webhook.enabled
       order by place on conflict do nothing returning 1`,
      [
        posts.map(({ accountId }) => accountId),
        posts.map(({ webhookId }) => webhookId),
        posts.map(({ eventId }) => eventId),
        posts.map(({ logId }) => logId),
        behind,
      ],
    );
    return queued.length;
  }

  /** So many more of an account's webhooks were not told of because too much was waiting for them. */
  async countMissed(tx: EntityManager, posts: readonly NewPost[]): Promise<void> {
    await tx.query(
      `update webhooks set missed = webhooks.missed + counted.posts
       from (select account_id, webhook_id, count(*) as posts from unnest($1::text[], $2::text[]) as post (account_id, webhook_id)
             group by account_id, webhook_id) as counted
       where webhooks.account_id = counted.account_id and webhooks.id = counted.webhook_id`,
      [posts.map(({ accountId }) => accountId), posts.map(({ webhookId }) => webhookId)],
    );
  }

  /** Undefined where the account has no such event any more. */
  async logOf(tx: EntityManager, accountId: string, eventId: string): Promise<string | undefined> {
    const [event]: { logId: string }[] = await tx.query(
      'select log_id as "logId" from webhook_events where account_id = $1 and id = $2',
      [accountId, eventId],
    );
    return event?.logId;
  }

  /** Events of mails, oldest first, by the ids they may have; `types` empty: all of them. */
  async between(
    tx: EntityManager,
    accountId: string,
    { from, after, before, types, most }: EventRange,
  ): Promise<{ eventId: string; logId: string }[]> {
    return tx.query(
      `select id as "eventId", log_id as "logId" from webhook_events
       where account_id = $1 and id >= $2 and id > $3 and id < $4 and (cardinality($5::text[]) = 0 or type = any($5)) and log_id <> id
       order by id limit $6`,
      [accountId, from, after, before, types, most],
    );
  }
}

export interface EventRange {
  readonly from: string;
  readonly after: string;
  readonly before: string;
  readonly types: readonly string[];
  readonly most: number;
}

/** Its posts follow one another. */
const chainOf = ({ webhookId, logId }: { webhookId: string; logId: string }): string => `${webhookId} ${logId}`;
