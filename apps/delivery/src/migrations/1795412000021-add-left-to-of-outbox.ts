import { addLeftTo } from '@postrider/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event that one consumer refused is offered again to that one alone. */
export class AddLeftToOfOutbox1795412000021 implements MigrationInterface {
  readonly name = 'AddLeftToOfOutbox1795412000021';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(addLeftTo);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table outbox drop column left_to');
  }
}
