import { lowerWall, raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['customers', 'conversions', 'outbox'];

export class WallAccounts1795341992413 implements MigrationInterface {
  readonly name = 'WallAccounts1795341992413';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return raiseWall(queryRunner, tables);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return lowerWall(queryRunner, tables);
  }
}
