import type { QueryRunner } from 'typeorm';
import { lockTimeoutMs, whileInUse } from './in-use.js';

type Queries = Pick<QueryRunner, 'query'>;

/** `identifier` of PostgreSQL. */
const longestName = 63;

/**
 * An index on a table that may be large, which is written to meanwhile. For migrations with `transaction = false`; it can be repeated. Of a partitioned table
 * each partition gets its own, which then belongs to the table's.
 */
export async function createIndex(
  queryRunner: Queries,
  name: string,
  table: string,
  columns: string,
  waitMs?: number,
): Promise<void> {
  const partitions = await partitionsOf(queryRunner, table);
  if (!partitions) {
    await createConcurrently(queryRunner, name, table, columns, waitMs);
    return;
  }
  await whileInUse(() => queryRunner.query(`create index if not exists ${name} on only ${table} ${columns}`), waitMs);
  for (const partition of partitions) {
    const own = `${partition}_${name}`.slice(0, longestName);
    await createConcurrently(queryRunner, own, partition, columns, waitMs);
    await whileInUse(() => queryRunner.query(`alter index ${name} attach partition ${own}`), waitMs);
  }
}

/** Undefined where the table is not partitioned. */
async function partitionsOf(queryRunner: Queries, table: string): Promise<string[] | undefined> {
  const [{ partitioned, partitions }] = (await queryRunner.query(
    `select relkind = 'p' as partitioned,
            (select coalesce(array_agg(inhrelid::regclass::text order by inhrelid), '{}') from pg_inherits where inhparent = pg_class.oid) as partitions
     from pg_class where oid = $1::regclass`,
    [table],
  )) as [{ partitioned: boolean; partitions: string[] }];
  return partitioned ? partitions : undefined;
}

/** What it waits for are transactions that began before it, and nobody waits for it: it has no lock timeout. One that was broken off left an invalid index. */
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
