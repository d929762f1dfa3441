import { outboxTables } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomers1790000000000 implements MigrationInterface {
  readonly name = 'CreateCustomers1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table customers (
         account_id text not null,
         email text not null,
         data jsonb not null default '{}',
         locale text,
         created_at timestamptz not null default now(),
         modified_at timestamptz not null default now(),
         primary key (account_id, email)
       )`,
      `create table conversions (
         id bigint generated always as identity primary key,
         account_id text not null,
         email text not null,
         revenue bigint,
         converted_at timestamptz not null default now(),
         foreign key (account_id, email) references customers (account_id, email) on delete cascade
       )`,
      'create index on conversions (account_id, email)',
      ...outboxTables,
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table conversions, customers, outbox, inbox');
  }
}
