import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on versions. */
export class VersionComments1790001401000 implements MigrationInterface {
  readonly name = 'VersionComments1790001401000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table version_comments (
        account_id text not null,
        version_id text collate "C" not null,
        id text collate "C" not null,
        created_by text,
        text text not null,
        created_at timestamptz not null default now(),
        primary key (account_id, version_id, id),
        foreign key (account_id, version_id) references versions (account_id, id) on delete cascade
      )
    `);
    await enableRowLevelSecurity(queryRunner, ['version_comments']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table version_comments');
  }
}
