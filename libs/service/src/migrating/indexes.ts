import type { QueryRunner } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A statement that waits for a table lock blocks all later statements on the table, and a dump may hold its lock for
 * long.
 */
export const lockTimeoutMs = 1_000;
const retryMs = 2_000;
const tries = 150;

/** SQLSTATE lock_not_available and deadlock_detected. */
const isInUse = (error: unknown): boolean =>
  error instanceof QueryFailedError && ['55P03', '40P01'].includes((error.driverError as { code?: string }).code ?? '');

/** Retries for some minutes while a lock is unavailable. Other clients continue between the attempts. */
export async function whileInUse(work: () => Promise<unknown>, waitMs = retryMs): Promise<void> {
  for (let remaining = tries; ; remaining--) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isInUse(error) || remaining === 1) throw error;
      await sleep(waitMs);
    }
  }
}

type Queries = Pick<QueryRunner, 'query'>;

/** PostgreSQL's limit for identifiers. */
const maxNameLength = 63;

/**
 * Creates an index on a large table during writes. For migrations with `transaction = false`; can be repeated. For a
 * partitioned table, each partition gets its own index, which is attached to the table's.
 */
export async function createIndex(
  queryRunner: Queries,
  name: string,
  table: string,
  columns: string,
  waitMs?: number,
): Promise<void> {
  const partitions = await findPartitions(queryRunner, table);
  if (!partitions) {
    await createConcurrently(queryRunner, name, table, columns, waitMs);
    return;
  }
  await whileInUse(() => queryRunner.query(`create index if not exists ${name} on only ${table} ${columns}`), waitMs);
  for (const partition of partitions) {
    const own = `${partition}_${name}`.slice(0, maxNameLength);
    await createConcurrently(queryRunner, own, partition, columns, waitMs);
    await whileInUse(() => queryRunner.query(`alter index ${name} attach partition ${own}`), waitMs);
  }
}

/** Undefined if the table is not partitioned. */
async function findPartitions(queryRunner: Queries, table: string): Promise<string[] | undefined> {
  const [{ partitioned, partitions }] = (await queryRunner.query(
    `select relkind = 'p' as partitioned,
            (select coalesce(array_agg(inhrelid::regclass::text order by inhrelid), '{}') from pg_inherits where inhparent = pg_class.oid) as partitions
     from pg_class where oid = $1::regclass`,
    [table],
  )) as [{ partitioned: boolean; partitions: string[] }];
  return partitioned ? partitions : undefined;
}

/**
 * Without a lock timeout: it waits only for older transactions and blocks no other work. An interrupted attempt leaves an
 * invalid index, which is dropped first.
 */
async function createConcurrently(
  queryRunner: Queries,
  name: string,
  table: string,
  columns: string,
  waitMs?: number,
): Promise<void> {
  await whileInUse(async () => {
    const [found] = (await queryRunner.query(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [name],
    )) as { valid: boolean }[];
    if (found?.valid) return;
    await queryRunner.query('set lock_timeout = 0');
    try {
      if (found) await queryRunner.query(`drop index concurrently ${name}`);
      await queryRunner.query(`create index concurrently ${name} on ${table} ${columns}`);
    } finally {
      await queryRunner.query(`set lock_timeout = ${lockTimeoutMs}`);
    }
  }, waitMs);
}
