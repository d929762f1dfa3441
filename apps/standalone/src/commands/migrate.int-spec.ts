import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { migrateCommand } from './migrate.command.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const migrate = async (args: readonly string[], environment: Record<string, string>) => {
  const printed: string[] = [];
  const warned: string[] = [];
  const terminal = {
    print: (line: string) => printed.push(line),
    warn: (line: string) => warned.push(line),
    environment,
  };
  return { code: await migrateCommand.run(args, terminal), printed, warned };
};

it('migrates the schemas of the given apps, or of all', async () => {
  const environment = { DATABASE_URL: database.url };
  expect(await migrate(['drip', 'customer'], environment)).toEqual({
    code: 0,
    printed: ['The schema drip is up to date.', 'The schema customer is up to date.'],
    warned: [],
  });
  expect((await migrate([], environment)).printed).toHaveLength(6);
});

it('reports the schema that it cannot migrate', async () => {
  const { code, warned } = await migrate(['drip'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(warned).toEqual([expect.stringMatching(/^Could not migrate the schema drip: /)]);
  expect(code).toBe(1);
});

it('rejects an app without a schema, and a missing DATABASE_URL', async () => {
  const { code, warned } = await migrate(['mail'], { DATABASE_URL: database.url });
  expect(warned[0]).toMatch(/^<apps> must be one of gateway, template, delivery, tracking, customer, drip\./);
  expect(code).toBe(2);
  expect((await migrate([], {})).warned[0]).toContain('DATABASE_URL');
});
