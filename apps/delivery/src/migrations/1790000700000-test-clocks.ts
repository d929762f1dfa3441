import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clocks for test email. */
export class TestClocks1790000700000 implements MigrationInterface {
  readonly name = 'TestClocks1790000700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table test_clocks (
  account_id text not null,
  id text collate "C" not null,
  name text not null,
  recipients text[] not null,
  recipient_keys text[] not null,
  ahead_seconds double precision not null default 0,
  seen_log_id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index on test_clocks (created_at);`);
    await enableRowLevelSecurity(queryRunner, ['test_clocks']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table test_clocks');
  }
}
