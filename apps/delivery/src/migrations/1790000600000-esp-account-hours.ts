import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts through each ESP account by hour. */
export class EspAccountHours1790000600000 implements MigrationInterface {
  readonly name = 'EspAccountHours1790000600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table esp_account_hours (
  account_id text not null,
  esp_account_id text collate "C" not null,
  begins_at timestamptz not null,
  attempts integer not null,
  failed integer not null,
  primary key (account_id, esp_account_id, begins_at)
);
create index on esp_account_hours (begins_at);`);
    await enableRowLevelSecurity(queryRunner, ['esp_account_hours']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table esp_account_hours');
  }
}
