import { TypeOrmModule } from '@nestjs/typeorm';
import type { DynamicModule } from '@nestjs/common';
import { Client, escapeIdentifier } from 'pg';
import type { DataSourceOptions, EntitySchema, MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** A service's database: its schema, what lives in it and how it comes to be. */
export interface DatabaseDefinition {
  readonly schema: string;
  readonly entities: readonly (EntitySchema | (new () => object))[];
  /** In order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

const connectTimeoutMs = 2_000;
const statementTimeoutMs = 10_000;
const idleInTransactionMs = 15_000;

export function databaseOptions(definition: DatabaseDefinition, url: string, pool = 10): PostgresOptions {
  return {
    type: 'postgres',
    url,
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
    },
  };
}

export function databaseModule(definition: DatabaseDefinition, url: string, pool: number): DynamicModule {
  return TypeOrmModule.forRoot({ ...databaseOptions(definition, url, pool), retryAttempts: 10, retryDelay: 500 });
}

/**
 * Creates the schema (TypeORM makes its own table before the first migration runs) and runs what is missing. Replicas that start together
 * take turns.
 */
export async function migrate(definition: DatabaseDefinition, url: string): Promise<void> {
  const options = databaseOptions(definition, url, 2);
  const lock = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [`postrider:${definition.schema}`]);
    const { rows } = await lock.query('select 1 from information_schema.schemata where schema_name = $1', [definition.schema]);
    if (rows.length === 0) await lock.query(`create schema if not exists ${escapeIdentifier(definition.schema)}`);
    const dataSource = new DataSource({ ...options, extra: { ...(options.extra as object), options: `-c search_path=${definition.schema}` } });
    await dataSource.initialize();
    try {
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
