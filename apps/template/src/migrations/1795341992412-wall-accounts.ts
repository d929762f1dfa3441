import { lowerWall, raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['templates', 'locales', 'versions', 'artifacts', 'snippets', 'snippet_uses', 'outbox'];

export class WallAccounts1795341992412 implements MigrationInterface {
  readonly name = 'WallAccounts1795341992412';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return raiseWall(queryRunner, tables);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return lowerWall(queryRunner, tables);
  }
}
