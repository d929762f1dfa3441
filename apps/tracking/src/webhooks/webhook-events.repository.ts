import { Injectable } from '@nestjs/common';
import { preparedQuery } from '@postrider/outbox';
import { SystemPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { inOrder, getPosition } from './order.js';
import type { WebhookEvent } from './webhook-event.js';

export interface WebhookName {
  readonly accountId: string;
  readonly webhookId: string;
}

/** An event to deliver to one webhook. */
export interface NewDelivery {
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly logId: string;
  readonly type: string;
  /** Earlier event types, one of which the webhook should have received before. */
  readonly awaits: readonly string[];
  /** Seconds to wait for these. */
  readonly timeoutSeconds: number;
}

/** Stores events and queues their deliveries, in the transaction of the consumer. */
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
   * Queues deliveries of enabled webhooks and returns how many are new. Of the deliveries of one log to one webhook
   * only the first is due, ordered by stage and arrival; an early one is not due before an awaited event has arrived.
   * Concurrent calls for an account wait for the commit, and so does the settlement of deliveries of the same logs.
   */
  async queue(tx: EntityManager, unordered: readonly NewDelivery[]): Promise<number> {
    const deliveries = inOrder(unordered);
    await this.lockInOrder(tx, deliveries);
    const pending = await this.lockPending(tx, deliveries);
    const early = await this.findOutOfOrder(tx, deliveries);
    const stages = deliveries.map((delivery) => getPosition(delivery.type, early.has(delivery)));
    const arriving: ArrivingDelivery[] = [];
    const behind = deliveries.map((delivery, index) => {
      const own = stages[index]!;
      const chain = pending.get(getChainKey(delivery)) ?? [];
      const waits = chain.some(({ leased, stage }) => leased || stage <= own);
      const overtakes = !waits && chain.length > 0;
      if (overtakes || chain.some(({ awaits }) => awaits?.includes(delivery.type)))
        arriving.push({ ...delivery, overtakes });
      pending.set(getChainKey(delivery), [...chain, { stage: own, leased: false, awaits: null }]);
      return waits;
    });
    if (arriving.length > 0) await this.enqueue(tx, arriving);
    const queued: unknown[] = await tx.query(
      `insert into webhook_posts (account_id, webhook_id, event_id, log_id, stage, due_at, held_until, awaits)
       select webhook.account_id, webhook.id, event_id, log_id, stage,
         case when not behind then now() + make_interval(secs => coalesce(timeoutSeconds, 0)) end,
         now() + make_interval(secs => timeoutSeconds), string_to_array(awaits, ' ')
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::boolean[], $7::int[], $8::text[])
         with ordinality as added (account_id, webhook_id, event_id, log_id, stage, behind, timeoutSeconds, awaits, place)
       join webhooks as webhook on webhook.account_id = added.account_id and webhook.id = added.webhook_id and webhook.enabled
       order by place on conflict do nothing returning 1`,
      [
        ...toColumns(deliveries),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ logId }) => logId),
        stages,
        behind,
        deliveries.map((delivery) => (early.has(delivery) ? delivery.timeoutSeconds : null)),
        deliveries.map((delivery) => (early.has(delivery) ? delivery.awaits.join(' ') : null)),
      ],
    );
    return queued.length;
  }

  private async lockInOrder(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<void> {
    await tx.query(
      `select pg_advisory_xact_lock(hashtextextended('webhook posts of ' || account_id, 0)) from unnest($1::text[]) as account_id`,
      [[...new Set(deliveries.map(({ accountId }) => accountId))].toSorted()],
    );
  }

  /** Pending deliveries of the same logs and webhooks, locked until the commit. */
  private async lockPending(
    tx: EntityManager,
    deliveries: readonly NewDelivery[],
  ): Promise<Map<string, readonly PendingPost[]>> {
    const rows: (PendingPost & Chain)[] = await tx.query(
      `select post.webhook_id as "webhookId", post.log_id as "logId", stage, lease is not null as leased, awaits from webhook_posts as post
       join (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as added (account_id, webhook_id, log_id)
         using (account_id, webhook_id, log_id)
       order by post.account_id, post.webhook_id, post.event_id for update of post`,
      [...toColumns(deliveries), deliveries.map(({ logId }) => logId)],
    );
    const chains = new Map<string, PendingPost[]>();
    for (const row of rows) chains.set(getChainKey(row), [...(chains.get(getChainKey(row)) ?? []), row]);
    return chains;
  }

  /** Deliveries that arrived before an awaited event: its consumer crashed, or another process is handling it. */
  private async findOutOfOrder(
    tx: EntityManager,
    deliveries: readonly NewDelivery[],
  ): Promise<ReadonlySet<NewDelivery>> {
    const awaiting = deliveries.filter(({ awaits }) => awaits.length > 0);
    if (awaiting.length === 0) return new Set();
    const rows: { logId: string; type: string }[] = await tx.query(
      `select event.log_id as "logId", event.type from webhook_events as event
       join (select distinct * from unnest($1::text[], $2::text[])) as log (account_id, log_id) using (account_id, log_id)
       where type = any($3)`,
      [
        awaiting.map(({ accountId }) => accountId),
        awaiting.map(({ logId }) => logId),
        [...new Set(awaiting.flatMap(({ awaits }) => awaits))],
      ],
    );
    const known = new Set(rows.map(({ logId, type }) => `${logId} ${type}`));
    return new Set(awaiting.filter(({ logId, awaits }) => !awaits.some((type) => known.has(`${logId} ${type}`))));
  }

  /** Blocks overtaken deliveries behind the arriving one, and removes the wait of deliveries that awaited it. */
  private async enqueue(tx: EntityManager, arriving: readonly ArrivingDelivery[]): Promise<void> {
    await tx.query(
      `update webhook_posts as post set due_at = case when overtaken then null else due_at end,
         held_until = case when awaits && types then null else held_until end, awaits = case when awaits && types then null else awaits end
       from (select account_id, webhook_id, log_id, bool_or(overtakes) as overtaken, array_agg(type) as types
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) as arriving (account_id, webhook_id, log_id, type, overtakes)
             group by account_id, webhook_id, log_id) as arrived
       where post.account_id = arrived.account_id and post.webhook_id = arrived.webhook_id and post.log_id = arrived.log_id`,
      [
        ...toColumns(arriving),
        arriving.map(({ logId }) => logId),
        arriving.map(({ type }) => type),
        arriving.map(({ overtakes }) => overtakes),
      ],
    );
  }

  /** Counts events that were not queued because a webhook had too many pending ones. */
  async countMissed(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<void> {
    await tx.query(
      `with counted as materialized (
         select webhook.account_id, webhook.id, posts from webhooks as webhook
         join (select account_id, id, count(*) as posts from unnest($1::text[], $2::text[]) as post (account_id, id)
               group by account_id, id) as missing using (account_id, id)
         order by webhook.account_id, webhook.id for update of webhook
       )
       update webhooks set missed = webhooks.missed + counted.posts from counted
       where webhooks.account_id = counted.account_id and webhooks.id = counted.id`,
      toColumns(deliveries),
    );
  }

  /** The number of pending deliveries of a webhook, counted up to `limit`. */
  async countPending({ accountId, webhookId }: WebhookName, limit: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ pending: number }>({
      name: 'count-pending-posts',
      text: `select count(*)::int as pending from (
               select from webhook_posts where account_id = $1 and webhook_id = $2 limit $3) as counted`,
      values: [accountId, webhookId, limit],
    });
    return rows[0]!.pending;
  }

  /** Undefined when the account has no such event. */
  async find(tx: EntityManager, accountId: string, eventId: string): Promise<StoredEvent | undefined> {
    const [event]: StoredEvent[] = await tx.query(
      'select id as "eventId", log_id as "logId", type from webhook_events where account_id = $1 and id = $2',
      [accountId, eventId],
    );
    return event;
  }

  /** Events of emails in a range of ids, oldest first. */
  async between(
    tx: EntityManager,
    accountId: string,
    { from, after, before, types, limit }: EventRange,
  ): Promise<StoredEvent[]> {
    return tx.query(
      `select id as "eventId", log_id as "logId", type from webhook_events
       where account_id = $1 and id >= $2 and id > $3 and id < $4 and type = any($5::text[]) and log_id <> id
       order by id limit $6`,
      [accountId, from, after, before, types, limit],
    );
  }
}

export interface EventRange {
  readonly from: string;
  readonly after: string;
  readonly before: string;
  readonly types: readonly string[];
  readonly limit: number;
}

export type StoredEvent = Pick<NewDelivery, 'eventId' | 'logId' | 'type'>;

interface PendingPost {
  readonly stage: number;
  /** Being posted. */
  readonly leased: boolean;
  /** Null: waits for no event. */
  readonly awaits: readonly string[] | null;
}
/** A delivery that overtakes pending ones of its log, or that some of them await. */
type ArrivingDelivery = NewDelivery & { readonly overtakes: boolean };
type Chain = Pick<NewDelivery, 'webhookId' | 'logId'>;

const toColumns = (deliveries: readonly NewDelivery[]): string[][] => [
  deliveries.map(({ accountId }) => accountId),
  deliveries.map(({ webhookId }) => webhookId),
];

/** Deliveries with the same key happen in sequence. */
const getChainKey = ({ webhookId, logId }: Chain): string => `${webhookId} ${logId}`;
