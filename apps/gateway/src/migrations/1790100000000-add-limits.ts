import { rateBucketsTable } from '@postrider/concurrency';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLimits1790100000000 implements MigrationInterface {
  readonly name = 'AddLimits1790100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts add column limits jsonb');
    await queryRunner.query(rateBucketsTable);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table rate_buckets');
    await queryRunner.query('alter table accounts drop column limits');
  }
}
