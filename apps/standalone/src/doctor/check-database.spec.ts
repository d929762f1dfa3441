import { describe, expect, it } from '@jest/globals';
import type { DatabaseFacts } from './database-facts.js';
import { checkDatabase } from './check-database.js';

const facts: DatabaseFacts = {
  role: 'postrider_delivery',
  database: 'postrider',
  versionNumber: 180_001,
  maxConnections: 200,
  bypassesRowLevelSecurity: false,
  isReplica: false,
  fsync: true,
  synchronousCommit: 'on',
  hasSchema: true,
  mayUseSchema: true,
  mayCreateSchema: false,
  visibleSchemas: [],
  inaccessibleTables: [],
  migrations: ['First1', 'Second2'],
  clockAheadMs: 3,
  roundTripMs: 10,
};
const expected = {
  app: 'delivery',
  schema: 'delivery',
  migrations: ['First1', 'Second2'],
  migratesAtStart: false,
  pool: 10,
};

describe('checkDatabase', () => {
  it('finds no problems in a correct database', () => {
    const levels = checkDatabase(facts, expected).map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['ok']));
    expect(levels).toHaveLength(7);
  });

  it.each<[string, Partial<DatabaseFacts>, Partial<typeof expected>, 'warning' | 'fault', RegExp]>([
    ['is a replica', { isReplica: true }, {}, 'fault', /is a replica, which is read-only/],
    ['is too old', { versionNumber: 140_012 }, {}, 'fault', /^PostgreSQL 14 is too old\.$/],
    ['has fsync off', { fsync: false }, {}, 'fault', /fsync off/],
    ['has synchronous_commit off', { synchronousCommit: 'off' }, {}, 'fault', /synchronous_commit is off/],
    [
      'lets the role bypass row-level security',
      { bypassesRowLevelSecurity: true },
      {},
      'warning',
      /postrider_delivery bypasses row-level security/,
    ],
    ['has no schema', { hasSchema: false, mayUseSchema: true }, {}, 'fault', /The schema delivery does not exist/],
    ['denies access to the schema', { mayUseSchema: false }, {}, 'fault', /has no access to the schema delivery/],
    [
      'denies access to a table',
      { inaccessibleTables: ['work'] },
      {},
      'fault',
      /cannot read and write work in the schema/,
    ],
    [
      'denies access to many tables',
      { inaccessibleTables: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      {},
      'fault',
      /write a, b, c, d, e and 2 more in/,
    ],
    [
      'gives access to other apps',
      { visibleSchemas: ['gateway', 'drip'] },
      {},
      'warning',
      /has access to gateway, drip/,
    ],
    [
      'lacks migrations that are not run at start',
      { migrations: ['First1'] },
      {},
      'fault',
      /lacks 1 of 2 migrations, starting with Second2, and MIGRATE_ON_START is off/,
    ],
    [
      'lacks migrations that are run at start',
      { migrations: [] },
      { migratesAtStart: true },
      'warning',
      /lacks 2 of 2 migrations\.$/,
    ],
    [
      'is from a development version',
      { migrations: ['Other0'] },
      { migratesAtStart: true },
      'fault',
      /A development version from before the first release created/,
    ],
    [
      'is newer than the release',
      { migrations: ['First1', 'Second2', 'Third3'] },
      {},
      'warning',
      /has 1 migrations unknown to this release, the last one Third3/,
    ],
    ['has few connections for the pool', { maxConnections: 15 }, {}, 'warning', /can use 10 of the 15 connections/],
    ['has a clock offset', { clockAheadMs: -2_005 }, {}, 'warning', /is 2\.0 s behind the database's/],
    ['has a large clock offset', { clockAheadMs: 60_005 }, {}, 'fault', /is 60\.0 s ahead of the database's/],
  ])('reports a database that %s', (_what, differing, wanted, level, message) => {
    const findings = checkDatabase({ ...facts, ...differing }, { ...expected, ...wanted });
    const problems = findings.filter((finding) => finding.level !== 'ok');
    expect(problems).toEqual([
      { level, message: expect.stringMatching(message), remedy: expect.stringMatching(/\.$/) },
    ]);
  });

  it('does not count the round trip as a clock offset', () => {
    const findings = checkDatabase({ ...facts, clockAheadMs: 1_900, roundTripMs: 4_000 }, expected);
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('accepts a missing schema when the role can create it', () => {
    const fresh = { hasSchema: false, mayUseSchema: false, mayCreateSchema: true, migrations: [] };
    const findings = checkDatabase({ ...facts, ...fresh }, { ...expected, migratesAtStart: true });
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
  });
});
