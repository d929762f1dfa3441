import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger, Module } from '@nestjs/common';
import { getEntityManagerToken } from '@nestjs/typeorm';
import type { Client, PoolConfig } from 'pg';
import { escapeIdentifier, escapeLiteral, Pool } from 'pg';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { DataSource, MigrationExecutor } from 'typeorm';
import { databaseClient, DatabaseClient, parseServers } from './database-client.js';
import type { PersonalData } from './personal-data.js';
import { lockTimeoutMs, whileInUse } from './migrating/indexes.js';
import { SystemPool, TenantPool } from './row-level-security/pools.js';
import { TenantDataSource } from './row-level-security/tenant-data-source.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** The database of a service: its schema, entities and migrations. */
export interface DatabaseDefinition {
  readonly schema: string;
  readonly entities: readonly (EntitySchema | (new () => object))[];
  /** One entry per table with an `account_id`. */
  readonly personalData?: readonly PersonalData[];
  /** In order of execution. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

const connectTimeoutMs = 2_000;
/**
 * The timeout for migrations is longer than the default: a migration is not urgent, but if it fails, the app does not
 * start.
 */
const startupConnectMs = 10_000;
const lockRetryMs = 200;
const statementTimeoutMs = 10_000;
const idleInTransactionMs = 15_000;

export function databaseOptions(definition: DatabaseDefinition, url: string, pool = 10): PostgresOptions {
  const servers = parseServers(url);
  return {
    type: 'postgres',
    url: servers[0]!,
    schema: definition.schema,
    entities: [...definition.entities],
    migrations: [...definition.migrations],
    synchronize: false,
    applicationName: `postrider-${definition.schema}`,
    poolSize: pool,
    extra: {
      // Hand-written SQL omits the schema of tables.
      options: `-c search_path=${definition.schema} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
      connectionTimeoutMillis: connectTimeoutMs,
      Client: DatabaseClient,
      servers,
    },
  };
}

const connectAttempts = 20;
const connectRetryMs = 500;

/** Node's error codes for certificates with an unknown CA. */
const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Describes a failed connection in one sentence that names the variable. For a host with several addresses, Node's own
 * error has no message.
 */
export function unusableDatabase(error: unknown): Error {
  const { message, code } = (error instanceof AggregateError ? error.errors[0] : error) as {
    message?: string;
    code?: string;
  };
  const authority = unknownAuthority.has(code ?? '')
    ? ' Its certificate is signed by a private CA: set DATABASE_CA to the file of that CA.'
    : '';
  return new Error(
    `Cannot use the PostgreSQL that DATABASE_URL names: ${message || code || 'no reason given'}.${authority}`,
    { cause: error },
  );
}

/** Runs an operator command on a service's database, with up to `connections` connections. */
export async function onDatabase<Result>(
  definition: DatabaseDefinition,
  url: string,
  connections: number,
  work: (database: DataSource) => Promise<Result>,
): Promise<Result> {
  const database = new DataSource(databaseOptions(definition, url, connections));
  await database.initialize().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

async function warnAboutBypassingRole(database: DataSource): Promise<void> {
  const [{ role, bypasses }] = await database.query<[{ role: string; bypasses: boolean }]>(
    'select rolname as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  );
  if (bypasses)
    new Logger('Database').warn(
      `The role ${role} bypasses row-level security: only queries separate the accounts. Use a role that is not a superuser and has no BYPASSRLS.`,
    );
}

/** Retries for ten seconds, because the database may still be starting. */
async function connect(options: PostgresOptions, maxPerAccount?: number): Promise<TenantDataSource> {
  const { url, applicationName, poolSize, extra } = options;
  const config: PoolConfig = {
    connectionString: url,
    application_name: applicationName,
    max: poolSize,
    ...(extra as PoolConfig),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const pool = new TenantPool(new SystemPool(config), maxPerAccount);
      const database = new TenantDataSource(options, pool);
      await database.initialize();
      await warnAboutBypassingRole(database);
      return database;
    } catch (error) {
      if (attempt === connectAttempts) throw unusableDatabase(error);
      await sleep(connectRetryMs);
    }
  }
}

@Injectable()
class DatabaseShutdown implements OnApplicationShutdown {
  constructor(private readonly database: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}

@Module({})
class DatabaseModule {}

/**
 * Provides the app's `DataSource`, under the token that `TypeOrmModule.forFeature` uses. `TypeOrmModule.forRoot` would
 * use a process-wide registry, but the standalone app runs several apps with their own data sources in one process.
 * `maxPerAccount` limits the connections that the requests of one account hold at the same time.
 */
export function databaseModule(
  definition: DatabaseDefinition,
  url: string,
  pool: number,
  maxPerAccount?: number,
): DynamicModule {
  return {
    module: DatabaseModule,
    global: true,
    providers: [
      { provide: DataSource, useFactory: () => connect(databaseOptions(definition, url, pool), maxPerAccount) },
      { provide: TenantPool, inject: [DataSource], useFactory: ({ pool }: TenantDataSource) => pool },
      { provide: SystemPool, inject: [TenantPool], useFactory: ({ system }: TenantPool) => system },
      // For the rate limits of libs/limits, which do not belong to one account.
      { provide: Pool, useExisting: SystemPool },
      {
        provide: getEntityManagerToken(),
        inject: [DataSource],
        useFactory: (database: DataSource) => database.manager,
      },
      DatabaseShutdown,
    ],
    exports: [DataSource, SystemPool, TenantPool, Pool, getEntityManagerToken()],
  };
}

/** Uses a separate connection, so that others see the schema before the lock's transaction ends. */
async function createSchema(schema: string, url: string): Promise<void> {
  const client = databaseClient(url, startupConnectMs);
  await client.connect();
  try {
    await client.query(`create schema if not exists ${escapeIdentifier(schema)}`);
  } finally {
    await client.end();
  }
}

/**
 * Takes a transaction lock, because a pooler may move a session lock to another client. `create index concurrently`
 * waits for every snapshot: replicas therefore poll, and the lock holder's statements have no parameters, which would
 * keep a snapshot until the next statement.
 */
async function acquireMigrationLock(client: Client, schema: string): Promise<void> {
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ acquired: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext(${escapeLiteral(`postrider:${schema}`)})) as acquired`,
    );
    if (rows[0]!.acquired) return;
    await client.query('rollback');
    await sleep(lockRetryMs);
  }
}

/** Development versions before the first release had other migrations, which no longer exist. */
async function rejectDevelopmentState(
  dataSource: DataSource,
  { schema, migrations }: DatabaseDefinition,
): Promise<void> {
  const executed = await new MigrationExecutor(dataSource).getExecutedMigrations();
  const initial = migrations[0]?.name;
  if (initial !== undefined && executed.length > 0 && !executed.some(({ name }) => name === initial))
    throw new Error(
      `A development version from before the first release created the schema ${schema}. It cannot be upgraded: use an empty database.`,
    );
}

/**
 * Creates the schema (TypeORM creates its own table before the first migration) and runs the pending migrations.
 * Replicas that start together take turns. A migration waits for a table in use without blocking others.
 */
export async function migrate(definition: DatabaseDefinition, url: string): Promise<void> {
  const options = databaseOptions(definition, url, 2);
  const lock = databaseClient(url, startupConnectMs);
  await lock.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    await acquireMigrationLock(lock, definition.schema);
    const { rows } = await lock.query(
      `select from information_schema.schemata where schema_name = ${escapeLiteral(definition.schema)}`,
    );
    if (rows.length === 0) await createSchema(definition.schema, url);
    const dataSource = new DataSource({
      ...options,
      extra: {
        ...(options.extra as object),
        options: `-c search_path=${definition.schema} -c lock_timeout=${lockTimeoutMs}`,
        connectionTimeoutMillis: startupConnectMs,
      },
    });
    await dataSource.initialize();
    try {
      await rejectDevelopmentState(dataSource, definition);
      await whileInUse(() => dataSource.runMigrations({ transaction: 'each' }));
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
