import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1795342198418 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795342198418';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table webhooks (
      account_id text not null,
      id text collate "C" not null,
      url text not null,
      events text[] not null,
      description text not null,
      enabled boolean not null,
      secrets text not null,
      old_secret_until timestamptz,
      failing_since timestamptz,
      switched_off_at timestamptz,
      missed bigint not null default 0,
      created_at timestamptz not null default now(),
      primary key (account_id, id)
    )`);
    await queryRunner.query(`create table webhook_events (
      account_id text not null,
      id text collate "C" not null,
      type text not null,
      log_id text collate "C" not null,
      body text not null,
      created_at timestamptz not null default now(),
      primary key (account_id, id)
    )`);
    await queryRunner.query('create index on webhook_events (created_at)');
    await queryRunner.query('create index on webhook_events (account_id, log_id)');
    // Only what waits: without a time, behind an earlier event of its log.
    await queryRunner.query(`create table webhook_posts (
      account_id text not null,
      webhook_id text collate "C" not null,
      event_id text collate "C" not null,
      log_id text collate "C" not null,
      stage smallint not null,
      seq bigint generated always as identity,
      attempt smallint not null default 0,
      due_at timestamptz,
      lease uuid,
      primary key (account_id, event_id, webhook_id)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01)`);
    // Each statement has one index that it can go by: statistics are of no help with a table that is empty now and long a minute later.
    await queryRunner.query(
      'create index on webhook_posts (account_id, webhook_id, due_at, seq) where due_at is not null',
    );
    await queryRunner.query('create index on webhook_posts (account_id, webhook_id, log_id, stage, seq)');
    await queryRunner.query(`create table webhook_attempts (
      account_id text not null,
      webhook_id text collate "C" not null,
      id bigint generated always as identity,
      event_id text collate "C" not null,
      type text not null,
      attempt smallint not null,
      outcome text not null,
      status smallint,
      message text not null,
      answer text not null,
      milliseconds int not null,
      next_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (account_id, webhook_id, id)
    )`);
    await queryRunner.query('create index on webhook_attempts (account_id, webhook_id, event_id, id)');
    await queryRunner.query('create index on webhook_attempts (created_at)');
    await raiseWall(queryRunner, ['webhooks', 'webhook_events', 'webhook_posts', 'webhook_attempts']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table webhook_attempts, webhook_posts, webhook_events, webhooks');
  }
}
