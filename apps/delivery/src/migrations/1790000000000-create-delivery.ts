import { outboxTables } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPartition, monthlyPartition, partitionedTables } from '../partitions/partitions.js';

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
         ambiguous boolean not null default false
       ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)`,
      'create index on work (due_at, message_id)',
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
         created_at timestamptz not null default now(),
         primary key (account_id, id)
       )`,
      'create unique index esp_accounts_default on esp_accounts (account_id) where is_default',
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
      'drop table logs, messages, log_events, attempts, work, idempotency, esp_accounts, outbox, inbox',
    );
    await queryRunner.query('drop sequence log_event_seq');
  }
}
