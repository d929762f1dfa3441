import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts of accounts, and their notifications. */
export class Alerts1790000800000 implements MigrationInterface {
  readonly name = 'Alerts1790000800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table alerts (
  account_id text not null,
  id text collate "C" not null,
  name text not null,
  condition text not null,
  threshold double precision,
  minimum integer,
  window_hours integer,
  channel jsonb not null,
  slack_url text,
  quiet_hours jsonb,
  language text not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  watched_since timestamptz not null default now(),
  due_at timestamptz not null default now(),
  checked_at timestamptz,
  observed jsonb,
  state text not null default 'ok',
  state_since timestamptz not null default now(),
  met_since timestamptz,
  met_at timestamptz,
  notified_state text not null default 'ok',
  notified_at timestamptz,
  primary key (account_id, id)
);
create index on alerts (due_at) where enabled;

-- Pending ones have a due_at.
create table alert_notifications (
  account_id text not null,
  id text collate "C" not null,
  alert_id text collate "C" not null,
  channel text not null,
  address text,
  test boolean not null,
  content jsonb not null,
  attempt smallint not null default 0,
  due_at timestamptz,
  lease uuid,
  outcome text,
  message text not null default '',
  mail_account_id text,
  log_id text collate "C",
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index on alert_notifications (channel, due_at) where due_at is not null;
create index on alert_notifications (account_id, alert_id, id);
create index on alert_notifications (account_id, created_at);
create index on alert_notifications (mail_account_id, lower(address)) where mail_account_id is not null;
create index on alert_notifications (created_at);`);
    await enableRowLevelSecurity(queryRunner, ['alerts', 'alert_notifications']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table alerts, alert_notifications');
  }
}
