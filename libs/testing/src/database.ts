import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testServers } from './config.js';

const connectTimeoutMs = 30_000;
/** Who has said good-bye is gone within so long, on a busy machine too; a session that is ended before that is an error to whoever closes it. */
const leavingMs = 5_000;
const lookEveryMs = 20;
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
    drop: () =>
      withServer(async (client) => {
        for (let left = leavingMs / lookEveryMs; left > 0 && (await isUsed(client, name)); left -= 1)
          await sleep(lookEveryMs);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function isUsed(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
  return rowCount !== 0;
}

const onServer = (...statements: readonly string[]): Promise<void> =>
  withServer(async (client) => {
    for (const statement of statements) await client.query(statement);
  });

async function withServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: testServers.databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
