import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last pause of an ESP account that fails. */
export class EspAccountPauses1790001200000 implements MigrationInterface {
  readonly name = 'EspAccountPauses1790001200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table esp_accounts add column paused_until timestamptz, add column pause_error jsonb',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts drop column paused_until, drop column pause_error');
  }
}
