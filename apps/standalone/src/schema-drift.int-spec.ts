import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseOptions, migrate } from '@postrider/service';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { databases } from './databases.js';

/** Entities must match in tables, columns, types and defaults. Indexes, keys and constraints are only in migrations. */
const aboutColumns = /^(CREATE TABLE|ALTER TABLE .* (ADD (?!CONSTRAINT)|DROP COLUMN|ALTER COLUMN|RENAME COLUMN))/;

describe.each(Object.entries(databases))('the migrated schema %s', (_name, definition) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('matches the columns of its entities, and another run of the migrations changes nothing', async () => {
    await migrate(definition, database.url);
    await migrate(definition, database.url);
    const dataSource = await new DataSource(databaseOptions(definition, database.url)).initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query).filter((query) => aboutColumns.test(query))).toEqual([]);
      const tables: { name: string }[] = await dataSource.query(
        `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
           and relname <> 'migrations' order by name`,
        [definition.schema],
      );
      const described = dataSource.entityMetadatas.map(({ tableName }) => tableName).toSorted();
      expect(tables.map(({ name }) => name)).toEqual(described);
    } finally {
      await dataSource.destroy();
    }
  });

  it('can be reverted', async () => {
    const dataSource = await new DataSource(databaseOptions(definition, database.url)).initialize();
    try {
      for (const _migration of definition.migrations) await dataSource.undoLastMigration();
      const tables: unknown[] = await dataSource.query(
        `select table_name from information_schema.tables where table_schema = $1 and table_name <> 'migrations'`,
        [definition.schema],
      );
      expect(tables).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });
});
