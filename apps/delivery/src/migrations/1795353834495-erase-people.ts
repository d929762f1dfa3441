import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasePeople1795353834495 implements MigrationInterface {
  readonly name = 'ErasePeople1795353834495';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table erasures (
      account_id text not null,
      id text collate "C" not null,
      recipient_key text not null,
      pseudonym text not null,
      erased_at timestamptz not null,
      settles_at timestamptz not null default now() + interval '1 minute',
      look_at timestamptz not null default now(),
      request_id text not null,
      primary key (account_id, id)
    )`);
    await queryRunner.query('create index on erasures (look_at)');
    await raiseWall(queryRunner, ['erasures']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table erasures');
  }
}
