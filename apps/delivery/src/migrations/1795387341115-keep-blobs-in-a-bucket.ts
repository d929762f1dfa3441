import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepBlobsInABucket1795387341115 implements MigrationInterface {
  readonly name = 'KeepBlobsInABucket1795387341115';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table blobs add column in_bucket boolean not null default false');
    await queryRunner.query(`create table object_removals (
      account_id text not null,
      blob_id text collate "C" not null,
      due_at timestamptz not null,
      primary key (account_id, blob_id)
    )`);
    await queryRunner.query('create index on object_removals (due_at)');
    await raiseWall(queryRunner, ['object_removals']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table object_removals');
    await queryRunner.query('alter table blobs drop column in_bucket');
  }
}
