import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Emails that wait for a person's approval. */
export class SendProposals1790000300000 implements MigrationInterface {
  readonly name = 'SendProposals1790000300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table send_proposals (
  account_id text not null,
  id text collate "C" not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected')),
  recipient_key text not null,
  recipients int not null,
  subject text not null,
  recipient jsonb not null,
  email jsonb not null,
  mail json not null,
  test boolean not null,
  proposed_by jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by jsonb,
  reason text,
  log_id text collate "C",
  primary key (account_id, id)
);
create index on send_proposals (account_id, recipient_key);
create index on send_proposals (account_id, id) where status = 'open';
create index on send_proposals (created_at);`);
    await enableRowLevelSecurity(queryRunner, ['send_proposals']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table send_proposals');
  }
}
