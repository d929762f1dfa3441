import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each deactivation says when it is forgotten. Replicas of the release before write rows without it. */
export class RememberDeparturesLonger1795411000013 implements MigrationInterface {
  readonly name = 'RememberDeparturesLonger1795411000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table departures add column forget_at bigint');
    await queryRunner.query(
      'create index departures_to_forget on departures ((coalesce(forget_at, departed_at + 2592000)))',
    );
    await queryRunner.query('drop index departures_departed_at_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create index on departures (departed_at)');
    await queryRunner.query('alter table departures drop column forget_at');
  }
}
