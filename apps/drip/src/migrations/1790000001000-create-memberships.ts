import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMemberships1790000001000 implements MigrationInterface {
  readonly name = 'CreateMemberships1790000001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `alter table campaigns add column revision bigint not null default 1, add column confirmed boolean not null default true,
         add column unconfirmed_step_ids text[] not null default '{}', add column deleted_at timestamptz`,
      // Only what triggers: whoever sends a mail that triggers nothing pays for one probe into next to nothing.
      `create index on campaigns (account_id, trigger_template_id) where trigger_template_id is not null and enabled and deleted_at is null`,
      'create index on campaigns (deleted_at) where deleted_at is not null',
      `alter table steps add column template_name text not null default ''`,
      `create table memberships (
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
         primary key (account_id, id)
       ) with (fillfactor = 85)`,
      // One at a time for each person and campaign; what is tried with a test key keeps nobody from being put in for real.
      `create unique index on memberships (account_id, campaign_id, recipient_key, test) where state = 'waiting'`,
      'create index on memberships (account_id, campaign_id, id)',
      'create index on memberships (account_id, recipient_key, id)',
      `create table counts (
         account_id text not null,
         campaign_id text collate "C" not null,
         shard smallint not null,
         entered bigint not null,
         finished bigint not null,
         "left" bigint not null,
         primary key (account_id, campaign_id, shard)
       ) with (fillfactor = 50)`,
      `create table idempotency (
         account_id text not null,
         idem_key text not null,
         request_hash text not null,
         answer jsonb not null,
         created_at timestamptz not null default now(),
         primary key (account_id, idem_key)
       )`,
      'create index on idempotency (created_at)',
      `create table departures (
         account_id text not null,
         recipient_key text not null,
         campaign_id text collate "C" not null,
         departed_at bigint not null,
         primary key (account_id, recipient_key, campaign_id)
       )`,
      'create index on departures (departed_at)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table memberships, counts, idempotency, departures');
    await queryRunner.query('alter table steps drop column template_name');
    await queryRunner.query(
      'alter table campaigns drop column revision, drop column confirmed, drop column unconfirmed_step_ids, drop column deleted_at',
    );
  }
}
