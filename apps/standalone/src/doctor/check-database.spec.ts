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
  mayMakeSchema: false,
  seesSchemas: [],
  closedTables: [],
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

describe('A database', () => {
  it('is well where everything is as it should be', () => {
    const levels = checkDatabase(facts, expected).map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['well']));
    expect(levels).toHaveLength(7);
  });

  it.each<[string, Partial<DatabaseFacts>, Partial<typeof expected>, 'warning' | 'fault', RegExp]>([
    ['is a replica', { isReplica: true }, {}, 'fault', /is a replica, which takes no writes/],
    ['is too old', { versionNumber: 140_012 }, {}, 'fault', /^PostgreSQL 14 is too old\.$/],
    ['does not write through', { fsync: false }, {}, 'fault', /fsync off/],
    ['does not wait for the disk', { synchronousCommit: 'off' }, {}, 'fault', /synchronous_commit is off/],
    [
      'lets the role bypass row-level security',
      { bypassesRowLevelSecurity: true },
      {},
      'warning',
      /postrider_delivery passes row-level security/,
    ],
    ['has no schema', { hasSchema: false, mayUseSchema: true }, {}, 'fault', /There is no schema delivery/],
    ['keeps the role out', { mayUseSchema: false }, {}, 'fault', /may not use the schema delivery/],
    ['keeps a table closed', { closedTables: ['work'] }, {}, 'fault', /may not read and write work of the schema/],
    [
      'keeps many tables closed',
      { closedTables: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      {},
      'fault',
      /write a, b, c, d, e and 2 more of/,
    ],
    ['shows other apps', { seesSchemas: ['gateway', 'drip'] }, {}, 'warning', /can see into gateway, drip/],
    [
      'lacks migrations that nobody runs',
      { migrations: ['First1'] },
      {},
      'fault',
      /lacks 1 of 2 migrations, the first of them Second2, and MIGRATE_ON_START is off/,
    ],
    [
      'lacks migrations that the app runs',
      { migrations: [] },
      { migratesAtStart: true },
      'warning',
      /lacks 2 of 2 migrations\.$/,
    ],
    [
      'is of a development version',
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
      /has 1 migrations that this release does not know, the last of them Third3/,
    ],
    ['is small for the pool', { maxConnections: 15 }, {}, 'warning', /may hold 10 of the 15 connections/],
    ['has another time', { clockAheadMs: -2_005 }, {}, 'warning', /is 2\.0 s behind the database's/],
    ['has quite another time', { clockAheadMs: 60_005 }, {}, 'fault', /is 60\.0 s ahead of the database's/],
  ])('that %s is named', (_what, differing, wanted, level, says) => {
    const findings = checkDatabase({ ...facts, ...differing }, { ...expected, ...wanted });
    const notWell = findings.filter((finding) => finding.level !== 'well');
    expect(notWell).toEqual([{ level, says: expect.stringMatching(says), todo: expect.stringMatching(/\.$/) }]);
  });

  it('is not blamed for the time that an answer takes', () => {
    const findings = checkDatabase({ ...facts, clockAheadMs: 1_900, roundTripMs: 4_000 }, expected);
    expect(findings.filter(({ level }) => level !== 'well')).toEqual([]);
  });

  it('need not have the schema of somebody who may make it', () => {
    const fresh = { hasSchema: false, mayUseSchema: false, mayMakeSchema: true, migrations: [] };
    const findings = checkDatabase({ ...facts, ...fresh }, { ...expected, migratesAtStart: true });
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
  });
});
