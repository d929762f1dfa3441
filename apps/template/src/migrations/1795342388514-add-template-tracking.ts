import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Null: the template leaves it to the account. */
export class AddTemplateTracking1795342388514 implements MigrationInterface {
  readonly name = 'AddTemplateTracking1795342388514';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table templates add column tracking jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table templates drop column tracking');
  }
}
