import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals of versions. */
export class VersionReviews1790001400000 implements MigrationInterface {
  readonly name = 'VersionReviews1790001400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table versions add column modified_by text, add column approved_at timestamptz, add column approved_by text',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table versions drop column modified_by, drop column approved_at, drop column approved_by',
    );
  }
}
