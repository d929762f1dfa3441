import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testServers } from './config.js';

const connectTimeoutMs = 10_000;
/** As in production, no superuser: those pass the wall between accounts. */
const owner = 'postrider_test';

export interface TestDatabase {
  /** For the role that owns it. */
  readonly url: string;
  /** For the superuser of the test server, who may make roles. */
  readonly superuserUrl: string;
  readonly name: string;
  /** Ends the sessions that are still open in it, too. */
  drop(): Promise<void>;
}

/** An empty database of its own for a test file, on the PostgreSQL that `npm test` started. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(
    `do $$ begin create role ${owner} login password '${owner}'; exception when duplicate_object or unique_violation then null; end $$`,
    `create database ${name} owner ${owner} template template0`,
  );
  const superuserUrl = Object.assign(new URL(testServers.databaseUrl), { pathname: `/${name}` });
  const url = Object.assign(new URL(superuserUrl), { username: owner, password: owner }).toString();
  return {
    url,
    superuserUrl: superuserUrl.toString(),
    name,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

async function onServer(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: testServers.databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
