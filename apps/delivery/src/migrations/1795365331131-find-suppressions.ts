import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Byte by byte, whatever the collation of the database: what an address begins with is one range then. */
export class FindSuppressions1795365331131 implements MigrationInterface {
  readonly name = 'FindSuppressions1795365331131';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(queryRunner, 'suppressions_by_address', 'suppressions', '(account_id, address collate "C")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index suppressions_by_address');
  }
}
