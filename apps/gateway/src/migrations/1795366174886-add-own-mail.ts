import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One account at most is Postrider's own. */
export class AddOwnMail1795366174886 implements MigrationInterface {
  readonly name = 'AddOwnMail1795366174886';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts add column own_mail jsonb');
    await queryRunner.query(
      'create unique index accounts_own_mail on accounts ((own_mail is not null)) where own_mail is not null',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table accounts drop column own_mail');
  }
}
