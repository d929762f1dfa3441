import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images of accounts. Readers of emails find them by id alone. */
export class Images1790001300000 implements MigrationInterface {
  readonly name = 'Images1790001300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table images (
        account_id text not null,
        id text collate "C" not null,
        name text not null,
        content_type text not null,
        width integer not null,
        height integer not null,
        bytes integer not null,
        digest bytea not null,
        content bytea not null,
        created_at timestamptz not null default now(),
        primary key (account_id, id),
        constraint images_digest unique (account_id, digest),
        constraint images_id unique (id)
      );
      -- Images are compressed already.
      alter table images alter column content set storage external
    `);
    await enableRowLevelSecurity(queryRunner, ['images']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table images');
  }
}
