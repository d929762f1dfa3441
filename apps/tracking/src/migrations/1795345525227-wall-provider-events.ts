import { lowerWall, raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['provider_events'];

export class WallProviderEvents1795345525227 implements MigrationInterface {
  readonly name = 'WallProviderEvents1795345525227';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return raiseWall(queryRunner, tables);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return lowerWall(queryRunner, tables);
  }
}
