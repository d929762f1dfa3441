import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { erasePersonalData } from '@postrider/service';
import { DataSource } from 'typeorm';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { trackingPersonalData } from './personal-data.js';

/**
 * Erases logs again for a week, because their events can arrive after the erasure: the broker delivers late and
 * repeatedly, and dead letters are replayed.
 */
@Injectable()
export class LateEventsTask extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly erasedLogs: ErasedLogsRepository,
  ) {
    super({ everyMs: 5_000, failure: 'late events of erased emails could not be erased yet' });
  }

  protected batch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const due = await this.erasedLogs.due(tx);
      const [first] = due;
      if (!first) return false;
      await erasePersonalData(tx, trackingPersonalData, 'log', { ...first, keys: due.map(({ logId }) => logId) });
      return true;
    });
  }
}
