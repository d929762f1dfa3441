import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityHooks1790000001000 implements MigrationInterface {
  readonly name = 'IdentityHooks1790000001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table identity_hooks (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  kind text not null,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  templates jsonb not null,
  other_actions text not null,
  default_template text,
  esp_account text,
  sender jsonb,
  project_url text,
  secrets text not null,
  old_secret_until timestamptz,
  last_call_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index on identity_hooks (account_id, id);`);
    await enableRowLevelSecurity(queryRunner, ['identity_hooks']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table identity_hooks');
  }
}
