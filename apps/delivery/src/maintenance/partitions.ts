import { idFloor } from '@postrider/contracts';

/** Tables partitioned by month of the log's id (docs/architecture.md#partitions). */
export const partitionedTables = ['logs', 'messages', 'log_events', 'attempts'] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

/** The column that holds it. */
export const idColumn: Readonly<Record<PartitionedTable, string>> = {
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

/** A partition's month, as its name ends: `2026_11`. Months so written sort by time. */
export const monthOf = ({ name }: MonthlyPartition): string => name.slice(-'2026_11'.length);

export const startOfMonth = (month: string): Date => new Date(`${month.replace('_', '-')}-01T00:00:00Z`);

/** For a table without rows and without a default partition: in a migration. */
export const createPartition = (table: string, { name, from, before }: MonthlyPartition): string =>
  `create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${before}')`;
