import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProviderEvents1795343072891 implements MigrationInterface {
  readonly name = 'CreateProviderEvents1795343072891';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table provider_events (
      account_id text not null,
      key bytea not null,
      esp_account_id text not null,
      esp_type text not null,
      type text not null,
      event jsonb,
      received_at timestamptz not null default now(),
      primary key (account_id, key)
    ) with (autovacuum_vacuum_scale_factor = 0.01)`);
    // Only what is still to be passed on.
    await queryRunner.query('create index on provider_events (account_id, received_at) where event is not null');
    await queryRunner.query('create index on provider_events (received_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table provider_events');
  }
}
