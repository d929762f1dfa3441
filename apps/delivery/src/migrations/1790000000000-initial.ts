import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPartition, monthlyPartition, partitionedTables } from '../maintenance/partitions.repository.js';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create sequence log_event_seq;
create table logs (
  account_id text not null,
  id text collate "C" not null,
  recipient_address text not null,
  recipient_key text not null,
  recipient_name text not null default '',
  status text not null,
  status_rank smallint not null,
  message text not null,
  template_id text not null,
  template_name text not null,
  version_name text,
  locale text not null,
  test boolean not null default false,
  subject text,
  chosen jsonb,
  primary key (account_id, id)
) partition by range (id);
create index on logs (account_id, recipient_key, id);

create table messages (
  account_id text not null,
  id text collate "C" not null,
  artifact_id text not null,
  template_id text not null,
  esp_account_id text not null,
  content jsonb not null,
  address_hashes bytea[],
  primary key (account_id, id)
) partition by range (id);

-- The subquery runs only for campaign email. offset 0 prevents a join, which would slow down every claim.
create view messages_as_sent with (security_invoker = true) as
select messages.account_id, messages.id, coalesce(chosen ->> 'artifact_id', messages.artifact_id) as artifact_id, messages.template_id, messages.esp_account_id,
       case when chosen is null then messages.content else messages.content || (chosen - 'artifact_id') end as content, messages.address_hashes
from messages cross join lateral (
  select case when messages.artifact_id = '' then (
    select logs.chosen from logs where logs.account_id = messages.account_id and logs.id = messages.id
  ) end as chosen offset 0
) as choice;

create table log_events (
  account_id text not null,
  log_id text collate "C" not null,
  seq bigint not null default nextval('log_event_seq'),
  created_at timestamptz not null default clock_timestamp(),
  type text not null,
  message text not null,
  -- Statistics count only events that move the status.
  moves_status boolean not null default true,
  detail jsonb,
  primary key (account_id, log_id, seq)
) partition by range (log_id);

create table attempts (
  account_id text not null,
  message_id text collate "C" not null,
  attempt smallint not null,
  esp_account_id text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null,
  code text,
  detail text not null,
  provider_message_id text,
  primary key (account_id, message_id, attempt)
) partition by range (message_id);

-- Pending emails only, so that its indexes stay small. While leased, due_at is the end of the lease.
create table work (
  message_id text collate "C" primary key,
  account_id text not null,
  lane text not null,
  due_at timestamptz not null,
  lease_token uuid,
  attempt smallint not null default 1,
  ambiguous boolean not null default false,
  account_failed boolean not null default false,
  waits smallint not null default 0
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- A claim reads each lane separately, so that it does not scan a large backlog of another account.
create index on work (lane, due_at, message_id);
create index on work (lane) where account_failed;

-- Emails that ended without being sent, until it is replayed or dropped.
create table failures (
  account_id text not null,
  message_id text collate "C" not null,
  esp_account_id text not null,
  status text not null,
  code text,
  reason text not null,
  failed_at timestamptz not null default now(),
  primary key (account_id, message_id)
);
create index on failures (failed_at, message_id);
create index failures_of_account on failures (account_id, failed_at, message_id);

create table idempotency (
  account_id text not null,
  idem_key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, idem_key)
);
create index on idempotency (created_at);

create table esp_accounts (
  account_id text not null,
  id text collate "C" not null,
  esp_type text not null,
  name text not null,
  -- Null: imported, not set yet.
  credentials text,
  default_sender jsonb,
  is_default boolean not null default false,
  settings jsonb not null default '{}',
  revision int not null default 1,
  fallback_id text collate "C",
  rate_per_second float8,
  rate_tokens float8 not null default 1,
  rate_refilled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  webhook text,
  primary key (account_id, id),
  foreign key (account_id, fallback_id) references esp_accounts (account_id, id)
);
create unique index esp_accounts_default on esp_accounts (account_id) where is_default;
-- Lanes, drivers and pauses identify an ESP account by its id only, and imported ids come from another installation.
create unique index esp_accounts_id on esp_accounts (id);

