import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEventStreams1795355906109 implements MigrationInterface {
  readonly name = 'CreateEventStreams1795355906109';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table event_streams (
         account_id text primary key,
         last_position bigint not null,
         kept_from bigint not null,
         read_at timestamptz not null default now()
       ) with (fillfactor = 50)`,
      `create table stream_events (
         account_id text not null,
         event_id text collate "C" not null,
         position bigint,
         type text not null,
         template_id text not null,
         tags jsonb not null,
         body text not null,
         received_at timestamptz not null default clock_timestamp(),
         primary key (account_id, event_id)
       ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`,
      'create unique index on stream_events (account_id, position) where position is not null',
      'create index on stream_events (account_id, event_id) where position is null',
      'create index on stream_events (received_at)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
    await raiseWall(queryRunner, ['event_streams', 'stream_events']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table stream_events, event_streams');
  }
}
