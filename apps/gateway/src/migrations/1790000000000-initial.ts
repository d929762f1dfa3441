import { rateBucketsTable } from '@postrider/concurrency';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table accounts (
  id text collate "C" primary key,
  name text not null,
  default_sender jsonb,
  created_at timestamptz not null default now(),
  limits jsonb,
  tracking jsonb,
  own_mail jsonb
);
-- A host name leads to one account.
create unique index accounts_tracking_domain on accounts ((tracking ->> 'domain'));
-- At most one account sends system email.
create unique index accounts_own_mail on accounts ((own_mail is not null)) where own_mail is not null;

create table api_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('live', 'test')),
  name text not null,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  hint text not null,
  scopes text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on api_keys (account_id, id);

create table users (
  id text collate "C" primary key,
  email text collate "C" not null unique,
  name text not null,
  language text,
  password_hash text,
  created_at timestamptz not null default now()
);

-- A row without a user is an invitation that nobody has accepted.
create table memberships (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  user_id text collate "C" references users (id) on delete cascade,
  email text collate "C" not null,
  name text not null,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  created_at timestamptz not null default now(),
  unique (account_id, email)
);
create unique index memberships_of_users on memberships (user_id, account_id);

create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  digest bytea not null unique check (length(digest) = 32),
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on sessions (user_id, id);
create index on sessions (expires_at);

create table user_devices (
  digest bytea primary key check (length(digest) = 32),
  user_id text collate "C" not null references users (id) on delete cascade,
  address text not null,
  last_used_at timestamptz not null default now()
);
create index on user_devices (user_id, last_used_at);

create table one_time_tokens (
  digest bytea primary key check (length(digest) = 32),
  purpose text not null check (purpose in ('first_admin', 'invitation', 'password_reset')),
  membership_id text collate "C" references memberships (id) on delete cascade,
  user_id text collate "C" references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on one_time_tokens (membership_id);
create index on one_time_tokens (user_id);
create index on one_time_tokens (expires_at);

-- Tokens cannot count the emails sent: a token is deleted when it is used or replaced, and with its invitation.
create table link_mails (
  id text collate "C" primary key,
  sent_for text collate "C" not null,
  sent_at timestamptz not null default now()
);
create index on link_mails (sent_for, sent_at);
create index on link_mails (sent_at);

create table audit_entries (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('user', 'key')),
  actor_id text collate "C" not null,
  actor_name text not null,
  operation text not null,
  summary text not null,
  objects text[] not null,
  before text,
  after text,
  outcome text not null default 'unknown' check (outcome in ('unknown', 'done', 'refused')),
  request_id text not null,
  address text not null
);
create index on audit_entries (account_id, id);
create index on audit_entries (created_at);

${rateBucketsTable}`);
    await enableRowLevelSecurity(queryRunner, ['api_keys', 'memberships', 'audit_entries']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `drop table audit_entries, link_mails, one_time_tokens, user_devices, sessions, memberships, users, api_keys, accounts,
         rate_buckets`,
    );
  }
}
