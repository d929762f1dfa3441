import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions written before there was a choice are Mustache. */
export class AddTemplateEngine1790000000001 implements MigrationInterface {
  readonly name = 'AddTemplateEngine1790000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table versions
         add column engine text not null default 'mustache' check (engine in ('mustache', 'jinja')),
         add column autoescape boolean`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table versions drop column engine, drop column autoescape');
  }
}
