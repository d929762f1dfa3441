import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sumFunctions, summedColumns } from './1790000000000-initial.js';

const seconds = [1, 2, 4, 8, 16, 32, 64, 128, 512, 2_048, 8_192, 32_768, 131_072];
const times = [...seconds.map((each) => `delivered_in_${each}s`), 'delivered_later'];
const each = (column: (time: string) => string): string => times.map(column).join(', ');
/** Locked in the order of the writers: the sums first. */
const tables = ['figure_sums', 'figures'];

/** Deliveries by their time since acceptance. */
export class DeliveryTimes1790000700000 implements MigrationInterface {
  readonly name = 'DeliveryTimes1790000700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables)
      await queryRunner.query(`alter table ${table} ${each((time) => `add column ${time} int not null default 0`)}`);
    await queryRunner.query('alter table figure_mails add column delivered_after_ms bigint');
    await queryRunner.query(sumFunctions([...summedColumns, ...times]));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(sumFunctions(summedColumns));
    await queryRunner.query('alter table figure_mails drop column delivered_after_ms');
    for (const table of tables)
      await queryRunner.query(`alter table ${table} ${each((time) => `drop column ${time}`)}`);
  }
}
