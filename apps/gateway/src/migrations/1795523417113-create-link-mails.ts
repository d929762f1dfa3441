import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens do not count the mails that were sent: a token is deleted once it is used or replaced, and with its invitation. */
export class CreateLinkMails1795523417113 implements MigrationInterface {
  readonly name = 'CreateLinkMails1795523417113';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create table link_mails (
         id text collate "C" primary key,
         sent_for text collate "C" not null,
         sent_at timestamptz not null default now()
       )`,
    );
    await queryRunner.query('create index on link_mails (sent_for, sent_at)');
    await queryRunner.query('create index on link_mails (sent_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table link_mails');
  }
}
