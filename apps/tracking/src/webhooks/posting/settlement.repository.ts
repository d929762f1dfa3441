import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { retryOnSerializationFailure } from '@postrider/concurrency';
import type { Outcome } from './outcome.js';
import { isOfEndpoint } from './outcome.js';
import type { LeasedDelivery } from './posts.repository.js';

/** A webhook is disabled when all attempts have failed for this long. */
const failingDaysBeforeDisabling = 5;

/** The result of an attempt, with the fields of its list entry. */
export interface CompletedAttempt {
  readonly delivery: LeasedDelivery;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly message: string;
  readonly answer: string;
  readonly milliseconds: number;
}

interface WebhookKey {
  readonly accountId: string;
  readonly id: string;
}

/** Stores the results of attempts: completes or reschedules deliveries, and updates the state of webhooks. */
@Injectable()
export class SettlementRepository {
  constructor(private readonly database: DataSource) {}

  /** Returns the webhooks that this disables. */
  settle(attempts: readonly CompletedAttempt[]): Promise<WebhookKey[]> {
    return retryOnSerializationFailure(() => this.database.transaction((tx) => this.settleInTransaction(tx, attempts)));
  }

  private async settleInTransaction(tx: EntityManager, attempts: readonly CompletedAttempt[]): Promise<WebhookKey[]> {
    const released = await this.settleAttempts(tx, attempts);
    // A separate statement, so that it sees deliveries queued behind these ones meanwhile.
    if (released.length > 0) await this.releaseNext(tx, released);
    const listed = attempts.filter(({ outcome }) => isOfEndpoint(outcome) || outcome.kind === 'lost');
    if (listed.length > 0) await this.list(tx, listed);
    return this.updateWebhooks(
      tx,
      attempts.filter(({ outcome }) => isOfEndpoint(outcome)),
    );
  }

  /**
   * Ignores deliveries whose lease was lost. Returns the logs whose next delivery may be due. Locks all deliveries of
   * these logs first, in the order of `WebhookEventsRepository.queue`, because `releaseNext` updates others of them.
   */
  private settleAttempts(tx: EntityManager, attempts: readonly CompletedAttempt[]): Promise<Following[]> {
    return tx.query(
      `with results as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::int[]) as results (account_id, webhook_id, event_id, lease, kind, wait)
       ), locked as materialized (
         select post.account_id, post.webhook_id, post.event_id, post.log_id, post.lease
         from (select distinct account_id, webhook_id, log_id from results join webhook_posts using (account_id, webhook_id, event_id)) as ending
         join webhook_posts as post using (account_id, webhook_id, log_id)
         order by post.account_id, post.webhook_id, post.event_id for update of post
       ), owned as materialized (
         select locked.*, results.kind, results.wait from results join locked using (account_id, webhook_id, event_id) where locked.lease = results.lease
       ), rescheduled as (
         update webhook_posts as post
         set due_at = now() + make_interval(secs => owned.wait), lease = null, attempt = attempt - case when owned.kind = 'failed' then 0 else 1 end
         from owned where owned.kind in ('failed', 'postponed', 'interrupted')
           and post.account_id = owned.account_id and post.webhook_id = owned.webhook_id and post.event_id = owned.event_id
       ), done as (
         delete from webhook_posts as post using owned where owned.kind in ('delivered', 'given_up', 'lost')
           and post.account_id = owned.account_id and post.webhook_id = owned.webhook_id and post.event_id = owned.event_id
       )
       select account_id as "accountId", webhook_id as "webhookId", log_id as "logId" from owned where kind in ('delivered', 'given_up', 'lost')`,
      [
        attempts.map(({ delivery }) => delivery.accountId),
        attempts.map(({ delivery }) => delivery.webhookId),
        attempts.map(({ delivery }) => delivery.eventId),
        attempts.map(({ delivery }) => delivery.lease),
        attempts.map(({ outcome }) => outcome.kind),
        attempts.map(({ outcome }) => ('wait' in outcome ? outcome.wait : 0)),
      ],
    );
  }

