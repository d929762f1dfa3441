import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1795364943747 implements MigrationInterface {
  readonly name = 'CreateUsers1795364943747';

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      `create table users (
         id text collate "C" primary key,
         email text collate "C" not null unique,
         name text not null,
         language text,
         password_hash text,
         created_at timestamptz not null default now()
       )`,
      // Without a user it is an invitation that nobody has accepted.
      `create table memberships (
         id text collate "C" primary key,
         account_id text collate "C" not null references accounts (id) on delete cascade,
         user_id text collate "C" references users (id) on delete cascade,
         email text collate "C" not null,
         name text not null,
         role text not null check (role in ('viewer', 'editor', 'admin')),
         created_at timestamptz not null default now(),
         unique (account_id, email)
       )`,
      'create unique index memberships_of_users on memberships (user_id, account_id)',
      `create table sessions (
         id text collate "C" primary key,
         user_id text collate "C" not null references users (id) on delete cascade,
         digest bytea not null unique check (length(digest) = 32),
         address text not null,
         user_agent text not null,
         created_at timestamptz not null default now(),
         last_seen_at timestamptz not null default now(),
         expires_at timestamptz not null
       )`,
      'create index on sessions (user_id, id)',
      'create index on sessions (expires_at)',
      `create table user_devices (
         digest bytea primary key check (length(digest) = 32),
         user_id text collate "C" not null references users (id) on delete cascade,
         address text not null,
         last_used_at timestamptz not null default now()
       )`,
      'create index on user_devices (user_id, last_used_at)',
      `create table one_time_tokens (
         digest bytea primary key check (length(digest) = 32),
         purpose text not null check (purpose in ('first_admin', 'invitation', 'password_reset')),
         membership_id text collate "C" references memberships (id) on delete cascade,
         user_id text collate "C" references users (id) on delete cascade,
         created_at timestamptz not null default now(),
         expires_at timestamptz not null
       )`,
      'create index on one_time_tokens (membership_id)',
      'create index on one_time_tokens (user_id)',
      'create index on one_time_tokens (expires_at)',
    ];
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table one_time_tokens, user_devices, sessions, memberships, users');
  }
}
