import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { erasePersonalData } from '@postrider/service';
import { DataSource } from 'typeorm';
import { trackingPersonalData } from './personal-data.js';

const batchSize = 500;

/** Logs of one account and erasure, which were erased longest ago; the interval grows with their age, up to an hour. */
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

/**
 * Erases logs again for a week, because their events can arrive after the erasure: the broker delivers late and
 * repeatedly, and dead letters are replayed.
 */
@Injectable()
export class LateEventsTask extends PeriodicTask {
  constructor(private readonly database: DataSource) {
    super({ everyMs: 5_000, failure: 'late events of erased emails could not be erased yet' });
  }

  protected batch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [due] = await tx.query<[ErasedLog[], number]>(dueStatement);
      const [first] = due;
      if (!first) return false;
      await erasePersonalData(tx, trackingPersonalData, 'log', { ...first, keys: due.map(({ logId }) => logId) });
      return true;
    });
  }
}
