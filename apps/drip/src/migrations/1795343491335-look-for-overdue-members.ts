import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LookForOverdueMembers1795343491335 implements MigrationInterface {
  readonly name = 'LookForOverdueMembers1795343491335';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table memberships add column if not exists looked_at bigint not null default 0');
    await createIndex(
      queryRunner,
      'memberships_overdue',
      'memberships',
      `(greatest(due_at, looked_at)) where state = 'waiting'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table memberships drop column looked_at');
  }
}
