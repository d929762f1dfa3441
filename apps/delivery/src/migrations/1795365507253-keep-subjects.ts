import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepSubjects1795365507253 implements MigrationInterface {
  readonly name = 'KeepSubjects1795365507253';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table logs add column subject text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table logs drop column subject');
  }
}
