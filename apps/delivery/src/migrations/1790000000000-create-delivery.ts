import { outboxTables } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPartition, monthlyPartition, partitionedTables } from '../maintenance/partitions.js';

export class CreateDelivery1790000000000 implements MigrationInterface {
  readonly name = 'CreateDelivery1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      'create sequence log_event_seq',
      `create table logs (
         account_id text not null,
         id text collate "C" not null,
         recipient_address text not null,
         recipient_key text not null,
         recipient_name text not null default '',
         status text not null,
         status_rank smallint not null,
         message text not null,
         template_id text not null,
         template_name text not null,
         version_name text,
         locale text not null,
         test boolean not null default false,
         primary key (account_id, id)
       ) partition by range (id)`,
      'create index on logs (account_id, recipient_key, id)',
      `create table messages (
         account_id text not null,
         id text collate "C" not null,
         artifact_id text not null,
         template_id text not null,
         esp_account_id text not null,
         content jsonb not null,
         primary key (account_id, id)
       ) partition by range (id)`,
      `create table log_events (
         account_id text not null,
         log_id text collate "C" not null,
         seq bigint not null default nextval('log_event_seq'),
         created_at timestamptz not null default clock_timestamp(),
         type text not null,
         message text not null,
         primary key (account_id, log_id, seq)
       ) partition by range (log_id)`,
      `create table attempts (
         account_id text not null,
         message_id text collate "C" not null,
         attempt smallint not null,
         esp_account_id text not null,
         started_at timestamptz not null,
         finished_at timestamptz not null,
         outcome text not null,
         code text,
         detail text not null,
         provider_message_id text,
         primary key (account_id, message_id, attempt)
       ) partition by range (message_id)`,
      // Only what is pending: its indexes stay small whatever the history. While leased, due_at is the lease's end.
      `create table work (
         message_id text collate "C" primary key,
         account_id text not null,
         lane text not null,
         due_at timestamptz not null,
         lease_token uuid,
         attempt smallint not null default 1,
         ambiguous boolean not null default false,
         account_failed boolean not null default false,
         waits smallint not null default 0
       ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)`,
      // A claim looks into each lane by itself: a million mails that wait for one account are never passed over to reach those of another.
      'create index on work (lane, due_at, message_id)',
      'create index on work (lane) where account_failed',
      // What ended without being sent, until an operator has replayed or dropped it.
      `create table failures (
         account_id text not null,
         message_id text collate "C" not null,
         esp_account_id text not null,
         status text not null,
         code text,
         reason text not null,
         failed_at timestamptz not null default now(),
         primary key (account_id, message_id)
       )`,
      'create index on failures (failed_at, message_id)',
      `create table idempotency (
         account_id text not null,
         idem_key text not null,
         request_hash text not null,
         answer jsonb not null,
         created_at timestamptz not null default now(),
         primary key (account_id, idem_key)
       )`,
      'create index on idempotency (created_at)',
      `create table esp_accounts (
         account_id text not null,
         id text collate "C" not null,
         esp_type text not null,
         name text not null,
         credentials text not null,
         default_sender jsonb,
         is_default boolean not null default false,
         settings jsonb not null default '{}',
         revision int not null default 1,
         fallback_id text collate "C",
         rate_per_second float8,
         rate_tokens float8 not null default 1,
         rate_refilled_at timestamptz not null default now(),
         created_at timestamptz not null default now(),
         primary key (account_id, id),
         foreign key (account_id, fallback_id) references esp_accounts (account_id, id)
       )`,
      'create unique index esp_accounts_default on esp_accounts (account_id) where is_default',
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
      ...outboxTables,
    ];
    for (const statement of statements) await queryRunner.query(statement);
    for (const table of partitionedTables) {
      for (const offset of [0, 1, 2])
        await queryRunner.query(createPartition(table, monthlyPartition(table, new Date(), offset)));
      await queryRunner.query(`create table ${table}_default partition of ${table} default`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'drop table logs, messages, log_events, attempts, work, failures, idempotency, esp_accounts, blobs, blob_chunks, outbox, inbox',
    );
    await queryRunner.query('drop sequence log_event_seq');
  }
}
