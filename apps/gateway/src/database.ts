import type { DatabaseDefinition, Environment, RetentionRule } from '@postrider/service';
import { defineConfig, olderThan, onDatabase, variables, withoutPersonalData } from '@postrider/service';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { IdentityHookEntity } from './identity-hooks/identity-hook.entity.js';
import { IdentityHooks1790000001000 } from './migrations/1790000001000-identity-hooks.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { Reviews1790001400000 } from './migrations/1790001400000-reviews.js';
import type { DataSource } from 'typeorm';
import { rateBucketsRetention } from '@postrider/concurrency';
import { alive } from './sessions/sessions.repository.js';

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
  entities: [AccountEntity, ApiKeyEntity, IdentityHookEntity],
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
