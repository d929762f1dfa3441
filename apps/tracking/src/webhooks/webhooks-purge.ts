import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts, CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';

const rowsPerBatch = 5_000;

/** What waits for webhooks that are switched off or gone, and events and attempts of long ago. Replicas may clear away at the same time. */
@Injectable()
export class WebhooksPurge extends PeriodicTask {
  private readonly logger = new Logger(WebhooksPurge.name);

  constructor(
    private readonly acrossAccounts: AcrossAccounts,
    @Inject(CONFIG) private readonly config: Pick<TrackingConfig, 'WEBHOOK_RETENTION_DAYS'>,
  ) {
    super({ everyMs: 60_000, firstAfterMs: 5_000 });
  }

  protected async batch(): Promise<boolean> {
    const deleted = [
      await this.dropUnwanted(),
      await this.dropOld('webhook_events', 'id'),
      await this.dropOld('webhook_attempts', 'webhook_id, id'),
    ];
    return deleted.some((rows) => rows === rowsPerBatch);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`what webhooks need no more could not be cleared away: ${message}`);
  }

  /**
   * Not what is being posted, and what is behind something else first: should the webhook be enabled meanwhile, nothing is left that nobody lets follow. The queue of each webhook is found by itself, as in `PostsRepository`.
   */
  private async dropUnwanted(): Promise<number> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'drop-unwanted-webhook-posts',
      text: `with recursive queue as (
               (select account_id, webhook_id from webhook_posts order by account_id, webhook_id limit 1)
               union all
               select following.* from queue cross join lateral (
                 select account_id, webhook_id from webhook_posts
                 where (account_id, webhook_id) > (queue.account_id, queue.webhook_id) order by account_id, webhook_id limit 1
               ) as following
             ), closed as materialized (
               select account_id, webhook_id from queue where not exists (
                 select from webhooks where webhooks.account_id = queue.account_id and webhooks.id = queue.webhook_id and enabled)
             ), unwanted as (
               select post.* from closed cross join lateral (
                 select account_id, webhook_id, event_id from webhook_posts
                 where account_id = closed.account_id and webhook_id = closed.webhook_id and (lease is null or due_at <= now())
                 order by due_at nulls first limit $1 for update skip locked
               ) as post limit $1
             )
             delete from webhook_posts as post using unwanted
             where post.account_id = unwanted.account_id and post.webhook_id = unwanted.webhook_id and post.event_id = unwanted.event_id`,
      values: [rowsPerBatch],
    });
    return rowCount ?? 0;
  }

  private async dropOld(table: 'webhook_events' | 'webhook_attempts', key: string): Promise<number> {
    const { rowCount } = await this.acrossAccounts.query({
      name: `drop-old-${table}`,
      text: `delete from ${table} where (account_id, ${key}) in (
               select account_id, ${key} from ${table} where created_at < now() - make_interval(days => $1)
               order by created_at limit $2 for update skip locked)`,
      values: [this.config.WEBHOOK_RETENTION_DAYS, rowsPerBatch],
    });
    return rowCount ?? 0;
  }
}
