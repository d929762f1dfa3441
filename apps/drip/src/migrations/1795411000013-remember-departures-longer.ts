import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each deactivation says when it is forgotten. Replicas of the release before write rows without it. */
export class RememberDeparturesLonger1795411000013 implements MigrationInterface {
  readonly name = 'RememberDeparturesLonger1795411000013';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table departures add column if not exists forget_at bigint');
    await createIndex(
      queryRunner,
      'departures_to_forget',
      'departures',
      '((coalesce(forget_at, departed_at + 2592000)))',
    );
    await queryRunner.query('drop index if exists departures_departed_at_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create index on departures (departed_at)');
    await queryRunner.query('alter table departures drop column forget_at');
  }
}
