import { idFloor } from '@postrider/contracts';

/** Tables partitioned by month of the log's id (DESIGN section 5), each by the column that holds it. */
export const partitionedTables = ['logs', 'messages', 'log_events', 'attempts'] as const;

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

export const createPartition = (table: string, { name, from, before }: MonthlyPartition): string =>
  `create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${before}')`;
