import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table campaigns (
  account_id text not null,
  id text collate "C" not null,
  name text not null,
  enabled boolean not null default false,
  trigger_template_id text,
  revision bigint not null default 1,
  confirmed boolean not null default true,
  unconfirmed_step_ids text[] not null default '{}',
  deleted_at timestamptz,
  primary key (account_id, id)
);
-- Only campaigns that an email can trigger: most emails trigger none and pay for one probe into a small index.
create index on campaigns (account_id, trigger_template_id)
  where trigger_template_id is not null and enabled and deleted_at is null;
create index on campaigns (deleted_at) where deleted_at is not null;

create table steps (
  account_id text not null,
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  position smallint not null,
  template_id text not null,
  delay_seconds bigint not null,
  template_name text not null default '',
  primary key (account_id, id),
  unique (account_id, campaign_id, position),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
);

create table memberships (
  account_id text not null,
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  recipient_key text not null,
  recipient_address text not null,
  test boolean not null,
  state text not null default 'waiting',
  step_id text collate "C" not null,
  had text[] not null,
  due_at bigint not null,
  content jsonb not null,
  ended_at timestamptz,
  cancelled boolean not null default false,
  looked_at bigint not null default 0,
  primary key (account_id, id)
) with (fillfactor = 85);
-- One waiting membership for each person and campaign; a test membership does not block a live one.
create unique index on memberships (account_id, campaign_id, recipient_key, test) where state = 'waiting';
create index on memberships (account_id, campaign_id, id);
create index on memberships (account_id, recipient_key, id);
create index memberships_overdue on memberships (greatest(due_at, looked_at)) where state = 'waiting';
-- Members that wait for one step, in the order of enrollment.
create index memberships_by_step on memberships (account_id, campaign_id, step_id, id) where state = 'waiting';

create table counts (
  account_id text not null,
  campaign_id text collate "C" not null,
  shard smallint not null,
  entered bigint not null,
  finished bigint not null,
  "left" bigint not null,
  primary key (account_id, campaign_id, shard)
) with (fillfactor = 50);

create table idempotency (
  account_id text not null,
  idem_key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, idem_key)
);
create index on idempotency (created_at);

create table departures (
  account_id text not null,
  recipient_key text not null,
  campaign_id text collate "C" not null,
  departed_at bigint not null,
  forget_at bigint,
  primary key (account_id, recipient_key, campaign_id)
);
create index departures_to_forget on departures (coalesce(forget_at, departed_at + 2592000));

create table erasures (
  account_id text not null,
  id text collate "C" not null,
  recipient_key text not null,
  pseudonym text not null,
  before text collate "C" not null,
  look_at timestamptz not null default now(),
  request_id text not null,
  primary key (account_id, id)
);
create index on erasures (look_at);

${outboxTables.join(';\n')}`);
    await enableRowLevelSecurity(queryRunner, [
      'campaigns',
      'steps',
      'memberships',
      'counts',
      'idempotency',
      'departures',
      'erasures',
      'outbox',
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'drop table steps, campaigns, memberships, counts, idempotency, departures, erasures, outbox, inbox',
    );
  }
}
