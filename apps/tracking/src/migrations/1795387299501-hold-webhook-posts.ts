import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A post that is early knows what it awaits and until when, so that nothing else that is told of its log meanwhile lets it go. */
export class HoldWebhookPosts1795387299501 implements MigrationInterface {
  readonly name = 'HoldWebhookPosts1795387299501';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table webhook_posts add column held_until timestamptz, add column awaits text[]');
    await queryRunner.query('alter table webhooks add column listens_since timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table webhooks drop column listens_since');
    await queryRunner.query('alter table webhook_posts drop column held_until, drop column awaits');
  }
}