  private async releaseNext(tx: EntityManager, logs: readonly Following[]): Promise<void> {
    await tx.query(
      `update webhook_posts as post set due_at = greatest(now(), held_until)
       from (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as released (account_id, webhook_id, log_id)
       cross join lateral (
         select seq, due_at from webhook_posts as next
         where next.account_id = released.account_id and next.webhook_id = released.webhook_id and next.log_id = released.log_id
         order by due_at is null, stage, seq limit 1
       ) as first
       where post.account_id = released.account_id and post.webhook_id = released.webhook_id and post.log_id = released.log_id
         and post.seq = first.seq and first.due_at is null`,
      [logs.map(({ accountId }) => accountId), logs.map(({ webhookId }) => webhookId), logs.map(({ logId }) => logId)],
    );
  }

  private async list(tx: EntityManager, attempts: readonly CompletedAttempt[]): Promise<void> {
    await tx.query(
      `insert into webhook_attempts (account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds, next_at, created_at)
       select account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds,
         case when outcome = 'failed' then now() + make_interval(secs => wait) end, now()
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::int[], $8::text[], $9::text[], $10::int[], $11::int[])
         as attempt (account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds, wait)`,
      [
        attempts.map(({ delivery }) => delivery.accountId),
        attempts.map(({ delivery }) => delivery.webhookId),
        attempts.map(({ delivery }) => delivery.eventId),
        attempts.map(({ delivery }) => delivery.type ?? ''),
        attempts.map(({ delivery }) => delivery.attempt),
        attempts.map(({ outcome }) => (outcome.kind === 'lost' ? 'given_up' : outcome.kind)),
        attempts.map(({ status }) => status ?? null),
        attempts.map(({ message }) => message),
        attempts.map(({ answer: response }) => response),
        attempts.map(({ milliseconds }) => milliseconds),
        attempts.map(({ outcome }) => (outcome.kind === 'failed' ? outcome.wait : 0)),
      ],
    );
  }

  /** Updates only webhooks whose state changes. Locks them in a fixed order, so that replicas do not deadlock. */
  private async updateWebhooks(tx: EntityManager, attempts: readonly CompletedAttempt[]): Promise<WebhookKey[]> {
    const results = new Map<string, WebhookKey & { works: boolean; gone: boolean }>();
    for (const { delivery, outcome } of attempts) {
      const known = results.get(delivery.webhookId);
      results.set(delivery.webhookId, {
        accountId: delivery.accountId,
        id: delivery.webhookId,
        works: known?.works === true || outcome.kind === 'delivered',
        gone: known?.gone === true || (outcome.kind === 'given_up' && outcome.gone === true),
      });
    }
    const webhooks = [...results.values()];
    if (webhooks.length === 0) return [];
    const [changed] = (await tx.query(
      `with changing as materialized (
         select webhook.account_id, webhook.id, works, enabled and not works and (gone or ${failsTooLong}) as ends
         from unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[]) as results (account_id, id, works, gone)
         join webhooks as webhook using (account_id, id)
         where case when works then failing_since is not null else failing_since is null or (enabled and (gone or ${failsTooLong})) end
         order by webhook.account_id, webhook.id for update of webhook
       )
       update webhooks as webhook set failing_since = case when works then null else coalesce(failing_since, now()) end,
         enabled = enabled and not ends, switched_off_at = case when ends then now() else switched_off_at end
       from changing where webhook.account_id = changing.account_id and webhook.id = changing.id
       returning webhook.account_id as "accountId", webhook.id, ends`,
      [
        webhooks.map(({ accountId }) => accountId),
        webhooks.map(({ id }) => id),
        webhooks.map(({ works }) => works),
        webhooks.map(({ gone }) => gone),
      ],
    )) as [(WebhookKey & { ends: boolean })[], number];
    return changed.filter(({ ends }) => ends);
  }
}

const failsTooLong = `coalesce(failing_since <= now() - make_interval(days => ${failingDaysBeforeDisabling}), false)`;

interface Following {
  readonly accountId: string;
  readonly webhookId: string;
  readonly logId: string;
}
