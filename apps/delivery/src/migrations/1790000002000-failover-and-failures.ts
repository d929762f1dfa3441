import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FailoverAndFailures1790000002000 implements MigrationInterface {
  readonly name = 'FailoverAndFailures1790000002000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `alter table esp_accounts
         add column settings jsonb not null default '{}',
         add column revision int not null default 1,
         add column fallback_id text collate "C",
         add column rate_per_second float8,
         add column rate_tokens float8 not null default 1,
         add column rate_refilled_at timestamptz not null default now(),
         add foreign key (account_id, fallback_id) references esp_accounts (account_id, id)`,
      // A claim looks into each lane by itself: a million mails that wait for one account are never passed over to reach those of another.
      'alter table work add column account_failed boolean not null default false, add column waits smallint not null default 0',
      'create index on work (lane, due_at, message_id)',
      'create index on work (lane) where account_failed',
      'drop index work_due_at_message_id_idx',
      // What ended without being sent, until an operator has replayed or dropped it.
      `create table failures (
         account_id text not null,
         message_id text collate "C" not null,
         esp_account_id text not null,
         status text not null,
         code text,
         reason text not null,
         failed_at timestamptz not null default now(),
         primary key (account_id, message_id)
       )`,
      'create index on failures (failed_at, message_id)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      'drop table failures',
      'create index on work (due_at, message_id)',
      'drop index work_lane_due_at_message_id_idx',
      'alter table work drop column account_failed, drop column waits',
      `alter table esp_accounts drop column settings, drop column revision, drop column fallback_id,
         drop column rate_per_second, drop column rate_tokens, drop column rate_refilled_at`,
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }
}
