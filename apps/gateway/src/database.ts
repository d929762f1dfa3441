import type { DatabaseDefinition, Environment, RetentionRule } from '@postrider/service';
import { defineConfig, olderThan, onDatabase, variables, withoutPersonalData } from '@postrider/service';
import { rateBucketsEntity } from '@postrider/limits';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { IdentityHookEntity } from './identity-hooks/identity-hook.entity.js';
import { IdentityHooks1790000001000 } from './migrations/1790000001000-identity-hooks.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { Reviews1790001400000 } from './migrations/1790001400000-reviews.js';
import type { DataSource } from 'typeorm';
import { EntitySchema } from 'typeorm';
import { rateBucketsRetention } from '@postrider/concurrency';
import { alive } from './sessions/sessions.repository.js';

/** Tables whose repositories use only SQL. */
const gatewayTables: readonly EntitySchema[] = [
  new EntitySchema({
    name: 'users',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      email: { type: 'text', collation: 'C' },
      name: { type: 'text' },
      language: { type: 'text', nullable: true },
      password_hash: { type: 'text', nullable: true },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'memberships',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      account_id: { type: 'text', collation: 'C' },
      user_id: { type: 'text', collation: 'C', nullable: true },
      email: { type: 'text', collation: 'C' },
      name: { type: 'text' },
      role: { type: 'text' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'sessions',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      user_id: { type: 'text', collation: 'C' },
      digest: { type: 'bytea' },
      address: { type: 'text' },
      user_agent: { type: 'text' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      last_seen_at: { type: 'timestamptz', default: () => 'now()' },
      expires_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'user_devices',
    columns: {
      digest: { type: 'bytea', primary: true },
      user_id: { type: 'text', collation: 'C' },
      address: { type: 'text' },
      last_used_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'one_time_tokens',
    columns: {
      digest: { type: 'bytea', primary: true },
      purpose: { type: 'text' },
      membership_id: { type: 'text', collation: 'C', nullable: true },
      user_id: { type: 'text', collation: 'C', nullable: true },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      expires_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'link_mails',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      sent_for: { type: 'text', collation: 'C' },
      sent_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'audit_entries',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      account_id: { type: 'text', collation: 'C' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      actor_type: { type: 'text' },
      actor_id: { type: 'text', collation: 'C' },
      actor_name: { type: 'text' },
      operation: { type: 'text' },
      summary: { type: 'text' },
      objects: { type: 'text', array: true },
      before: { type: 'text', nullable: true },
      after: { type: 'text', nullable: true },
      outcome: { type: 'text', default: 'unknown' },
      request_id: { type: 'text' },
      address: { type: 'text' },
    },
  }),
];

const maxAuditEntries = 100_000;
const hourly = { everyMinutes: 60, batchSize: 1_000 };

export const gatewayRetention: readonly RetentionRule[] = [
  rateBucketsRetention,
  { table: 'audit_entries', ...olderThan('created_at', '400 days'), ...hourly },
  // The oldest entries of an account beyond the maximum.
  {
    table: 'audit_entries',
    where: `id in (
      select entry.id from (select account_id from audit_entries group by account_id having count(*) > ${maxAuditEntries}) as large
        cross join lateral (
          select id from audit_entries where account_id = large.account_id order by id desc offset ${maxAuditEntries}
        ) as entry)`,
    ...hourly,
  },
  { table: 'sessions', where: `not (${alive})`, ...hourly },
  { table: 'one_time_tokens', where: 'expires_at <= now()', ...hourly },
  { table: 'link_mails', where: `sent_at <= now() - interval '1 h'`, ...hourly },
];

export const gatewayDatabase: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity, IdentityHookEntity, rateBucketsEntity, ...gatewayTables],
  // Users of an account, not recipients. The account itself removes them.
  personalData: withoutPersonalData('api_keys', 'identity_hooks', 'memberships', 'audit_entries'),
  migrations: [Initial1790000000000, IdentityHooks1790000001000, Reviews1790001400000],
};

export const databaseUrl = (command: string, environment: Environment | undefined): string =>
  defineConfig(command, { DATABASE_URL: variables.databaseUrl }).read(environment).DATABASE_URL;

/** Runs `work` of an operator's command on the gateway's database, from DATABASE_URL. */
export const onGatewayDatabase = async <Result>(
  command: string,
  environment: Environment | undefined,
  work: (database: DataSource) => Promise<Result>,
): Promise<Result> => onDatabase(gatewayDatabase, databaseUrl(command, environment), 1, work);
