import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPartition, monthlyPartition, partitionedTables } from '../maintenance/partitions.repository.js';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create sequence log_event_seq;
-- What callers read about a message: a narrow row, because it is listed often. Its creation time is part of the id.
create table logs (
  account_id text not null,
  id text collate "C" not null,
  recipient_address text not null,
  -- The normalized address, as in customers: trimmed and in lower case.
  recipient_key text not null,
  recipient_name text not null default '',
  status text not null,
  status_rank smallint not null,
  -- Text for people about the latest status.
  message text not null,
  template_id text not null,
  template_name text not null,
  version_name text,
  locale text not null,
  test boolean not null default false,
  -- Start of the subject rendered by the last attempt; null before the first.
  subject text,
  -- The version chosen for a due campaign email; messages_as_sent merges it over the planned content.
  chosen jsonb,
  primary key (account_id, id)
) partition by range (id);
create index on logs (account_id, recipient_key, id);

-- The accepted content of a message, read only by retries and resends. It has the id of its log.
create table messages (
  account_id text not null,
  id text collate "C" not null,
  artifact_id text not null,
  -- Copied from the log, so that an attempt reads one row instead of two.
  template_id text not null,
  esp_account_id text not null,
  content jsonb not null,
  -- Hashes of all its recipients, as in suppressions; null after an erasure.
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

-- An event of a message; append-only.
create table log_events (
  account_id text not null,
  log_id text collate "C" not null,
  seq bigint not null default nextval('log_event_seq'),
  created_at timestamptz not null default clock_timestamp(),
  type text not null,
  message text not null,
  -- Statistics count only events that move the status.
  moves_status boolean not null default true,
  -- Details of a reported event; null for events of sending itself.
  detail jsonb,
  primary key (account_id, log_id, seq)
) partition by range (log_id);

-- One attempt to hand a message to an ESP, and its outcome.
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
  -- Its queue: that of its ESP account, or its account's part of the built-in server or of test keys (toLane).
  lane text not null,
  -- When to send it; while it is leased, when the lease expires.
  due_at timestamptz not null,
  lease_token uuid,
  attempt smallint not null default 1,
  -- The outcome of an attempt is unknown: the ESP may have the message.
  ambiguous boolean not null default false,
  -- The last attempt failed through the fault of the ESP account, so its fallback may send the message immediately.
  account_failed boolean not null default false,
  -- Number of consecutive waits in which a dependency failed before an ESP was called.
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
  -- bounced or dropped.
  status text not null,
  -- The provider's code, as in the attempt; null when no provider was called.
  code text,
  reason text not null,
  failed_at timestamptz not null default now(),
  primary key (account_id, message_id)
);
create index on failures (failed_at, message_id);
create index failures_of_account on failures (account_id, failed_at, message_id);

-- The first response for an Idempotency-Key, committed with its message or proposal.
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

-- Content that messages of an account refer to, stored once however often it is sent.
create table blobs (
  account_id text not null,
  id text collate "C" not null,
  sha256 bytea not null,
  bytes int not null,
  -- No message needs it after this time; then it is deleted.
  needed_until timestamptz not null,
  -- The content is an object in the bucket rather than in blob_chunks.
  in_bucket boolean not null default false,
  primary key (account_id, id),
  unique (account_id, sha256)
);
create index on blobs (needed_until);

-- A part of a blob, in the size in which it came over the broker.
create table blob_chunks (
  account_id text not null,
  blob_id text collate "C" not null,
  position smallint not null,
  data bytea not null,
  -- Time of the upload; null once its blob is committed.
  pending_since timestamptz default now(),
  primary key (account_id, blob_id, position)
);
-- Attachments are usually compressed already: images, PDFs and archives.
alter table blob_chunks alter column data set storage external;
-- Only uploads in progress, so that the search for abandoned ones does not scan stored ones.
create index on blob_chunks (pending_since) where pending_since is not null;

-- An object in the bucket without a blob: an upload in progress, or content no longer needed. It is removed at due_at.
create table object_removals (
  account_id text not null,
  blob_id text collate "C" not null,
  due_at timestamptz not null,
  primary key (account_id, blob_id)
);
create index on object_removals (due_at);

-- The message of a membership's step; there is never more than one. Kept for some time after the email is final, so
-- that redelivered requests do not create a second one (docs/drips.md#guarantees).
create table drip_mails (
  account_id text not null,
  membership_id text collate "C" not null,
  step_id text collate "C" not null,
  campaign_id text collate "C" not null,
  message_id text collate "C" not null,
  -- held: due, but its campaign is paused or ended. cancelled: it will not be sent.
  state text not null default 'waiting',
  -- The lease under which it was last given to a provider. While that is the current lease, the email is in flight.
  handed uuid,
  keep_until timestamptz not null,
  primary key (account_id, membership_id, step_id)
) with (fillfactor = 85);
-- Campaign states find their emails here; they never need cancelled ones.
create index on drip_mails (account_id, campaign_id, message_id) where state <> 'cancelled';
create index on drip_mails (account_id, step_id, message_id) where state <> 'cancelled';
create index on drip_mails (account_id, campaign_id, message_id) where state = 'held';
create index on drip_mails (keep_until);

-- The last state that the drip service set for a campaign, a step or a membership; those without a row are running.
create table drip_orders (
  account_id text not null,
  -- Id of the campaign, the step or the membership.
  id text collate "C" not null,
  -- The campaign itself, or the campaign of the step; null for a membership.
  campaign_id text collate "C",
  state text not null,
  revision bigint not null default 0,
  changed_at timestamptz not null default now(),
  -- Whether all its emails have been cancelled or queued again. settled_to: the last message processed so far.
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

-- A reason not to send email to an address; an address may have one entry per reason. The hash is kept when the address
-- is erased.
create table suppressions (
  account_id text not null,
  address_hash bytea not null,
  reason text not null,
  -- Normalized by addressKey; null after its owner was erased.
  address text,
  -- Text of the receiver, the provider or the user who added it.
  note text not null,
  -- The email that caused it.
  log_id text collate "C",
  created_at timestamptz not null default now(),
  -- Order of the list.
  seq bigint generated always as identity,
  primary key (account_id, address_hash, reason)
);
create index on suppressions (account_id, reason, seq);
-- Bytewise collation, so that an address prefix is one index range.
create index suppressions_by_address on suppressions (account_id, address collate "C");

-- An erasure in progress; the row is deleted when it is complete.
create table erasures (
  account_id text not null,
  id text collate "C" not null,
  recipient_key text not null,
  pseudonym text not null,
  -- Email accepted before this time is erased.
  erased_at timestamptz not null,
  -- From this time on, no more email arrives that was accepted before erased_at.
  settles_at timestamptz not null default now() + interval '1 minute',
  -- When to process it next.
  look_at timestamptz not null default now(),
  -- Of the request for the erasure.
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
