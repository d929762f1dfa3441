import { createIndex, enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erased logs, whose late events are erased too. */
export class ErasedLogs1790000900000 implements MigrationInterface {
  readonly name = 'ErasedLogs1790000900000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table erased_logs (
  account_id text not null,
  log_id text collate "C" not null,
  pseudonym text not null,
  erased_at timestamptz not null default now(),
  next_at timestamptz not null default now() + interval '1 minute',
  primary key (account_id, log_id)
);
create index on erased_logs (next_at);
create index on erased_logs (erased_at);`);
    await enableRowLevelSecurity(queryRunner, ['erased_logs']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table erased_logs');
  }
}

/** Finds the clicks of an email. */
export class ClicksOfLog1790000900001 implements MigrationInterface {
  readonly name = 'ClicksOfLog1790000900001';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(queryRunner, 'figure_clicks_of_log', 'figure_clicks', '(account_id, log_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index figure_clicks_of_log');
  }
}
