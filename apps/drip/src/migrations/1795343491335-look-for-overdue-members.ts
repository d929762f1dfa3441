import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LookForOverdueMembers1795343491335 implements MigrationInterface {
  readonly name = 'LookForOverdueMembers1795343491335';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table memberships add column looked_at bigint not null default 0');
    await queryRunner.query(
      `create index memberships_overdue on memberships (greatest(due_at, looked_at)) where state = 'waiting'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table memberships drop column looked_at');
  }
}
