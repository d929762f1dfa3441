import { rateBucketsTable } from '@postrider/concurrency';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddRateBuckets1790100000000 implements MigrationInterface {
  readonly name = 'AddRateBuckets1790100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(rateBucketsTable);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table rate_buckets');
  }
}
