import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDripMails1790000001000 implements MigrationInterface {
  readonly name = 'CreateDripMails1790000001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table drip_mails (
         account_id text not null,
         membership_id text collate "C" not null,
         step_id text collate "C" not null,
         campaign_id text collate "C" not null,
         message_id text collate "C" not null,
         state text not null default 'waiting',
         handed uuid,
         keep_until timestamptz not null,
         primary key (account_id, membership_id, step_id)
       ) with (fillfactor = 85)`,
      // What an order on a campaign or on a step is about; what is cancelled is never looked for again.
      `create index on drip_mails (account_id, campaign_id, message_id) where state <> 'cancelled'`,
      `create index on drip_mails (account_id, step_id, message_id) where state <> 'cancelled'`,
      `create index on drip_mails (account_id, campaign_id, message_id) where state = 'held'`,
      'create index on drip_mails (keep_until)',
      `create table drip_orders (
         account_id text not null,
         id text collate "C" not null,
         campaign_id text collate "C",
         state text not null,
         revision bigint not null default 0,
         changed_at timestamptz not null default now(),
         settled boolean not null default false,
         settled_to text collate "C" not null default '',
         primary key (account_id, id)
       )`,
      // Only what there is still to do about.
      'create index on drip_orders (changed_at) where not settled',
      'create index on drip_orders (changed_at)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table drip_mails, drip_orders');
  }
}
