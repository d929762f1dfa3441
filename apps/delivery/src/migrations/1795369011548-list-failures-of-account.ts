import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListFailuresOfAccount1795369011548 implements MigrationInterface {
  readonly name = 'ListFailuresOfAccount1795369011548';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(queryRunner, 'failures_of_account', 'failures', '(account_id, failed_at, message_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index failures_of_account');
  }
}
