import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTemplateSamples1795368035493 implements MigrationInterface {
  readonly name = 'CreateTemplateSamples1795368035493';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table if not exists template_samples (
      account_id text not null,
      id text collate "C" not null,
      template_id text collate "C" not null,
      name text not null,
      template_data json not null,
      number_texts json,
      created_at timestamptz not null default clock_timestamp(),
      modified_at timestamptz not null default clock_timestamp(),
      primary key (account_id, id),
      foreign key (account_id, template_id) references templates (account_id, id) on delete cascade
    )`);
    await queryRunner.query(
      'create index if not exists template_samples_of_template on template_samples (account_id, template_id)',
    );
    await raiseWall(queryRunner, ['template_samples']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table template_samples');
  }
}
