import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEngagements1795343405453 implements MigrationInterface {
  readonly name = 'AddEngagements1795343405453';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table arrivals (
         account_id text not null,
         id text collate "C" primary key,
         log_id text not null,
         kind text not null check (kind in ('open', 'click')),
         at timestamptz not null,
         count int not null,
         bot text,
         link int,
         url text,
         user_agent text,
         judged_at timestamptz not null
       ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)`,
      'create index on arrivals (judged_at)',
      'create index on arrivals (account_id, log_id)',
      // The log first, which sorts by time: what is old is found without another index.
      `create table engagements (
         account_id text not null,
         log_id text collate "C" not null,
         id text collate "C" not null,
         kind text not null check (kind in ('open', 'click', 'unsubscribe')),
         at timestamptz not null,
         count int not null default 1,
         bot text,
         link int,
         url text,
         user_agent text,
         primary key (log_id, account_id, id)
       )`,
      `create table engagement_counts (
         account_id text not null,
         log_id text collate "C" not null,
         opens int not null default 0,
         clicks int not null default 0,
         machine_opens int not null default 0,
         machine_clicks int not null default 0,
         kept int not null default 0,
         kept_machines int not null default 0,
         unsubscribed_at timestamptz,
         primary key (log_id, account_id)
       ) with (fillfactor = 85)`,
    ];
    for (const statement of statements) await queryRunner.query(statement);
    await raiseWall(queryRunner, ['arrivals', 'engagements', 'engagement_counts']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table arrivals, engagements, engagement_counts');
  }
}
