import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Imported ESP accounts have no credentials at first, and ids of another service. Lanes, drivers and pauses know an ESP account by its id alone,
 * so no two accounts may have one of the same id.
 */
export class ImportEspAccounts1795413100026 implements MigrationInterface {
  readonly name = 'ImportEspAccounts1795413100026';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts alter column credentials drop not null');
    await queryRunner.query('create unique index esp_accounts_id on esp_accounts (id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index esp_accounts_id');
    await queryRunner.query(`update esp_accounts set credentials = '' where credentials is null`);
    await queryRunner.query('alter table esp_accounts alter column credentials set not null');
  }
}
