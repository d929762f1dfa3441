import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A host name leads to one account. */
export class AddAccountTracking1795343161030 implements MigrationInterface {
  readonly name = 'AddAccountTracking1795343161030';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts add column tracking jsonb');
    await queryRunner.query(`create unique index accounts_tracking_domain on accounts ((tracking ->> 'domain'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts drop column tracking');
  }
}
