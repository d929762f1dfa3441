import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Log-ins that failed have lines, too. */
export class AddRefusedToAudit1795377287982 implements MigrationInterface {
  readonly name = 'AddRefusedToAudit1795377287982';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table audit_entries drop constraint audit_entries_outcome_check');
    await queryRunner.query(
      `alter table audit_entries add constraint audit_entries_outcome_check check (outcome in ('unknown', 'done', 'refused')) not valid`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`delete from audit_entries where outcome = 'refused'`);
    await queryRunner.query('alter table audit_entries drop constraint audit_entries_outcome_check');
    await queryRunner.query(
      `alter table audit_entries add constraint audit_entries_outcome_check check (outcome in ('unknown', 'done'))`,
    );
  }
}
