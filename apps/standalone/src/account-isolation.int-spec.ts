import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withinRequest } from '@postrider/messaging';
import { databaseModule } from '@postrider/service';
import { createTestDatabase } from '@postrider/testing';
import { Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { databases } from './databases.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A value of each type; columns whose checks require another value are listed by name. */
const values: Record<string, string> = {
  'api_keys.kind': `'live'`,
  'arrivals.kind': `'open'`,
  'engagements.kind': `'open'`,
  'figures.period': `'day'`,
  'audit_entries.actor_type': `'key'`,
  'identity_hooks.mode': `'live'`,
  'memberships.role': `'viewer'`,
  'api_keys.secret_hash': 'sha256(:account::bytea)',
  text: ':account',
  bytea: `'x'`,
  boolean: 'false',
  date: 'now()',
  'timestamp with time zone': 'now()',
  jsonb: `'{}'`,
  json: `'{}'`,
  ARRAY: `'{}'`,
  uuid: 'gen_random_uuid()',
};

/** Inserts a row of an account with its required columns only. */
const insert = (table: string, columns: readonly Column[], accountId: string): string =>
  `insert into ${table} (${columns.map(({ name }) => escapeIdentifier(name)).join(', ')})
   values (${columns.map(({ name, type }) => values[`${table}.${name}`] ?? values[type] ?? '1').join(', ')})`.replaceAll(
    ':account',
    `'${accountId}'`,
  );

const [a, b] = ['acc_a', 'acc_b'];

/** The second line of defense after the where clause of each query (docs/adr/0016-row-level-security.md). */
describe.each(Object.entries(databases))('row-level security between accounts in %s', (schema, definition) => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let superuser: Client;
  let app: TestingModule;
  let database: DataSource;
  let tables: string[];

  beforeAll(async () => {
    created = await createTestDatabase(definition);
    superuser = new Client({ connectionString: created.superuserUrl, options: `-c search_path=${schema}` });
    await superuser.connect();
    await dropReferences();
    app = await Test.createTestingModule({ imports: [databaseModule(definition, created.url, 2)] }).compile();
    await app.init();
    database = app.get(DataSource);
    // Partitions are accessed only through their table.
    const { rows } = await superuser.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
         where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition and attname = 'account_id' order by relname`,
      [schema],
    );
    tables = rows.map(({ name }) => name);
  });
  afterAll(async () => {
    await app?.close();
    await superuser?.end();
    await created?.drop();
  });

  /** Foreign keys are tested elsewhere. */
  const dropReferences = async (): Promise<void> => {
    const { rows } = await superuser.query<{ dropped: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropped from pg_constraint
         where connamespace = $1::regnamespace and contype = 'f'`,
      [schema],
    );
    for (const { dropped } of rows) await superuser.query(dropped);
  };

  const asB = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withinRequest({ accountId: b, requestId: 'req_1' }, work);

  const loadColumns = async (table: string): Promise<readonly Column[]> => {
    const { rows } = await superuser.query<Column>(
      `select column_name as name, data_type as type from information_schema.columns
         where table_schema = $1 and table_name = $2 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
      [schema, table],
    );
    return rows;
  };

  it('has a personal data rule for every table with an account_id', async () => {
    const declared = definition.personalData ?? [];
    expect([...new Set(declared.map(({ table }) => table))].toSorted()).toEqual(tables);
    for (const rule of declared) {
      if ('erase' in rule) await superuser.query(`prepare erasure as ${rule.erase}; deallocate erasure`);
      if (rule.exportedBy) expect(rule.exportedBy.owner).toBe(schema);
    }
  });

  it('protects every table that has an account_id, also from its owner', async () => {
    const { rows } = await superuser.query<{ name: string }>(
      `select relname as name from pg_class where relname = any($1) and relnamespace = $2::regnamespace
           and not (relrowsecurity and relforcerowsecurity and exists (
             select from pg_policy where polrelid = pg_class.oid and polname = 'account_wall' and polcmd = '*' and polpermissive))`,
      [tables, schema],
    );
    expect(
      rows.map(({ name }) => `${schema}.${name} has no row-level security: enableRowLevelSecurity in a migration`),
    ).toEqual([]);
    expect(tables).not.toHaveLength(0);
  });

  it('holds for statements without a where clause, and for writes to another account', async () => {
    for (const table of tables) {
      const columns = await loadColumns(table);
      for (const accountId of [a, b]) await superuser.query(insert(table, columns, accountId));
      const count = `select account_id, count(*)::int from ${table} group by account_id order by account_id`;
      const ofB = [{ account_id: b, count: 1 }];
      await expect(asB(() => database.query(count))).resolves.toEqual(ofB);
      await expect(asB(() => database.query(insert(table, columns, a)))).rejects.toThrow('row-level security');
      await expect(asB(() => database.query(`update ${table} set account_id = '${a}'`))).rejects.toThrow(
        'row-level security',
      );
      await expect(asB(() => database.query(`update ${table} set account_id = account_id`))).resolves.toEqual([[], 1]);
      await expect(database.query(count)).resolves.toEqual([{ account_id: a, count: 1 }, ...ofB]);
      await expect(asB(() => database.query(`delete from ${table}`))).resolves.toEqual([[], 1]);
      await expect(database.query(count)).resolves.toEqual([{ account_id: a, count: 1 }]);
    }
  });
});
