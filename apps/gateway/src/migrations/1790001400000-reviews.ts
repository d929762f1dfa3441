import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an account publishes only approved versions. */
export class Reviews1790001400000 implements MigrationInterface {
  readonly name = 'Reviews1790001400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts add column require_review boolean not null default false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts drop column require_review');
  }
}
