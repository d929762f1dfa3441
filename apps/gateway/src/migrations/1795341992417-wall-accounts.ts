import { lowerWall, raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['api_keys'];

export class WallAccounts1795341992417 implements MigrationInterface {
  readonly name = 'WallAccounts1795341992417';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return raiseWall(queryRunner, tables);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return lowerWall(queryRunner, tables);
  }
}
