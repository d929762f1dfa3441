import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1790000000000 implements MigrationInterface {
  readonly name = 'CreateAccounts1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table accounts (
         id text collate "C" primary key,
         name text not null,
         default_sender jsonb,
         created_at timestamptz not null default now()
       )`,
      `create table api_keys (
         id text collate "C" primary key,
         account_id text collate "C" not null references accounts (id) on delete cascade,
         kind text not null check (kind in ('live', 'test')),
         name text not null,
         secret_hash bytea not null unique check (length(secret_hash) = 32),
         hint text not null,
         scopes text[],
         expires_at timestamptz,
         revoked_at timestamptz,
         last_used_at timestamptz,
         created_at timestamptz not null default now()
       )`,
      'create index on api_keys (account_id, id)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table api_keys, accounts');
  }
}
