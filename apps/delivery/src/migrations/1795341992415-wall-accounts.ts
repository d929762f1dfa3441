import { lowerWall, raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  'logs',
  'messages',
  'log_events',
  'attempts',
  'work',
  'failures',
  'idempotency',
  'esp_accounts',
  'blobs',
  'blob_chunks',
  'drip_mails',
  'drip_orders',
  'outbox',
];

export class WallAccounts1795341992415 implements MigrationInterface {
  readonly name = 'WallAccounts1795341992415';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return raiseWall(queryRunner, tables);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return lowerWall(queryRunner, tables);
  }
}
