import { createIndex, enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The content of emails without a template. */
export class Artifacts1790000100000 implements MigrationInterface {
  readonly name = 'Artifacts1790000100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table artifacts (
  account_id text not null,
  id text collate "C" not null,
  content bytea not null,
  used_at timestamptz not null default now(),
  primary key (account_id, id)
);
alter table artifacts alter column content set storage external;
create index on artifacts (used_at);`);
    await enableRowLevelSecurity(queryRunner, ['artifacts']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table artifacts');
  }
}

/** Finds the messages of an artifact. Messages with a template are not in it. */
export class MessagesOfArtifact1790000100001 implements MigrationInterface {
  readonly name = 'MessagesOfArtifact1790000100001';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(
      queryRunner,
      'messages_of_artifact',
      'messages',
      "(account_id, artifact_id) where template_id = ''",
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index messages_of_artifact');
  }
}
