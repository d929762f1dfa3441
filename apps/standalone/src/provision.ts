import { databaseClient, unusableDatabase } from '@postrider/service';
import type { Client } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';

/** The apps with their own schema and role. */
export const schemas = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'] as const;
export type Schema = (typeof schemas)[number];

/**
 * Creates one role per app with rights only on its own schema, as in production. If the user must not create roles (a
 * hosted database), all apps use that user; the schemas are separate in any case.
 */
export async function provision(
  databaseUrl: string,
  getPassword: (role: string) => string,
): Promise<Readonly<Record<Schema, string>>> {
  const client = databaseClient(databaseUrl, 5_000);
  await client.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    const { rows } = await client.query<{ canCreateRoles: boolean; database: string }>(
      'select rolsuper or rolcreaterole as "canCreateRoles", current_database() as database from pg_roles where rolname = current_user',
    );
    const { canCreateRoles = false, database = '' } = rows[0] ?? {};
    if (!canCreateRoles)
      return Object.fromEntries(schemas.map((schema) => [schema, databaseUrl])) as Record<Schema, string>;
    const urls: Partial<Record<Schema, string>> = {};
    for (const schema of schemas) urls[schema] = await provisionOne(client, databaseUrl, database, schema, getPassword);
    return urls as Record<Schema, string>;
  } finally {
    await client.end();
  }
}

async function provisionOne(
  client: Client,
  databaseUrl: string,
  database: string,
  schema: Schema,
  getPassword: (role: string) => string,
): Promise<string> {
  const role = `postrider_${schema}`;
  const password = getPassword(role);
  const [roleName, schemaName] = [escapeIdentifier(role), escapeIdentifier(schema)];
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = ${escapeLiteral(role)}) then create role ${roleName} login; end if;
  end $$`);
  await client.query(`alter role ${roleName} login password ${escapeLiteral(password)}`);
  await client.query(`grant ${roleName} to current_user`);
  await client.query(`grant connect on database ${escapeIdentifier(database)} to ${roleName}`);
  await client.query(`create schema if not exists ${schemaName} authorization ${roleName}`);
  // Replaced as text: Node cannot parse a URL with several hosts.
  return databaseUrl.replace(/^(\w+:\/\/)(?:[^@/?]*@)?/, `$1${role}:${encodeURIComponent(password)}@`);
}
