import type { DatabaseFacts } from './database-facts.js';
import type { Finding } from './check-broker.js';
import { fault, warning, well } from './check-broker.js';

const oldestVersion = 15;
/** Leases last 90 s and are abandoned 30 s later; logs order their events by these clocks. */
const clockWarningMs = 1_000;
const clockFaultMs = 15_000;

export interface Expected {
  readonly app: string;
  readonly schema: string;
  /** Of this release, in order. */
  readonly migrations: readonly string[];
  readonly migratesAtStart: boolean;
  readonly pool: number;
}

/** docs/operate/install.md#requirements */
export function checkDatabase(facts: DatabaseFacts, expected: Expected): Finding[] {
  return [
    checkServer(facts),
    ...checkDurability(facts),
    checkRowLevelSecurity(facts),
    ...checkRights(facts, expected),
    checkMigrations(facts, expected),
    checkConnections(facts, expected),
    checkClock(facts),
  ];
}

function checkServer({ versionNumber, database, role, isReplica }: DatabaseFacts): Finding {
  const version = Math.floor(versionNumber / 10_000);
  if (isReplica)
    return fault(
      `The PostgreSQL that DATABASE_URL names is a replica, which takes no writes.`,
      'Name the primary, or all hosts with target_session_attrs=read-write.',
    );
  if (version < oldestVersion)
    return fault(
      `PostgreSQL ${version} is too old.`,
      `Use ${oldestVersion} or newer: a dump can be restored into a newer one.`,
    );
  return well(`PostgreSQL ${version} lets ${role} into ${database}.`);
}

function checkDurability({ fsync, synchronousCommit }: DatabaseFacts): Finding[] {
  if (!fsync)
    return [
      fault(
        'The database runs with fsync off: a power failure can lose all of it.',
        'Set fsync = on in postgresql.conf and restart it.',
      ),
    ];
  if (synchronousCommit === 'off')
    return [
      fault(
        'synchronous_commit is off: mail that was answered 200 can be lost when the server dies.',
        'Set it to on, or to remote_write or above where a standby is to have it, too.',
      ),
    ];
  return [well('What is committed is on disk.')];
}

const checkRowLevelSecurity = ({ role, bypassesRowLevelSecurity }: DatabaseFacts): Finding =>
  bypassesRowLevelSecurity
    ? warning(
        `The role ${role} passes row-level security: only queries keep accounts apart.`,
        'Give the app the role that roles.sql makes, which is no superuser and has no BYPASSRLS.',
      )
    : well(`The role ${role} is held by row-level security.`);

function checkRights(facts: DatabaseFacts, { app, schema }: Expected): Finding[] {
  const { role, hasSchema, mayUseSchema, mayMakeSchema, seesSchemas, closedTables } = facts;
  const findings: Finding[] = [];
  if (!hasSchema && !mayMakeSchema)
    findings.push(
      fault(
        `There is no schema ${schema}, and ${role} may not make it.`,
        'Run k8s/dependencies/roles.sql as a superuser, which makes the roles and their schemas.',
      ),
    );
  if (hasSchema && !mayUseSchema)
    findings.push(
      fault(`The role ${role} may not use the schema ${schema}.`, `Give ${app} the DATABASE_URL of its own role.`),
    );
  if (closedTables.length > 0)
    findings.push(
      fault(
        `The role ${role} may not read and write ${listed(closedTables)} of the schema ${schema}.`,
        `Let the tables belong to the role that ${app} connects with.`,
      ),
    );
  if (seesSchemas.length > 0)
    findings.push(
      warning(
        `The role ${role} can see into ${listed(seesSchemas)}, which belong to other apps.`,
        'Give each app a role of its own, as roles.sql does.',
      ),
    );
  return findings.length > 0 ? findings : [well(`The role ${role} has the rights that ${app} needs, and no others.`)];
}

function checkMigrations(facts: DatabaseFacts, { app, schema, migrations, migratesAtStart }: Expected): Finding {
  const missing = migrations.filter((name) => !facts.migrations.includes(name));
  const newer = facts.migrations.filter((name) => !migrations.includes(name));
  if (facts.migrations.length > 0 && missing.length > 0 && missing[0] === migrations[0])
    return fault(
      `A development version from before the first release created the schema ${schema}.`,
      'Use an empty database: it cannot be upgraded.',
    );
  if (missing.length > 0 && !migratesAtStart)
    return fault(
      `The schema ${schema} lacks ${missing.length} of ${migrations.length} migrations, the first of them ${missing[0]}, and MIGRATE_ON_START is off.`,
      `Run the migrations of ${app} (docs/operate/upgrade.md#upgrades) before the app is started.`,
    );
  if (missing.length > 0)
    return warning(
      `The schema ${schema} lacks ${missing.length} of ${migrations.length} migrations.`,
      `Nothing: ${app} runs them when it starts.`,
    );
  if (newer.length > 0)
    return warning(
      `The schema ${schema} has ${newer.length} migrations that this release does not know, the last of them ${newer.at(-1)}.`,
      'Go on only if this release is the one before: going back by one is safe, by more is not.',
    );
  return well(`The schema ${schema} is up to date.`);
}

const checkConnections = ({ maxConnections }: DatabaseFacts, { app, pool }: Expected): Finding =>
  pool > maxConnections / 2
    ? warning(
        `A single process of ${app} may hold ${pool} of the ${maxConnections} connections that the database allows.`,
        'Lower DATABASE_POOL or raise max_connections, so that all replicas of all apps fit.',
      )
    : well(`DATABASE_POOL (${pool}) is a part of the ${maxConnections} connections that the database allows.`);

function checkClock({ clockAheadMs, roundTripMs }: DatabaseFacts): Finding {
  const away = Math.max(0, Math.abs(clockAheadMs) - roundTripMs / 2);
  const said = `The clock of this machine is ${(away / 1000).toFixed(1)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  if (away >= clockFaultMs) return fault(`${said}.`, 'Synchronise both by NTP: leases and schedules go by them.');
  if (away >= clockWarningMs)
    return warning(`${said}.`, 'Synchronise both by NTP: events of logs are ordered by them.');
  return well("The clock of this machine goes with the database's.");
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
