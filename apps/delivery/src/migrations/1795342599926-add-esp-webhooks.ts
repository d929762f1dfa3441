import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEspWebhooks1795342599926 implements MigrationInterface {
  readonly name = 'AddEspWebhooks1795342599926';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts add column webhook text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table esp_accounts drop column webhook');
  }
}
