import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testServers } from './config.js';

const connectTimeoutMs = 10_000;

export interface TestDatabase {
  /** For the superuser of the test server. */
  readonly url: string;
  readonly name: string;
  /** Ends the sessions that are still open in it, too. */
  drop(): Promise<void>;
}

/** An empty database of its own for a test file, on the PostgreSQL that `npm test` started. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = Object.assign(new URL(testServers.databaseUrl), { pathname: `/${name}` }).toString();
  return { url, name, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: testServers.databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
