import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberErasures1795353444062 implements MigrationInterface {
  readonly name = 'RememberErasures1795353444062';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table deletions (
      account_id text not null,
      key_hash bytea not null,
      deleted_at bigint not null,
      primary key (account_id, key_hash)
    )`);
    await queryRunner.query('create index on deletions (deleted_at)');
    await queryRunner.query(`create table erasures (
      account_id text not null,
      id text collate "C" not null,
      pseudonym text not null,
      logs int not null default 0,
      cancelled int not null default 0,
      engaged_logs int not null default 0,
      drip_members int not null default 0,
      logs_done boolean not null default false,
      drips_done boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (account_id, id)
    )`);
    await queryRunner.query('create index on erasures (created_at)');
    await raiseWall(queryRunner, ['deletions', 'erasures']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table deletions, erasures');
  }
}
