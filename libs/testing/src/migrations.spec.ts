import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';

/** Tables that never have many rows, so that an index is created quickly. */
const smallTables = ['accounts', 'campaigns', 'esp_accounts'];

const files = readdirSync('apps', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/migrations\/[^/]+\.ts$/.test(file) && !file.includes('node_modules'))
  .map((file) => `apps/${file}`);

/** Tables that a migration indexes without having created them: writers would wait meanwhile. */
function indexedInUse(source: string): string[] {
  const made = new Set([...source.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!));
  return [...source.matchAll(/create (?:unique )?index (?!concurrently)[^;`'"]*?\bon (?:only )?(\S+)/g)]
    .map(([, table]) => table!)
    .filter((table) => !made.has(table) && !smallTables.includes(table));
}

describe('migrations', () => {
  it.each(files)('%s creates indexes of large tables with createIndex', (file) => {
    const [up = ''] = readFileSync(file, 'utf8').split('async down(');
    expect(indexedInUse(up)).toEqual([]);
  });

  it('all migrations are checked', () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(indexedInUse("query('create index failures_of_account on failures (account_id)')")).toEqual(['failures']);
    expect(indexedInUse('query(`create index on ${table} (a)`)')).toEqual(['${table}']);
    expect(indexedInUse("'create table failures (a int)'; 'create index on failures (a)'")).toEqual([]);
  });
});
