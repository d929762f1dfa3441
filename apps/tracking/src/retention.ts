import { hoursKeptDays, idFloor } from '@postrider/contracts';
import type { RetentionRule } from '@postrider/service';
import { olderThan } from '@postrider/service';
import type { TrackingConfig } from './config.js';
import { recountsKeptDays } from './statistics/statistics-purge.js';
import { keptHours } from './streams/streams-purge.js';

/**
 * What waits for webhooks that are switched off or gone. Not what is being posted, and what is behind something else first: should the webhook be
 * enabled meanwhile, nothing is left that nobody lets follow. The queue of each webhook is found by itself, as in `PostsRepository`.
 */
const unwantedPosts = `
  with recursive queue as (
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
  where post.account_id = unwanted.account_id and post.webhook_id = unwanted.webhook_id and post.event_id = unwanted.event_id`;

/** Of mails whose logs are gone: the log's month ended more than `months` ago (docs/operate/configure.md#data-retention). */
const logGone = (months: number) => (): string => {
  const now = new Date();
  return `log_id < '${idFloor('log', Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))}'`;
};

export function trackingRetention({
  LOG_RETENTION_MONTHS: months,
  WEBHOOK_RETENTION_DAYS: webhookDays,
}: Pick<TrackingConfig, 'LOG_RETENTION_MONTHS' | 'WEBHOOK_RETENTION_DAYS'>): readonly RetentionRule[] {
  const everyMinute = { everyMinutes: 1, batchSize: 5_000 };
  const hourly = { everyMinutes: 60, batchSize: 5_000 };
  const ofWebhooks = olderThan('created_at', `${webhookDays} days`);
  const hours = { where: `period = 'hour' and begins_at < now() - interval '${hoursKeptDays} days'`, ...hourly };
  return [
    { table: 'webhook_posts', statement: unwantedPosts, ...everyMinute },
    { table: 'webhook_events', ...ofWebhooks, ...everyMinute },
    { table: 'webhook_attempts', ...ofWebhooks, ...everyMinute },
    // Of accounts that do not stream any more, also what came just after the end.
    {
      table: 'stream_events',
      where: `received_at < now() - interval '${keptHours} h' and account_id not in (select account_id from event_streams)`,
      ...everyMinute,
    },
    { table: 'figures', ...hours },
    { table: 'figure_sums', ...hours },
    { table: 'figure_tags', where: `day < (now() - interval '${hoursKeptDays} days')::date`, ...hourly },
    // Longer than conversions are attributed by clicks.
    { table: 'figure_clicks', where: `last_clicked_at < now() - interval '31 days'`, ...hourly },
    {
      table: 'figure_mails',
      where: `not exists (
        select from figure_days where figure_days.account_id = figure_mails.account_id and figure_days.day = (figure_mails.at at time zone 'UTC')::date)`,
      ...hourly,
    },
    { table: 'figure_orders', where: `done_at < now() - interval '${recountsKeptDays} days'`, ...hourly },
    ...(months === undefined
      ? []
      : ['engagements', 'engagement_counts', 'figure_conversions'].map((table) => ({
          table,
          where: logGone(months),
          ...hourly,
        }))),
  ];
}
