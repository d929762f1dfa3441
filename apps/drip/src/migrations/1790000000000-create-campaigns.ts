import { outboxTables } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCampaigns1790000000000 implements MigrationInterface {
  readonly name = 'CreateCampaigns1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table campaigns (
         account_id text not null,
         id text collate "C" not null,
         name text not null,
         enabled boolean not null default false,
         trigger_template_id text,
         primary key (account_id, id)
       )`,
      `create table steps (
         account_id text not null,
         id text collate "C" not null,
         campaign_id text collate "C" not null,
         position smallint not null,
         template_id text not null,
         delay_seconds bigint not null,
         primary key (account_id, id),
         unique (account_id, campaign_id, position),
         foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
       )`,
      ...outboxTables,
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table steps, campaigns, outbox, inbox');
  }
}
