import { EntitySchema } from 'typeorm';
import { deliveryTimes, measures } from './statistics/measures.js';

const counts = Object.fromEntries(
  measures.map((measure) => {
    const type = deliveryTimes.some((time) => time === measure) ? ('int' as const) : ('bigint' as const);
    return [measure, { type, default: 0 }];
  }),
);

/** Tables that are accessed only with SQL. */
export const trackingTables: readonly EntitySchema[] = [
  new EntitySchema({
    name: 'webhook_events',
    columns: {
      account_id: { type: 'text', primary: true },
      id: { type: 'text', collation: 'C', primary: true },
      type: { type: 'text' },
      log_id: { type: 'text', collation: 'C' },
      body: { type: 'text' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'webhook_posts',
    columns: {
      account_id: { type: 'text', primary: true },
      webhook_id: { type: 'text', collation: 'C', primary: true },
      event_id: { type: 'text', collation: 'C', primary: true },
      log_id: { type: 'text', collation: 'C' },
      stage: { type: 'smallint' },
      seq: { type: 'bigint', generated: true },
      attempt: { type: 'smallint', default: 0 },
      due_at: { type: 'timestamptz', nullable: true },
      lease: { type: 'uuid', nullable: true },
      held_until: { type: 'timestamptz', nullable: true },
      awaits: { type: 'text', array: true, nullable: true },
    },
  }),
  new EntitySchema({
    name: 'webhook_attempts',
    columns: {
      account_id: { type: 'text', primary: true },
      webhook_id: { type: 'text', collation: 'C', primary: true },
      id: { type: 'bigint', primary: true, generated: true },
      event_id: { type: 'text', collation: 'C' },
      type: { type: 'text' },
      attempt: { type: 'smallint' },
      outcome: { type: 'text' },
      status: { type: 'smallint', nullable: true },
      message: { type: 'text' },
      answer: { type: 'text' },
      milliseconds: { type: 'int' },
      next_at: { type: 'timestamptz', nullable: true },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'event_streams',
    columns: {
      account_id: { type: 'text', primary: true },
      last_position: { type: 'bigint' },
      kept_from: { type: 'bigint' },
      read_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'stream_events',
    columns: {
      account_id: { type: 'text', primary: true },
      event_id: { type: 'text', collation: 'C', primary: true },
      position: { type: 'bigint', nullable: true },
      type: { type: 'text' },
      template_id: { type: 'text' },
      tags: { type: 'jsonb' },
      body: { type: 'text' },
      received_at: { type: 'timestamptz', default: () => 'clock_timestamp()' },
    },
  }),
  new EntitySchema({
    name: 'figures',
    columns: {
      account_id: { type: 'text', primary: true },
      period: { type: 'text', primary: true },
      tag: { type: 'text', primary: true },
      begins_at: { type: 'timestamptz', primary: true },
      template_id: { type: 'text', primary: true },
      version_id: { type: 'text', primary: true },
      esp_account_id: { type: 'text', primary: true },
      part: { type: 'smallint', primary: true },
      ...counts,
    },
  }),
  new EntitySchema({
    name: 'figure_sums',
    columns: {
      account_id: { type: 'text', primary: true },
      period: { type: 'text', primary: true },
      tag: { type: 'text', primary: true },
      begins_at: { type: 'timestamptz', primary: true },
      part: { type: 'smallint', primary: true },
      ...counts,
    },
  }),
  new EntitySchema({
    name: 'figure_tags',
    columns: {
      account_id: { type: 'text', primary: true },
      day: { type: 'date', primary: true },
      tag: { type: 'text', primary: true },
    },
  }),
  new EntitySchema({
    name: 'erased_logs',
    columns: {
      account_id: { type: 'text', primary: true },
      log_id: { type: 'text', collation: 'C', primary: true },
      pseudonym: { type: 'text' },
      erased_at: { type: 'timestamptz', default: () => 'now()' },
      next_at: { type: 'timestamptz', default: () => "(now() + '00:01:00')" },
    },
  }),
  new EntitySchema({
    name: 'figure_clicks',
    columns: {
      account_id: { type: 'text', primary: true },
      recipient_key: { type: 'text', primary: true },
      log_id: { type: 'text', collation: 'C', primary: true },
      template_id: { type: 'text' },
      version_id: { type: 'text' },
      esp_account_id: { type: 'text' },
      tags: { type: 'jsonb' },
      first_clicked_at: { type: 'timestamptz' },
      last_clicked_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'figure_conversions',
    columns: {
      account_id: { type: 'text', primary: true },
      id: { type: 'text', collation: 'C', primary: true },
      log_id: { type: 'text', collation: 'C', primary: true },
      at: { type: 'timestamptz' },
      template_id: { type: 'text' },
      version_id: { type: 'text' },
      esp_account_id: { type: 'text' },
      tags: { type: 'jsonb' },
      revenue: { type: 'bigint' },
      converted_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'figure_days',
    columns: {
      account_id: { type: 'text', primary: true },
      day: { type: 'date', primary: true },
      counted_at: { type: 'timestamptz', nullable: true },
    },
  }),
  new EntitySchema({
    name: 'figure_mails',
    columns: {
      account_id: { type: 'text', primary: true },
      log_id: { type: 'text', collation: 'C', primary: true },
      at: { type: 'timestamptz' },
      template_id: { type: 'text' },
      version_id: { type: 'text' },
      esp_account_id: { type: 'text' },
      tags: { type: 'jsonb' },
      delivered_after_ms: { type: 'bigint', nullable: true },
      sent: { type: 'int' },
      delivered: { type: 'int' },
      opened: { type: 'int' },
      clicked: { type: 'int' },
      bounced: { type: 'int' },
      complaints: { type: 'int' },
      unsubscribes: { type: 'int' },
    },
  }),
  new EntitySchema({
    name: 'figure_recounts',
    columns: {
      account_id: { type: 'text', primary: true },
      log_id: { type: 'text', collation: 'C', primary: true },
      day: { type: 'date' },
      marks: { type: 'bigint', default: 1 },
    },
  }),
  new EntitySchema({
    name: 'figure_orders',
    columns: {
      id: { type: 'bigint', primary: true, generated: true },
      scope: { type: 'text' },
      from_log: { type: 'text' },
      before_log: { type: 'text' },
      account_id: { type: 'text' },
      last_account: { type: 'text', default: '' },
      cursor: { type: 'text' },
      day: { type: 'date', nullable: true },
      known: { type: 'boolean', default: false },
      days: { type: 'int', default: 0 },
      mails: { type: 'bigint', default: 0 },
      done_at: { type: 'timestamptz', nullable: true },
    },
  }),
];
