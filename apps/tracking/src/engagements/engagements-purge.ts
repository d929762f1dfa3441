import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { idFloor } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import type { TrackingConfig } from '../config.js';

const everyMs = 60 * 60 * 1000;
const batchSize = 2_000;

/** The beginning of the month (UTC) before which logs are gone. */
const keptFrom = (now: Date, months: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);

/** What was done with mails goes with their logs (docs/operations.md#keeping-less). */
@Injectable()
export class EngagementsPurge extends PeriodicTask {
  private readonly logger = new Logger(EngagementsPurge.name);

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: TrackingConfig,
  ) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { LOG_RETENTION_MONTHS: months } = this.config;
    if (months === undefined) return false;
    const before = idFloor('log', keptFrom(new Date(), months));
    const deleted = await Promise.all(
      ['engagements', 'engagement_counts'].map(async (table) => {
        const [, count]: [unknown[], number] = await this.database.query(
          `delete from ${table} where ctid in (select ctid from ${table} where log_id < $1 limit $2)`,
          [before, batchSize],
        );
        return count;
      }),
    );
    return deleted.includes(batchSize);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`old engagements could not be deleted yet: ${message}`);
  }
}
