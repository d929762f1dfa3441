import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of numbers in sample data that JavaScript would not print as they were written. */
export class AddNumberTexts1795343019069 implements MigrationInterface {
  readonly name = 'AddNumberTexts1795343019069';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table versions add column number_texts json');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table versions drop column number_texts');
  }
}
