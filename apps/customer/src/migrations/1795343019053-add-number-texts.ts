import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of numbers that JavaScript would not print as they were written: by attribute, because what is merged is attributes. */
export class AddNumberTexts1795343019053 implements MigrationInterface {
  readonly name = 'AddNumberTexts1795343019053';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table customers add column number_texts jsonb not null default '{}'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table customers drop column number_texts');
  }
}
