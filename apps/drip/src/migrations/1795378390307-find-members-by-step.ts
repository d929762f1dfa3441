import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who waits for a step is found in the order of entering, however many wait for others. */
export class FindMembersByStep1795378390307 implements MigrationInterface {
  readonly name = 'FindMembersByStep1795378390307';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(
      queryRunner,
      'memberships_by_step',
      'memberships',
      `(account_id, campaign_id, step_id, id) where state = 'waiting'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index memberships_by_step');
  }
}
