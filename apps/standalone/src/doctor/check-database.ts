import type { DatabaseFacts } from './database-facts.js';
import type { Finding } from '@postrider/service';
import { fault, warning, ok } from '@postrider/service';

const minVersion = 15;
/** Leases last 90 s and are abandoned 30 s later; events in logs are ordered by these clocks. */
const clockWarningMs = 1_000;
const clockFaultMs = 15_000;

export interface Expected {
  readonly app: string;
  readonly schema: string;
  /** The migrations of this release, in order. */
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
      `The PostgreSQL server in DATABASE_URL is a replica, which is read-only.`,
      'Use the primary, or list all hosts with target_session_attrs=read-write.',
    );
  if (version < minVersion)
    return fault(
      `PostgreSQL ${version} is too old.`,
      `Use ${minVersion} or newer: a dump can be restored into a newer one.`,
    );
  return ok(`PostgreSQL ${version} accepts ${role} in ${database}.`);
}

function checkDurability({ fsync, synchronousCommit }: DatabaseFacts): Finding[] {
  if (!fsync)
    return [
      fault(
        'The database runs with fsync off: a power failure can destroy it.',
        'Set fsync = on in postgresql.conf and restart it.',
      ),
    ];
  if (synchronousCommit === 'off')
    return [
      fault(
        'synchronous_commit is off: accepted emails can be lost when the server crashes.',
        'Set it to on, or to remote_write or higher when a standby must have it, too.',
      ),
    ];
  return [ok('Committed data is on disk.')];
}

const checkRowLevelSecurity = ({ role, bypassesRowLevelSecurity }: DatabaseFacts): Finding =>
  bypassesRowLevelSecurity
    ? warning(
        `The role ${role} bypasses row-level security: only the queries isolate accounts.`,
        'Use the role that roles.sql creates, which is not a superuser and does not have BYPASSRLS.',
      )
    : ok(`The role ${role} is subject to row-level security.`);

function checkRights(facts: DatabaseFacts, { app, schema }: Expected): Finding[] {
  const { role, hasSchema, mayUseSchema, mayCreateSchema, visibleSchemas, inaccessibleTables } = facts;
  const findings: Finding[] = [];
  if (!hasSchema && !mayCreateSchema)
    findings.push(
      fault(
        `The schema ${schema} does not exist, and ${role} must not create it.`,
        'Run k8s/dependencies/roles.sql as a superuser, which creates the roles and their schemas.',
      ),
    );
  if (hasSchema && !mayUseSchema)
    findings.push(
      fault(`The role ${role} has no access to the schema ${schema}.`, `Give ${app} the DATABASE_URL of its own role.`),
    );
  if (inaccessibleTables.length > 0)
    findings.push(
      fault(
        `The role ${role} cannot read and write ${listed(inaccessibleTables)} in the schema ${schema}.`,
        `Make the role that ${app} connects with the owner of the tables.`,
      ),
    );
  if (visibleSchemas.length > 0)
    findings.push(
      warning(
        `The role ${role} has access to ${listed(visibleSchemas)}, which belong to other apps.`,
        'Use one role per app, as roles.sql does.',
      ),
    );
  return findings.length > 0 ? findings : [ok(`The role ${role} has the rights that ${app} needs, and no others.`)];
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
      `The schema ${schema} lacks ${missing.length} of ${migrations.length} migrations, starting with ${missing[0]}, and MIGRATE_ON_START is off.`,
      `Run the migrations of ${app} (docs/operate/upgrade.md#upgrades) before you start the app.`,
    );
  if (missing.length > 0)
    return warning(
      `The schema ${schema} lacks ${missing.length} of ${migrations.length} migrations.`,
      `Nothing: ${app} runs them when it starts.`,
    );
  if (newer.length > 0)
    return warning(
      `The schema ${schema} has ${newer.length} migrations unknown to this release, the last one ${newer.at(-1)}.`,
      'Continue only if this is the previous release: a downgrade by one release is safe, by more is not.',
    );
  return ok(`The schema ${schema} is up to date.`);
}

const checkConnections = ({ maxConnections }: DatabaseFacts, { app, pool }: Expected): Finding =>
  pool > maxConnections / 2
    ? warning(
        `A single process of ${app} can use ${pool} of the ${maxConnections} connections of the database.`,
        'Lower DATABASE_POOL or raise max_connections, so that all replicas of all apps fit.',
      )
    : ok(`DATABASE_POOL (${pool}) fits into the ${maxConnections} connections of the database.`);

function checkClock({ clockAheadMs, roundTripMs }: DatabaseFacts): Finding {
  const offset = Math.max(0, Math.abs(clockAheadMs) - roundTripMs / 2);
  const message = `The clock of this machine is ${(offset / 1000).toFixed(1)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  if (offset >= clockFaultMs)
    return fault(`${message}.`, 'Synchronize both with NTP: leases and schedules depend on them.');
  if (offset >= clockWarningMs)
    return warning(`${message}.`, 'Synchronize both with NTP: events in logs are ordered by them.');
  return ok("The clock of this machine agrees with the database's.");
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
