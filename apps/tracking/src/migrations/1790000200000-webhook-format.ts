import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The form in which a webhook gets its events. */
export class WebhookFormat1790000200000 implements MigrationInterface {
  readonly name = 'WebhookFormat1790000200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table webhooks add column format text not null default 'postrider'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table webhooks drop column format');
  }
}
