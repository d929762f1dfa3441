import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Log events that were reported have details; whether they say how far the mail has come is in the row, so that figures can be made again from it. */
export class DetailLogEvents1795341577377 implements MigrationInterface {
  readonly name = 'DetailLogEvents1795341577377';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table log_events add column moves_status boolean not null default true, add column detail jsonb',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table log_events drop column moves_status, drop column detail');
  }
}
