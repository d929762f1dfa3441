import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const counts = [
  'sent',
  ...['delivered', 'opened', 'clicked', 'bounced', 'complaints', 'unsubscribes', 'conversions'].flatMap((each) => [
    each,
    `${each}_total`,
  ]),
  'revenue',
];

/** Counts of mail by hour and day, and what it takes to attribute conversions and to count mail again from the log. */
export class CreateFigures1795354203749 implements MigrationInterface {
  readonly name = 'CreateFigures1795354203749';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table figures (
         account_id text not null,
         period text not null check (period in ('hour', 'day')),
         tag text not null,
         begins_at timestamptz not null,
         template_id text not null,
         version_id text not null,
         esp_account_id text not null,
         part smallint not null,
         ${counts.map((count) => `${count} bigint not null default 0`).join(', ')},
         primary key (account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part)
       ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`,
      `create index on figures (begins_at) where period = 'hour'`,
      `create table figure_tags (
         account_id text not null,
         day date not null,
         tag text not null,
         primary key (account_id, day, tag)
       )`,
      'create index on figure_tags (day)',
      `create table figure_clicks (
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
       ) with (fillfactor = 85)`,
      'create index on figure_clicks (last_clicked_at)',
      `create table figure_conversions (
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
       )`,
      // Days whose mail is counted from the log, with what each log was read to say; and mail of which something was heard since.
      `create table figure_days (
         account_id text not null,
         day date not null,
         counted_at timestamptz,
         primary key (account_id, day)
       )`,
      `create table figure_mails (
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
       )`,
      `create table figure_recounts (
         account_id text not null,
         log_id text collate "C" not null,
         day date not null,
         marks bigint not null default 1,
         primary key (account_id, log_id)
       )`,
      `create table figure_orders (
         id bigint generated always as identity primary key,
         scope text not null,
         from_log text not null,
         before_log text not null,
         account_id text not null default '',
         last_account text not null default '',
         cursor text not null,
         day date,
         known boolean not null default false,
         days int not null default 0,
         mails bigint not null default 0,
         done_at timestamptz
       )`,
    ];
    for (const statement of statements) await queryRunner.query(statement);
    await raiseWall(queryRunner, [
      'figures',
      'figure_tags',
      'figure_clicks',
      'figure_conversions',
      'figure_days',
      'figure_mails',
      'figure_recounts',
      'figure_orders',
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'drop table figures, figure_tags, figure_clicks, figure_conversions, figure_days, figure_mails, figure_recounts, figure_orders',
    );
  }
}
