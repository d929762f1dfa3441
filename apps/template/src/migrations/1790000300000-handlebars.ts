import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions in Handlebars. */
export class Handlebars1790000300000 implements MigrationInterface {
  readonly name = 'Handlebars1790000300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table versions drop constraint versions_engine_check,
        add constraint versions_engine_check check (engine in ('mustache', 'jinja', 'handlebars')) not valid
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table versions drop constraint versions_engine_check,
        add constraint versions_engine_check check (engine in ('mustache', 'jinja')) not valid
    `);
  }
}
