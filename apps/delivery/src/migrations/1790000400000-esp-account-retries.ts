import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a person asked to try a failing ESP account again. */
export class EspAccountRetries1790000400000 implements MigrationInterface {
  readonly name = 'EspAccountRetries1790000400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts add column retried_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts drop column retried_at');
  }
}
