import { erasedText, exportEngagements } from '@postrider/contracts';
import type { PersonalData } from '@postrider/service';
import { outboxPersonalData, withoutPersonalData } from '@postrider/service';

const eraseUserAgentAndUrl = (table: string): string =>
  `update ${table} set user_agent = null, url = null
   where account_id = $1 and log_id = any($2::text[]) and (user_agent is not null or url is not null)`;

export const trackingPersonalData: readonly PersonalData[] = [
  { table: 'arrivals', by: 'log', erase: eraseUserAgentAndUrl('arrivals') },
  { table: 'engagements', by: 'log', erase: eraseUserAgentAndUrl('engagements'), exportedBy: exportEngagements },
  // Not deleted, because they can be replayed to a webhook.
  {
    table: 'webhook_events',
    by: 'log',
    erase: `update webhook_events set body = json_build_object(
              'type', body::json -> 'type', 'timestamp', body::json -> 'timestamp',
              'data', (body::jsonb -> 'data') - '{url,user_agent}'::text[] || jsonb_build_object('recipient', jsonb_build_object('address', $3::text))
                || case when body::jsonb -> 'data' ? 'message' then jsonb_build_object('message', '${erasedText}') else '{}' end
            )::text
            where account_id = $1 and log_id = any($2::text[]) and body::json -> 'data' -> 'recipient' ->> 'address' is distinct from $3::text`,
  },
  // The statistics counted from them contain no addresses.
  {
    table: 'figure_clicks',
    by: 'log',
    erase: 'delete from figure_clicks where account_id = $1 and log_id = any($2::text[])',
  },
  {
    table: 'figure_clicks',
    by: 'recipient',
    erase: 'delete from figure_clicks where account_id = $1 and recipient_key = any($2::text[])',
  },
  { table: 'erased_logs', keptBecause: 'ids and pseudonyms, for 7 days, to erase late events' },
  { table: 'stream_events', keptBecause: 'for an hour' },
  { table: 'webhook_attempts', keptBecause: "answers of the account's own servers, until WEBHOOK_RETENTION_DAYS" },
  { table: 'alerts', keptBecause: 'addresses that the account chose for itself' },
  { table: 'alert_notifications', keptBecause: 'addresses that the account chose for itself, for 14 days' },
  outboxPersonalData,
  ...withoutPersonalData(
    'daily_counts',
    'webhooks',
    'webhook_posts',
    'engagement_counts',
    'event_streams',
    'figures',
    'figure_sums',
    'figure_tags',
    'figure_conversions',
    'figure_days',
    'figure_mails',
    'figure_recounts',
    'figure_orders',
  ),
];