create table blobs (
  account_id text not null,
  id text collate "C" not null,
  sha256 bytea not null,
  bytes int not null,
  needed_until timestamptz not null,
  in_bucket boolean not null default false,
  primary key (account_id, id),
  unique (account_id, sha256)
);
create index on blobs (needed_until);

create table blob_chunks (
  account_id text not null,
  blob_id text collate "C" not null,
  position smallint not null,
  data bytea not null,
  pending_since timestamptz default now(),
  primary key (account_id, blob_id, position)
);
-- Attachments are usually compressed already: images, PDFs and archives.
alter table blob_chunks alter column data set storage external;
-- Only uploads in progress, so that the search for abandoned ones does not scan stored ones.
create index on blob_chunks (pending_since) where pending_since is not null;

create table object_removals (
  account_id text not null,
  blob_id text collate "C" not null,
  due_at timestamptz not null,
  primary key (account_id, blob_id)
);
create index on object_removals (due_at);

create table drip_mails (
  account_id text not null,
  membership_id text collate "C" not null,
  step_id text collate "C" not null,
  campaign_id text collate "C" not null,
  message_id text collate "C" not null,
  state text not null default 'waiting',
  handed uuid,
  keep_until timestamptz not null,
  primary key (account_id, membership_id, step_id)
) with (fillfactor = 85);
-- Campaign states find their emails here; they never need cancelled ones.
create index on drip_mails (account_id, campaign_id, message_id) where state <> 'cancelled';
create index on drip_mails (account_id, step_id, message_id) where state <> 'cancelled';
create index on drip_mails (account_id, campaign_id, message_id) where state = 'held';
create index on drip_mails (keep_until);

create table drip_orders (
  account_id text not null,
  id text collate "C" not null,
  campaign_id text collate "C",
  state text not null,
  revision bigint not null default 0,
  changed_at timestamptz not null default now(),
  settled boolean not null default false,
  settled_to text collate "C" not null default '',
  primary key (account_id, id)
);
create index on drip_orders (changed_at) where not settled;
create index on drip_orders (changed_at);
-- A volatile PL/pgSQL function sees rows that were committed after the calling statement started.
create function drip_orders_now(account_ids text[], ids text[]) returns setof drip_orders language plpgsql volatile as $$
       begin
         return query select * from drip_orders as now
           where (now.account_id, now.id) in (select * from unnest(account_ids, ids)) and now.state <> 'running';
       end $$;

create table suppressions (
  account_id text not null,
  address_hash bytea not null,
  reason text not null,
  address text,
  note text not null,
  log_id text collate "C",
  created_at timestamptz not null default now(),
  seq bigint generated always as identity,
  primary key (account_id, address_hash, reason)
);
create index on suppressions (account_id, reason, seq);
-- Bytewise collation, so that an address prefix is one index range.
create index suppressions_by_address on suppressions (account_id, address collate "C");

create table erasures (
  account_id text not null,
  id text collate "C" not null,
  recipient_key text not null,
  pseudonym text not null,
  erased_at timestamptz not null,
  settles_at timestamptz not null default now() + interval '1 minute',
  look_at timestamptz not null default now(),
  request_id text not null,
  primary key (account_id, id)
);
create index on erasures (look_at);

${outboxTables.join(';\n')}`);
    for (const table of partitionedTables) {
      for (const offset of [0, 1, 2])
        await queryRunner.query(createPartition(table, monthlyPartition(table, new Date(), offset)));
      await queryRunner.query(`create table ${table}_default partition of ${table} default`);
    }
    await enableRowLevelSecurity(queryRunner, [
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
      'object_removals',
      'drip_mails',
      'drip_orders',
      'suppressions',
      'erasures',
      'outbox',
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `drop view messages_as_sent;
       drop function drip_orders_now;
       drop table logs, messages, log_events, attempts, work, failures, idempotency, esp_accounts, blobs, blob_chunks,
         object_removals, drip_mails, drip_orders, suppressions, erasures, outbox, inbox;
       drop sequence log_event_seq`,
    );
  }
}
