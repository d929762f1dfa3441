import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger, Module } from '@nestjs/common';
import { getEntityManagerToken } from '@nestjs/typeorm';
import type { Client, PoolConfig } from 'pg';
import { escapeIdentifier, escapeLiteral, Pool } from 'pg';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { DataSource, MigrationExecutor } from 'typeorm';
import { databaseClient, DatabaseClient, serversOf } from './database-client.js';
import type { PersonalData } from './personal-data.js';
import { lockTimeoutMs, whileInUse } from './migrating/indexes.js';
import { SystemPool, TenantPool } from './row-level-security/pools.js';
import { TenantDataSource } from './row-level-security/tenant-data-source.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** A service's database: its schema, what lives in it and how it comes to be. */
export interface DatabaseDefinition {
  readonly schema: string;
  readonly entities: readonly (EntitySchema | (new () => object))[];
  /** A row for each table with an `account_id`. */
  readonly personalData?: readonly PersonalData[];
  /** In order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

const connectTimeoutMs = 2_000;
/** Of what brings a schema up to date: nobody waits for its answer, and where it gives up the app does not start. */
const startupConnectMs = 10_000;
const turnRetryMs = 200;
const statementTimeoutMs = 10_000;
const idleInTransactionMs = 15_000;

export function databaseOptions(definition: DatabaseDefinition, url: string, pool = 10): PostgresOptions {
  const servers = serversOf(url);
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
      // Hand-written SQL names tables without their schema.
      options: `-c search_path=${definition.schema} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
      connectionTimeoutMillis: connectTimeoutMs,
      Client: DatabaseClient,
      servers,
    },
  };
}

const connectAttempts = 20;
const connectRetryMs = 500;

/** What Node calls certificates whose authority it does not know. */
const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** A failed connection in one sentence that names the variable. Of a host with several addresses Node's own error has no message at all. */
export function unusableDatabase(error: unknown): Error {
  const { message, code } = (error instanceof AggregateError ? error.errors[0] : error) as {
    message?: string;
    code?: string;
  };
  const authority = unknownAuthority.has(code ?? '')
    ? ' Its certificate is of an authority that is not public: give the file of that authority in DATABASE_CA.'
    : '';
  return new Error(
    `Cannot use the PostgreSQL that DATABASE_URL names: ${message || code || 'no reason given'}.${authority}`,
    { cause: error },
  );
}

/** What an operator's command does with a service's database, on so many connections of its own. */
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

async function warnOfBypassingRole(database: DataSource): Promise<void> {
  const [{ role, passes }] = await database.query<[{ role: string; passes: boolean }]>(
    'select rolname as role, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user',
  );
  if (passes)
    new Logger('Database').warn(
      `The role ${role} passes row-level security: accounts are kept apart by queries alone. Use one that is no superuser and has no BYPASSRLS.`,
    );
}

/** A database that is still starting gets ten seconds. */
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
      await warnOfBypassingRole(database);
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
 * The app's `DataSource`, under the token that `TypeOrmModule.forFeature` looks for. Not `TypeOrmModule.forRoot`, whose registry of names is
 * one for the process: the standalone runs several apps in one, each with a data source of its own. `maxPerAccount`: connections that the requests of
 * one account may hold at a time.
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
      // For the rates of libs/limits, which belong to no account.
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

/** At once visible to others, unlike what the transaction of the lock does. */
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
 * A lock of the transaction and not of the connection, which a pooler in between may give to somebody else. An index that is made concurrently waits for every
 * snapshot: so replicas ask again and again, and the holder's statements have no parameters, with which a snapshot stays until the next statement.
 */
async function takeTurn(client: Client, schema: string): Promise<void> {
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ ours: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext(${escapeLiteral(`postrider:${schema}`)})) as ours`,
    );
    if (rows[0]!.ours) return;
    await client.query('rollback');
    await sleep(turnRetryMs);
  }
}

/** Development versions before the first release had other migrations, which are gone. */
async function refuseDevelopmentState(
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
 * Creates the schema (TypeORM makes its own table before the first migration runs) and runs what is missing. Replicas that start together
 * take turns; a table that is in use is waited for without holding up others.
 */
export async function migrate(definition: DatabaseDefinition, url: string): Promise<void> {
  const options = databaseOptions(definition, url, 2);
  const lock = databaseClient(url, startupConnectMs);
  await lock.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    await takeTurn(lock, definition.schema);
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
      await refuseDevelopmentState(dataSource, definition);
      await whileInUse(() => dataSource.runMigrations({ transaction: 'each' }));
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
