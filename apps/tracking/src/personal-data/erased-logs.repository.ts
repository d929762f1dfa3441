import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const batchSize = 500;

/**
 * Logs of one account and erasure, which were erased longest ago. The interval grows with their age, from a minute to
 * an hour.
 */
const dueStatement = `
with first as (
  select account_id, pseudonym from erased_logs where next_at <= now() order by next_at limit 1
), due as (
  select erased_logs.account_id, erased_logs.log_id from erased_logs join first using (account_id, pseudonym)
  where next_at <= now() order by log_id limit ${batchSize} for update of erased_logs skip locked
)
update erased_logs set next_at = now() + least(interval '1 hour', greatest(interval '1 minute', now() - erased_at))
from due where erased_logs.account_id = due.account_id and erased_logs.log_id = due.log_id
returning erased_logs.account_id as "accountId", erased_logs.log_id as "logId", pseudonym`;

interface ErasedLog {
  readonly accountId: string;
  readonly logId: string;
  readonly pseudonym: string;
}

/** Logs whose events may still arrive after their erasure. */
@Injectable()
export class ErasedLogsRepository {
  async add(tx: EntityManager, accountId: string, logIds: readonly string[], pseudonym: string): Promise<void> {
    await tx.query(
      `insert into erased_logs (account_id, log_id, pseudonym)
       select $1, log_id, $3 from unnest($2::text[]) as log_id order by log_id on conflict do nothing`,
      [accountId, logIds, pseudonym],
    );
  }

  /** Locks logs to erase again; other processes skip them. */
  async due(tx: EntityManager): Promise<ErasedLog[]> {
    const [due] = await tx.query<[ErasedLog[], number]>(dueStatement);
    return due;
  }
}
