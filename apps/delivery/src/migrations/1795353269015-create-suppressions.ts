import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that an earlier version accepts have no hashes: their attempts make them. */
export class CreateSuppressions1795353269015 implements MigrationInterface {
  readonly name = 'CreateSuppressions1795353269015';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table messages add column address_hashes bytea[]');
    await queryRunner.query(`create table suppressions (
      account_id text not null,
      address_hash bytea not null,
      reason text not null,
      address text,
      note text not null,
      log_id text collate "C",
      created_at timestamptz not null default now(),
      seq bigint generated always as identity,
      primary key (account_id, address_hash, reason)
    )`);
    await queryRunner.query('create index on suppressions (account_id, reason, seq)');
    await raiseWall(queryRunner, ['suppressions']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table suppressions');
    await queryRunner.query('alter table messages drop column address_hashes');
  }
}
