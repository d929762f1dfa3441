import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBlobs1790000001000 implements MigrationInterface {
  readonly name = 'CreateBlobs1790000001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table blobs (
         account_id text not null,
         id text collate "C" not null,
         sha256 bytea not null,
         bytes int not null,
         needed_until timestamptz not null,
         primary key (account_id, id),
         unique (account_id, sha256)
       )`,
      'create index on blobs (needed_until)',
      `create table blob_chunks (
         account_id text not null,
         blob_id text collate "C" not null,
         position smallint not null,
         data bytea not null,
         pending_since timestamptz default now(),
         primary key (account_id, blob_id, position)
       )`,
      // Attachments are images, PDFs and archives: compressing them again costs much and saves nothing.
      'alter table blob_chunks alter column data set storage external',
      // Only uploads under way: whoever looks for abandoned ones never passes over what is stored.
      'create index on blob_chunks (pending_since) where pending_since is not null',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table blobs, blob_chunks');
  }
}
