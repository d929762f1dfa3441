import { outboxTables } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStatistics1790000000000 implements MigrationInterface {
  readonly name = 'CreateStatistics1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table daily_counts (
      account_id text not null,
      day date not null,
      template_id text not null,
      outcome text not null,
      count bigint not null,
      primary key (account_id, day, template_id, outcome)
    )`);
    for (const statement of outboxTables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table daily_counts, outbox, inbox');
  }
}
