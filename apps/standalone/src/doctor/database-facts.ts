import type { DatabaseDefinition } from '@postrider/service';
import { databaseClient, unusableDatabase } from '@postrider/service';
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;

/** Facts about the database and the current role. */
export interface DatabaseFacts {
  readonly role: string;
  readonly database: string;
  readonly versionNumber: number;
  readonly maxConnections: number;
  readonly bypassesRowLevelSecurity: boolean;
  readonly isReplica: boolean;
  readonly fsync: boolean;
  readonly synchronousCommit: string;
  readonly hasSchema: boolean;
  readonly mayUseSchema: boolean;
  readonly mayCreateSchema: boolean;
  /** Schemas of other apps that the role has access to. */
  readonly visibleSchemas: readonly string[];
  /** Tables of its own schema that it cannot read and write. */
  readonly inaccessibleTables: readonly string[];
  /** Names of the applied migrations. */
  readonly migrations: readonly string[];
  /** Offset of our clock from the database's; values below half of `roundTripMs` are not significant. */
  readonly clockAheadMs: number;
  readonly roundTripMs: number;
}

const serverQuery = `select current_user as role, current_database() as database,
    current_setting('server_version_num')::int as "versionNumber", current_setting('max_connections')::int as "maxConnections",
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "bypassesRowLevelSecurity", pg_is_in_recovery() as "isReplica",
    current_setting('fsync')::bool as fsync, current_setting('synchronous_commit') as "synchronousCommit",
    to_regnamespace($1) is not null as "hasSchema",
    coalesce(has_schema_privilege(to_regnamespace($1), 'usage'), false) as "mayUseSchema",
    has_database_privilege(current_database(), 'create') as "mayCreateSchema",
    array(select nspname::text from pg_namespace where nspname = any($2) and nspname <> $1 and has_schema_privilege(oid, 'usage') order by 1) as "visibleSchemas",
    array(select relname::text from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p')
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert, update, delete')) order by 1) as "inaccessibleTables"`;

type ServerFacts = Omit<DatabaseFacts, 'migrations' | 'clockAheadMs' | 'roundTripMs'>;

/** Reads only. @throws when the connection or the login fails */
export async function databaseFacts(
  url: string,
  { schema }: Pick<DatabaseDefinition, 'schema'>,
  schemas: readonly string[],
): Promise<DatabaseFacts> {
  const client = databaseClient(url, connectTimeoutMs, statementTimeoutMs);
  await client.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    const { rows } = await client.query<ServerFacts>(serverQuery, [schema, schemas]);
    const facts = rows[0]!;
    const canReadMigrations = facts.mayUseSchema && (await hasMigrations(client, schema));
    const ran = canReadMigrations
      ? await client.query<{ name: string }>(`select name from ${getMigrationsTable(schema)}`)
      : undefined;
    return { ...facts, migrations: (ran?.rows ?? []).map(({ name }) => name), ...(await clock(client)) };
  } finally {
    await client.end();
  }
}

const getMigrationsTable = (schema: string): string => `${escapeIdentifier(schema)}.migrations`;

async function hasMigrations(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select to_regclass($1) is not null and has_table_privilege(to_regclass($1), 'select') as may`,
    [getMigrationsTable(schema)],
  );
  return rows[0]?.may ?? false;
}

async function clock(client: Client): Promise<Pick<DatabaseFacts, 'clockAheadMs' | 'roundTripMs'>> {
  const [sentAt, startedAt] = [Date.now(), performance.now()];
  const { rows } = await client.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  const roundTripMs = performance.now() - startedAt;
  return { clockAheadMs: sentAt + roundTripMs / 2 - rows[0]!.now, roundTripMs };
}
