import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAudit1795367233511 implements MigrationInterface {
  readonly name = 'CreateAudit1795367233511';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create table audit_entries (
         id text collate "C" primary key,
         account_id text collate "C" not null references accounts (id) on delete cascade,
         created_at timestamptz not null default now(),
         actor_type text not null check (actor_type in ('user', 'key')),
         actor_id text collate "C" not null,
         actor_name text not null,
         operation text not null,
         summary text not null,
         objects text[] not null,
         before text,
         after text,
         outcome text not null default 'unknown' check (outcome in ('unknown', 'done')),
         request_id text not null,
         address text not null
       )`,
    );
    await queryRunner.query('create index on audit_entries (account_id, id)');
    await queryRunner.query('create index on audit_entries (created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table audit_entries');
  }
}
