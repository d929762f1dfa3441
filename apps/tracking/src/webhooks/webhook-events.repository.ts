import { Injectable } from '@nestjs/common';
import { preparedQuery } from '@postrider/outbox';
import { SystemPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { inOrder, placeOf } from './order.js';
import type { WebhookEvent } from './webhook-event.js';

export interface WebhookName {
  readonly accountId: string;
  readonly webhookId: string;
}

/** An event that one webhook is to be told of. */
export interface NewPost {
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly logId: string;
  readonly type: string;
  /** Types of which the webhook was told of one before, if all went well. */
  readonly awaits: readonly string[];
  /** For how many seconds it waits for these. */
  readonly patience: number;
}

/** What there is to tell, and whom: written in the transaction of whoever knows of it. */
@Injectable()
export class WebhookEventsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  async add(tx: EntityManager, events: readonly WebhookEvent[]): Promise<void> {
    await preparedQuery(tx, {
      name: 'keep-webhook-events',
      text: `insert into webhook_events (account_id, id, type, log_id, body, created_at)
       select added.*, now() from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as added on conflict do nothing`,
      values: [
        events.map(({ accountId }) => accountId),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ logId }) => logId),
        events.map(({ body }) => body),
      ],
    });
  }

  /**
   * Queues posts of webhooks that are enabled, and answers how many of them were not waiting already. Of the posts of one
   * log to one webhook only the first is due: by stage, and else as they arrived; one that is early is not due before what
   * it awaits has arrived. Whoever queues for an account at the same time waits for the commit; whoever is about to finish
   * with a post of the same log waits too, or has made the way free.
   */
  async queue(tx: EntityManager, unordered: readonly NewPost[]): Promise<number> {
    const posts = inOrder(unordered);
    await this.lockInOrder(tx, posts);
    const waiting = await this.waitingWith(tx, posts);
    const early = await this.tooEarly(tx, posts);
    const stages = posts.map((post) => placeOf(post.type, early.has(post)));
    const arriving: Arriving[] = [];
    const behind = posts.map((post, index) => {
      const own = stages[index]!;
      const chain = waiting.get(chainOf(post)) ?? [];
      const waits = chain.some(({ leased, stage }) => leased || stage <= own);
      const overtakes = !waits && chain.length > 0;
      if (overtakes || chain.some(({ awaits }) => awaits?.includes(post.type))) arriving.push({ ...post, overtakes });
      waiting.set(chainOf(post), [...chain, { stage: own, leased: false, awaits: null }]);
      return waits;
    });
    if (arriving.length > 0) await this.enqueue(tx, arriving);
    const queued: unknown[] = await tx.query(
      `insert into webhook_posts (account_id, webhook_id, event_id, log_id, stage, due_at, held_until, awaits)
       select webhook.account_id, webhook.id, event_id, log_id, stage,
         case when not behind then now() + make_interval(secs => coalesce(patience, 0)) end,
         now() + make_interval(secs => patience), string_to_array(awaits, ' ')
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::boolean[], $7::int[], $8::text[])
         with ordinality as added (account_id, webhook_id, event_id, log_id, stage, behind, patience, awaits, place)
       join webhooks as webhook on webhook.account_id = added.account_id and webhook.id = added.webhook_id and webhook.enabled
       order by place on conflict do nothing returning 1`,
      [
        ...keysOf(posts),
        posts.map(({ eventId }) => eventId),
        posts.map(({ logId }) => logId),
        stages,
        behind,
        posts.map((post) => (early.has(post) ? post.patience : null)),
        posts.map((post) => (early.has(post) ? post.awaits.join(' ') : null)),
      ],
    );
    return queued.length;
  }

  private async lockInOrder(tx: EntityManager, posts: readonly NewPost[]): Promise<void> {
    await tx.query(
      `select pg_advisory_xact_lock(hashtextextended('webhook posts of ' || account_id, 0)) from unnest($1::text[]) as account_id`,
      [[...new Set(posts.map(({ accountId }) => accountId))].toSorted()],
    );
  }

  /** What waits of the same logs for the same webhooks, which nobody finishes with until the commit. */
  private async waitingWith(tx: EntityManager, posts: readonly NewPost[]): Promise<Map<string, readonly Waiting[]>> {
    const rows: (Waiting & Chain)[] = await tx.query(
      `select post.webhook_id as "webhookId", post.log_id as "logId", stage, lease is not null as leased, awaits from webhook_posts as post
       join (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as added (account_id, webhook_id, log_id)
         using (account_id, webhook_id, log_id)
       order by post.account_id, post.webhook_id, post.event_id for update of post`,
      [...keysOf(posts), posts.map(({ logId }) => logId)],
    );
    const chains = new Map<string, Waiting[]>();
    for (const row of rows) chains.set(chainOf(row), [...(chains.get(chainOf(row)) ?? []), row]);
    return chains;
  }

  /** Those that arrived before what they await: a process that took it died, or another has it in hand. */
  private async tooEarly(tx: EntityManager, posts: readonly NewPost[]): Promise<ReadonlySet<NewPost>> {
    const awaiting = posts.filter(({ awaits }) => awaits.length > 0);
    if (awaiting.length === 0) return new Set();
    const known: { logId: string; type: string }[] = await tx.query(
      `select event.log_id as "logId", event.type from webhook_events as event
       join (select distinct * from unnest($1::text[], $2::text[])) as log (account_id, log_id) using (account_id, log_id)
       where type = any($3)`,
      [
        awaiting.map(({ accountId }) => accountId),
        awaiting.map(({ logId }) => logId),
        [...new Set(awaiting.flatMap(({ awaits }) => awaits))],
      ],
    );
    const told = new Set(known.map(({ logId, type }) => `${logId} ${type}`));
    return new Set(awaiting.filter(({ logId, awaits }) => !awaits.some((type) => told.has(`${logId} ${type}`))));
  }

  /** What is overtaken is behind, and what waited for this waits for nothing but its turn. */
  private async enqueue(tx: EntityManager, arriving: readonly Arriving[]): Promise<void> {
    await tx.query(
      `update webhook_posts as post set due_at = case when overtaken then null else due_at end,
         held_until = case when awaits && types then null else held_until end, awaits = case when awaits && types then null else awaits end
       from (select account_id, webhook_id, log_id, bool_or(overtakes) as overtaken, array_agg(type) as types
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) as arriving (account_id, webhook_id, log_id, type, overtakes)
             group by account_id, webhook_id, log_id) as arrived
       where post.account_id = arrived.account_id and post.webhook_id = arrived.webhook_id and post.log_id = arrived.log_id`,
      [
        ...keysOf(arriving),
        arriving.map(({ logId }) => logId),
        arriving.map(({ type }) => type),
        arriving.map(({ overtakes }) => overtakes),
      ],
    );
  }

  /** So many more of an account's webhooks were not told of because too much was waiting for them. */
  async countMissed(tx: EntityManager, posts: readonly NewPost[]): Promise<void> {
    await tx.query(
      `with counted as materialized (
         select webhook.account_id, webhook.id, posts from webhooks as webhook
         join (select account_id, id, count(*) as posts from unnest($1::text[], $2::text[]) as post (account_id, id)
               group by account_id, id) as missing using (account_id, id)
         order by webhook.account_id, webhook.id for update of webhook
       )
       update webhooks set missed = webhooks.missed + counted.posts from counted
       where webhooks.account_id = counted.account_id and webhooks.id = counted.id`,
      keysOf(posts),
    );
  }

  /** The posts that wait for a webhook, counted up to `limit`. */
  async countPending({ accountId, webhookId }: WebhookName, limit: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ pending: number }>({
      name: 'count-pending-posts',
      text: `select count(*)::int as pending from (
               select from webhook_posts where account_id = $1 and webhook_id = $2 limit $3) as counted`,
      values: [accountId, webhookId, limit],
    });
    return rows[0]!.pending;
  }

  /** Undefined where the account has no such event any more. */
  async find(tx: EntityManager, accountId: string, eventId: string): Promise<KeptEvent | undefined> {
    const [event]: KeptEvent[] = await tx.query(
      'select id as "eventId", log_id as "logId", type from webhook_events where account_id = $1 and id = $2',
      [accountId, eventId],
    );
    return event;
  }

  /** Events of mails, oldest first, by the ids they may have; `types` empty: all of them. */
  async between(
    tx: EntityManager,
    accountId: string,
    { from, after, before, types, most }: EventRange,
  ): Promise<KeptEvent[]> {
    return tx.query(
      `select id as "eventId", log_id as "logId", type from webhook_events
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

export type KeptEvent = Pick<NewPost, 'eventId' | 'logId' | 'type'>;

interface Waiting {
  readonly stage: number;
  /** It is being posted. */
  readonly leased: boolean;
  /** Null: nothing but its turn. */
  readonly awaits: readonly string[] | null;
}
/** It goes before what waits of its log, or is what some of that waits for. */
type Arriving = NewPost & { readonly overtakes: boolean };
type Chain = Pick<NewPost, 'webhookId' | 'logId'>;

const keysOf = (posts: readonly NewPost[]): string[][] => [
  posts.map(({ accountId }) => accountId),
  posts.map(({ webhookId }) => webhookId),
];

/** Its posts follow one another. */
const chainOf = ({ webhookId, logId }: Chain): string => `${webhookId} ${logId}`;
