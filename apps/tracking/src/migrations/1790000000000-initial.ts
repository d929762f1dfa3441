import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const events = ['delivered', 'opened', 'clicked', 'bounced', 'complaints', 'unsubscribes', 'conversions'];
const counts = ['sent', ...events.flatMap((event) => [event, `${event}_total`]), 'revenue', 'refused'];
const columns = counts.map((count) => `${count} bigint not null default 0`).join(', ');

/** Sums for all templates, versions and ESP accounts: a row instead of hundreds (docs/adr/0027-sums-of-figures.md). */
const sumKey = 'account_id, period, tag, begins_at, part';
export const summedColumns = ['sent', 'refused', ...counts.slice(1, -1)];
const triggers = {
  insert: 'new table as added',
  update: 'old table as removed new table as added',
  delete: 'old table as removed',
};

/** The functions of the triggers, which add these columns to the sums. */
export function sumFunctions(summed: readonly string[]): string {
  const each = (value: (count: string) => string): string => summed.map(value).join(', ');
  const added = `select ${sumKey}, ${summed.join(', ')} from added`;
  const removed = `select ${sumKey}, ${each((count) => `-${count} as ${count}`)} from removed`;
  const sources = { insert: added, update: `${removed} union all ${added}`, delete: removed };
  const put = (source: string): string =>
    `insert into figure_sums (${sumKey}, ${summed.join(', ')})
     select ${sumKey}, ${each((count) => `sum(${count})`)} from (${source}) as changed group by ${sumKey} order by ${sumKey}
     on conflict (${sumKey}) do update set ${each((count) => `${count} = figure_sums.${count} + excluded.${count}`)}`;
  return Object.entries(sources)
    .map(
      ([event, source]) => `
create or replace function sum_figures_${event}() returns trigger language plpgsql set search_path from current
  as 'begin ${put(source)}; return null; end';`,
    )
    .join('');
}

const sumFigures = `${sumFunctions(summedColumns)}
${Object.entries(triggers)
  .map(
    ([event, tables]) => `
create trigger sum_figures_${event} after ${event} on figures referencing ${tables}
  for each statement execute function sum_figures_${event}();`,
  )
  .join('')}`;

const protectedTables = [
  'daily_counts',
  'webhooks',
  'webhook_events',
  'webhook_posts',
  'webhook_attempts',
  'arrivals',
  'engagements',
  'engagement_counts',
  'event_streams',
  'stream_events',
  'figures',
  'figure_sums',
  'figure_tags',
  'figure_clicks',
  'figure_conversions',
  'figure_days',
  'figure_mails',
  'figure_recounts',
  'figure_orders',
  'outbox',
];

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table daily_counts (
  account_id text not null,
  day date not null,
  template_id text not null,
  outcome text not null,
  count bigint not null,
  primary key (account_id, day, template_id, outcome)
);

create table webhooks (
  account_id text not null,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  description text not null,
  enabled boolean not null,
  secrets text not null,
  old_secret_until timestamptz,
  failing_since timestamptz,
  switched_off_at timestamptz,
  missed bigint not null default 0,
  created_at timestamptz not null default now(),
  listens_since timestamptz,
  primary key (account_id, id)
);

