import { hoursKeptDays, idFloor } from '@postrider/contracts';
import type { RetentionRule } from '@postrider/service';
import { olderThan } from '@postrider/service';
import type { TrackingConfig } from './config.js';
import { recountRetentionDays } from './statistics/statistics-purge.js';
import { retentionHours } from './streams/streams-purge.js';

/**
 * Pending deliveries of disabled or deleted webhooks. Skips deliveries in progress and deliveries blocked by another
 * one, so that no delivery stays blocked when the webhook is enabled meanwhile. Finds the queue of each webhook as
 * `PostsRepository` does.
 */
const unwantedDeliveries = `
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

/**
 * Condition for rows whose log was purged: its month ended more than `months` ago
 * (docs/operate/configure.md#data-retention).
 */
const logExpired = (months: number) => (): string => {
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
    { table: 'webhook_posts', statement: unwantedDeliveries, ...everyMinute },
    { table: 'webhook_events', ...ofWebhooks, ...everyMinute },
    { table: 'webhook_attempts', ...ofWebhooks, ...everyMinute },
    // Accounts without an open stream, including events that arrived just after its end.
    {
      table: 'stream_events',
      where: `received_at < now() - interval '${retentionHours} h' and account_id not in (select account_id from event_streams)`,
      ...everyMinute,
    },
    { table: 'erased_logs', ...olderThan('erased_at', '7 days'), ...hourly },
    { table: 'alert_notifications', ...olderThan('created_at', '14 days'), ...hourly },
    { table: 'figures', ...hours },
    { table: 'figure_sums', ...hours },
    { table: 'figure_tags', where: `day < (now() - interval '${hoursKeptDays} days')::date`, ...hourly },
    // Longer than conversions are attributed to clicks.
    { table: 'figure_clicks', where: `last_clicked_at < now() - interval '31 days'`, ...hourly },
    {
      table: 'figure_mails',
      where: `not exists (
        select from figure_days where figure_days.account_id = figure_mails.account_id and figure_days.day = (figure_mails.at at time zone 'UTC')::date)`,
      ...hourly,
    },
    { table: 'figure_orders', where: `done_at < now() - interval '${recountRetentionDays} days'`, ...hourly },
    ...(months === undefined
      ? []
      : ['engagements', 'engagement_counts', 'figure_conversions'].map((table) => ({
          table,
          where: logExpired(months),
          ...hourly,
        }))),
  ];
}
