import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schedule of weekly reports, and when alerts last fired. */
export class WeeklyReports1790001200000 implements MigrationInterface {
  readonly name = 'WeeklyReports1790001200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table alerts add column schedule jsonb, add column fired_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table alerts drop column schedule, drop column fired_at');
  }
}
