import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { idFloor } from '@postrider/contracts';

/** Tables partitioned by month of the log's id (docs/architecture.md#partitions). */
export const partitionedTables = ['logs', 'messages', 'log_events', 'attempts'] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

/** The column of each table that contains the log's id. */
const idColumn: Readonly<Record<PartitionedTable, string>> = {
  logs: 'id',
  messages: 'id',
  log_events: 'log_id',
  attempts: 'message_id',
};

export interface MonthlyPartition {
  readonly name: string;
  readonly from: string;
  readonly before: string;
}

/** The partition of `table` for the month that begins `offset` months after that of `now` (UTC). */
export function monthlyPartition(table: string, now: Date, offset: number): MonthlyPartition {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const month = `${start.getUTCFullYear()}_${String(start.getUTCMonth() + 1).padStart(2, '0')}`;
  return { name: `${table}_${month}`, from: idFloor('log', start.getTime()), before: idFloor('log', end.getTime()) };
}

/** The suffix of a partition's name, such as `2026_11`; these sort by time. */
export const getMonth = ({ name }: MonthlyPartition): string => name.slice(-'2026_11'.length);

export const startOfMonth = (month: string): Date => new Date(`${month.replace('_', '-')}-01T00:00:00Z`);

/** For migrations only: the table must have neither rows nor a default partition. */
export const createPartition = (table: string, { name, from, before }: MonthlyPartition): string =>
  `create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${before}')`;

/**
 * Statements queue behind a waiting lock, sends included, so it gives up soon when a long transaction (a backup) holds
 * the table.
 */
const lockTimeoutMs = 1_000;

@Injectable()
export class PartitionsRepository {
  constructor(private readonly database: DataSource) {}

  async exists({ name }: MonthlyPartition): Promise<boolean> {
    const [{ present }] = (await this.database.query('select to_regclass($1) is not null as present', [name])) as [
      { present: boolean },
    ];
    return present;
  }

  /**
   * Adds the partition and moves rows of its range out of the default partition, as PostgreSQL requires. The default
   * partition is locked first to stop new rows; the parent is locked only against other changes of its partitions.
   * @returns the number of moved rows; undefined when another replica is doing it
   */
  add(table: PartitionedTable, { name, from, before }: MonthlyPartition): Promise<number | undefined> {
    return this.withLock(async (tx) => {
      const [{ present }] = (await tx.query('select to_regclass($1) is not null as present', [name])) as [
        { present: boolean },
      ];
      if (present) return 0;
      const column = idColumn[table];
      await tx.query(`create table ${name} (like ${table} including all)`);
      await tx.query(`lock table ${table}_default in access exclusive mode`);
      const [{ moved }] = (await tx.query(
        `with misplaced as (delete from ${table}_default where ${column} >= $1 and ${column} < $2 returning *), moved as (insert into ${name} select * from misplaced)
         select count(*)::int as moved from misplaced`,
        [from, before],
      )) as [{ moved: number }];
      await tx.query(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${before}')`);
      return moved;
    });
  }

  /** The smallest id in the default partition. */
  async oldestUnpartitioned(table: PartitionedTable): Promise<string | undefined> {
    const [{ id }] = (await this.database.query(`select min(${idColumn[table]}) as id from ${table}_default`)) as [
      { id: string | null },
    ];
    return id ?? undefined;
  }

  /** The months before `month` (both as `2026_11`) for which a table has a partition, oldest first. */
  async monthsBefore(month: string): Promise<string[]> {
    const rows: { month: string }[] = await this.database.query(
      `select distinct right(relname, 7) as month from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = any($1::regclass[]::oid[]) and relname ~ '_[0-9]{4}_[0-9]{2}$' and right(relname, 7) collate "C" < $2 order by month`,
      [partitionedTables, month],
    );
    return rows.map((row) => row.month);
  }

  /** Whether a message of this month is still to be sent; a scheduled message keeps the id of its acceptance. */
  async hasWork({ from, before }: MonthlyPartition): Promise<boolean> {
    const [{ pending }] = (await this.database.query(
      'select exists (select from work where message_id >= $1 and message_id < $2) as pending',
      [from, before],
    )) as [{ pending: boolean }];
    return pending;
  }

  /**
   * One table per transaction, to avoid deadlocks with statements that lock several. False when another replica is
   * doing it.
   */
  async drop({ name }: MonthlyPartition): Promise<boolean> {
    const dropped = await this.withLock(async (tx) => {
      await tx.query(`drop table if exists ${name}`);
      return true;
    });
    return dropped ?? false;
  }

  /** Deletes at most `limit` failures with ids before `before` whose messages were dropped, and returns the number. */
  async deleteFailures(before: string, limit: number): Promise<number> {
    const [, count] = (await this.database.query(
      `with orphaned as (
         select account_id, message_id from failures where message_id < $1
         and not exists (select from messages where messages.account_id = failures.account_id and messages.id = failures.message_id)
         limit $2 for update skip locked
       )
       delete from failures using orphaned where failures.account_id = orphaned.account_id and failures.message_id = orphaned.message_id`,
      [before, limit],
    )) as [unknown, number];
    return count;
  }

  private withLock<Result>(act: (tx: EntityManager) => Promise<Result>): Promise<Result | undefined> {
    return this.database.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const [{ free }] = (await tx.query(
        `select pg_try_advisory_xact_lock(hashtext('postrider:delivery:partitions')) as free`,
      )) as [{ free: boolean }];
      return free ? act(tx) : undefined;
    });
  }
}
