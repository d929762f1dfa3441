import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseDefinition } from '@postrider/service';
import { migrate } from '@postrider/service';
import { Client } from 'pg';
import { testServers } from './config.js';

const connectTimeoutMs = 30_000;
/**
 * How long closing sessions may take, even on a busy machine. A session that is terminated is an error for its client.
 */
const sessionCloseMs = 5_000;
const pollMs = 20;
/** Not a superuser, as in production: superusers bypass row-level security. */
const owner = 'postrider_test';

export interface TestDatabase {
  /** For the role that owns the database. */
  readonly url: string;
  /** For the superuser of the test server, who can create roles. */
  readonly superuserUrl: string;
  readonly name: string;
  /** Terminates open sessions, too. */
  drop(): Promise<void>;
}

/**
 * Creates a database for a test file, on the PostgreSQL that `npm test` started: empty, or with the migrated schemas of
 * these services, copied from a template that the first test file creates.
 */
export function createTestDatabase(...services: readonly DatabaseDefinition[]): Promise<TestDatabase> {
  return withServer(async (client) => {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await client.query(
      `do $$ begin create role ${owner} login password '${owner}'; exception when duplicate_object or unique_violation then null; end $$`,
    );
    const template = services.length === 0 ? 'template0' : await migratedTemplate(client, services);
    await client.query(`create database ${name} owner ${owner} template ${template}`);
    const superuserUrl = Object.assign(new URL(testServers.databaseUrl), { pathname: `/${name}` });
    return {
      url: ownerUrl(name),
      superuserUrl: superuserUrl.toString(),
      name,
      drop: () =>
        withServer(async (server) => {
          await untilUnused(server, name);
          await server.query(`drop database if exists ${name} with (force)`);
        }),
    };
  });
}

/** The name contains a hash of the migrations, so that a long-lived server gets a new template when they change. */
async function migratedTemplate(client: Client, services: readonly DatabaseDefinition[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { schema, migrations } of services) hash.update(`${schema} ${migrations.join()}`);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} owner ${owner} template template0`);
    for (const service of services) await migrate(service, ownerUrl(unfinished));
    await untilUnused(client, unfinished);
    // PostgreSQL only copies databases without sessions; this also keeps autovacuum out.
    await client.query(`alter database ${unfinished} allow_connections false`);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  return name;
}

const ownerUrl = (database: string): string =>
  Object.assign(new URL(testServers.databaseUrl), {
    pathname: `/${database}`,
    username: owner,
    password: owner,
  }).toString();

async function untilUnused(client: Client, name: string): Promise<void> {
  for (let remaining = sessionCloseMs / pollMs; remaining > 0 && (await isUsed(client, name)); remaining -= 1)
    await sleep(pollMs);
}

async function isUsed(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
  return rowCount !== 0;
}

async function withServer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: testServers.databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
