import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Outcome } from './outcome.js';
import type { LeasedPost } from './posts.repository.js';
import { failingDaysBeforeOff } from './retry-schedule.js';

/** How an attempt ended, and what is listed of it. */
export interface Attempted {
  readonly post: LeasedPost;
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

/** What is known after attempts: whether a post is done, when it is tried again, and whether its webhook works. */
@Injectable()
export class SettlementRepository {
  constructor(private readonly database: DataSource) {}

  /** Answers the webhooks that are switched off by it. */
  settle(attempts: readonly Attempted[]): Promise<WebhookKey[]> {
    return this.database.transaction(async (tx) => {
      const freed = await this.putAway(tx, attempts);
      // A statement of its own: it sees what was queued behind these posts while they were being put away.
      if (freed.length > 0) await this.letFollow(tx, freed);
      const listed = attempts.filter(({ outcome }) => outcome.kind !== 'cut_off');
      if (listed.length > 0) await this.list(tx, listed);
      return this.judge(tx, listed);
    });
  }

  /** By the lease: whoever lost it decides nothing. Answers the logs whose next post may be due. */
  private putAway(tx: EntityManager, attempts: readonly Attempted[]): Promise<Following[]> {
    return tx.query(
      `with mine as materialized (
         select post.account_id, post.webhook_id, post.event_id, post.log_id, ended.kind, ended.wait
         from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::int[]) as ended (account_id, webhook_id, event_id, lease, kind, wait)
         join webhook_posts as post using (account_id, webhook_id, event_id)
         where post.lease = ended.lease
         order by post.account_id, post.webhook_id, post.event_id for update of post
       ), put_off as (
         update webhook_posts as post
         set due_at = now() + make_interval(secs => mine.wait), lease = null, attempt = attempt - case when mine.kind = 'cut_off' then 1 else 0 end
         from mine where mine.kind in ('failed', 'cut_off')
           and post.account_id = mine.account_id and post.webhook_id = mine.webhook_id and post.event_id = mine.event_id
       ), done as (
         delete from webhook_posts as post using mine where mine.kind in ('delivered', 'given_up')
           and post.account_id = mine.account_id and post.webhook_id = mine.webhook_id and post.event_id = mine.event_id
       )
       select account_id as "accountId", webhook_id as "webhookId", log_id as "logId" from mine where kind in ('delivered', 'given_up')`,
      [
        attempts.map(({ post }) => post.accountId),
        attempts.map(({ post }) => post.webhookId),
        attempts.map(({ post }) => post.eventId),
        attempts.map(({ post }) => post.lease),
        attempts.map(({ outcome }) => outcome.kind),
        attempts.map(({ outcome }) => (outcome.kind === 'failed' ? outcome.wait : 0)),
      ],
    );
  }

  private async letFollow(tx: EntityManager, logs: readonly Following[]): Promise<void> {
    await tx.query(
      `update webhook_posts as post set due_at = greatest(now(), held_until)
       from (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as freed (account_id, webhook_id, log_id)
       cross join lateral (
         select seq, due_at from webhook_posts as next
         where next.account_id = freed.account_id and next.webhook_id = freed.webhook_id and next.log_id = freed.log_id
         order by due_at is null, stage, seq limit 1
       ) as first
       where post.account_id = freed.account_id and post.webhook_id = freed.webhook_id and post.log_id = freed.log_id
         and post.seq = first.seq and first.due_at is null`,
      [logs.map(({ accountId }) => accountId), logs.map(({ webhookId }) => webhookId), logs.map(({ logId }) => logId)],
    );
  }

  private async list(tx: EntityManager, attempts: readonly Attempted[]): Promise<void> {
    await tx.query(
      `insert into webhook_attempts (account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds, next_at, created_at)
       select account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds,
         case when outcome = 'failed' then now() + make_interval(secs => wait) end, now()
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::int[], $8::text[], $9::text[], $10::int[], $11::int[])
         as attempt (account_id, webhook_id, event_id, type, attempt, outcome, status, message, answer, milliseconds, wait)`,
      [
        attempts.map(({ post }) => post.accountId),
        attempts.map(({ post }) => post.webhookId),
        attempts.map(({ post }) => post.eventId),
        attempts.map(({ post }) => post.type ?? ''),
        attempts.map(({ post }) => post.attempt),
        attempts.map(({ outcome }) => outcome.kind),
        attempts.map(({ status }) => status ?? null),
        attempts.map(({ message }) => message),
        attempts.map(({ answer }) => answer),
        attempts.map(({ milliseconds }) => milliseconds),
        attempts.map(({ outcome }) => (outcome.kind === 'failed' ? outcome.wait : 0)),
      ],
    );
  }

  /** Nothing is written of a webhook that goes on as it did. */
  private async judge(tx: EntityManager, attempts: readonly Attempted[]): Promise<WebhookKey[]> {
    const named = (which: readonly Attempted[]) => [
      which.map(({ post }) => post.accountId),
      which.map(({ post }) => post.webhookId),
    ];
    const works = attempts.filter(({ outcome }) => outcome.kind === 'delivered');
    const working = new Set(works.map(({ post }) => post.webhookId));
    const fails = attempts.filter(({ post }) => !working.has(post.webhookId));
    if (works.length > 0)
      await tx.query(
        `update webhooks set failing_since = null where ${isNamed} and failing_since is not null`,
        named(works),
      );
    if (fails.length === 0) return [];
    await tx.query(
      `update webhooks set failing_since = now() where ${isNamed} and failing_since is null`,
      named(fails),
    );
    const gone = new Set(
      fails.flatMap(({ post, outcome }) => (outcome.kind === 'given_up' && outcome.gone ? [post.webhookId] : [])),
    );
    const [off] = (await tx.query(
      `update webhooks set enabled = false, switched_off_at = now()
       where ${isNamed} and enabled and (failing_since <= now() - make_interval(days => ${failingDaysBeforeOff}) or id = any($3))
       returning account_id as "accountId", id`,
      [...named(fails), [...gone]],
    )) as [WebhookKey[], number];
    return off;
  }
}

interface Following {
  readonly accountId: string;
  readonly webhookId: string;
  readonly logId: string;
}

const isNamed = '(account_id, id) in (select * from unnest($1::text[], $2::text[]))';