create table webhook_events (
  account_id text not null,
  id text collate "C" not null,
  type text not null,
  log_id text collate "C" not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index on webhook_events (created_at);
create index on webhook_events (account_id, log_id);

-- Only pending posts; one without a due_at waits behind an earlier event of its log.
create table webhook_posts (
  account_id text not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  log_id text collate "C" not null,
  stage smallint not null,
  seq bigint generated always as identity,
  attempt smallint not null default 0,
  due_at timestamptz,
  lease uuid,
  -- An early post knows the events it awaits and until when, so that no other event of its log releases it.
  held_until timestamptz,
  awaits text[],
  primary key (account_id, event_id, webhook_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);
-- One index fits each statement: statistics do not help with a table that is empty now and long a minute later.
create index on webhook_posts (account_id, webhook_id, due_at, seq) where due_at is not null;
create index on webhook_posts (account_id, webhook_id, log_id, stage, seq);

create table webhook_attempts (
  account_id text not null,
  webhook_id text collate "C" not null,
  id bigint generated always as identity,
  event_id text collate "C" not null,
  type text not null,
  attempt smallint not null,
  outcome text not null,
  status smallint,
  message text not null,
  answer text not null,
  milliseconds int not null,
  next_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, webhook_id, id)
);
create index on webhook_attempts (account_id, webhook_id, event_id, id);
create index on webhook_attempts (created_at);

create table arrivals (
  account_id text not null,
  id text collate "C" primary key,
  log_id text not null,
  kind text not null check (kind in ('open', 'click')),
  at timestamptz not null,
  count int not null,
  bot text,
  link int,
  url text,
  user_agent text,
  judged_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index on arrivals (judged_at);
create index on arrivals (account_id, log_id);

-- The log comes first in the keys: its id sorts by time, so old rows are found without another index.
create table engagements (
  account_id text not null,
  log_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('open', 'click', 'unsubscribe')),
  at timestamptz not null,
  count int not null default 1,
  bot text,
  link int,
  url text,
  user_agent text,
  primary key (log_id, account_id, id)
);

create table engagement_counts (
  account_id text not null,
  log_id text collate "C" not null,
  opens int not null default 0,
  clicks int not null default 0,
  machine_opens int not null default 0,
  machine_clicks int not null default 0,
  kept int not null default 0,
  kept_machines int not null default 0,
  unsubscribed_at timestamptz,
  primary key (log_id, account_id)
) with (fillfactor = 85);

create table event_streams (
  account_id text primary key,
  last_position bigint not null,
  kept_from bigint not null,
  read_at timestamptz not null default now()
) with (fillfactor = 50);

create table stream_events (
  account_id text not null,
  event_id text collate "C" not null,
  position bigint,
  type text not null,
  template_id text not null,
  tags jsonb not null,
  body text not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (account_id, event_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create unique index on stream_events (account_id, position) where position is not null;
create index on stream_events (account_id, event_id) where position is null;
create index on stream_events (received_at);

create table figures (
  account_id text not null,
  period text not null check (period in ('hour', 'day')),
  tag text not null,
  begins_at timestamptz not null,
  template_id text not null,
  version_id text not null,
  esp_account_id text not null,
  part smallint not null,
  ${columns},
  primary key (account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index on figures (begins_at) where period = 'hour';

create table figure_sums (
  account_id text not null,
  period text not null,
  tag text not null,
  begins_at timestamptz not null,
  part smallint not null,
  ${columns},
  primary key (${sumKey})
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index figure_sums_of_hours on figure_sums (begins_at) where period = 'hour';
${sumFigures}

create table figure_tags (
  account_id text not null,
  day date not null,
  tag text not null,
  primary key (account_id, day, tag)
);
create index on figure_tags (day);

create table figure_clicks (
  account_id text not null,
  recipient_key text not null,
  log_id text collate "C" not null,
  template_id text not null,
  version_id text not null,
  esp_account_id text not null,
  tags jsonb not null,
  first_clicked_at timestamptz not null,
  last_clicked_at timestamptz not null,
  primary key (account_id, recipient_key, log_id)
) with (fillfactor = 85);
create index on figure_clicks (last_clicked_at);

create table figure_conversions (
  account_id text not null,
  id text collate "C" not null,
  log_id text collate "C" not null,
  at timestamptz not null,
  template_id text not null,
  version_id text not null,
  esp_account_id text not null,
  tags jsonb not null,
  revenue bigint not null,
  converted_at timestamptz not null,
  primary key (account_id, log_id, id)
);

-- Days whose email is counted from the log; the counts read from each log; and emails with events since then.
create table figure_days (
  account_id text not null,
  day date not null,
  counted_at timestamptz,
  primary key (account_id, day)
);
create table figure_mails (
  account_id text not null,
  log_id text collate "C" not null,
  at timestamptz not null,
  template_id text not null,
  version_id text not null,
  esp_account_id text not null,
  tags jsonb not null,
  sent int not null,
  delivered int not null,
  opened int not null,
  clicked int not null,
  bounced int not null,
  complaints int not null,
  unsubscribes int not null,
  primary key (account_id, log_id)
);
create table figure_recounts (
  account_id text not null,
  log_id text collate "C" not null,
  day date not null,
  marks bigint not null default 1,
  primary key (account_id, log_id)
);

create table figure_orders (
  id bigint generated always as identity primary key,
  scope text not null,
  from_log text not null,
  before_log text not null,
  account_id text not null,
  last_account text not null default '',
  cursor text not null,
  day date,
  known boolean not null default false,
  days int not null default 0,
  mails bigint not null default 0,
  done_at timestamptz
);

${outboxTables.join(';\n')}`);
    await enableRowLevelSecurity(queryRunner, protectedTables);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop table ${protectedTables.join(', ')}, inbox`);
    for (const event of Object.keys(triggers)) await queryRunner.query(`drop function sum_figures_${event}`);
  }
}
