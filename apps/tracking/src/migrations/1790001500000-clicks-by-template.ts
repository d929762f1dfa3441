import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the newest clicked emails of a template. */
export class ClicksByTemplate1790001500000 implements MigrationInterface {
  readonly name = 'ClicksByTemplate1790001500000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(queryRunner, 'figure_clicks_by_template', 'figure_clicks', '(account_id, template_id, log_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index figure_clicks_by_template');
  }
}
