import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import type { EspAccountHourEntity } from './esp-account-hour.entity.js';

const everyMs = 10_000;
const hourMs = 3_600_000;

/**
 * Counts the attempts through each ESP account by hour. They are summed in memory and written every 10 s, so that email
 * causes no statement of its own. A process that crashes loses the counts of these seconds.
 */
@Injectable()
export class AttemptCounts extends PeriodicTask {
  private readonly counts = new Map<string, EspAccountHourEntity>();

  constructor(private readonly repository: AttemptCountsRepository) {
    super({ everyMs, failure: 'attempts could not be counted yet' });
  }

  /** `failed`: because of the ESP account. */
  add(accountId: string, espAccountId: string, failed: boolean): void {
    const beginsAt = new Date(Math.floor(Date.now() / hourMs) * hourMs);
    this.merge({ accountId, espAccountId, beginsAt, attempts: 1, failed: Number(failed) });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.batch().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<void> {
    const counted = [...this.counts.values()];
    if (counted.length === 0) return;
    this.counts.clear();
    try {
      await this.repository.add(counted);
    } catch (error) {
      for (const count of counted) this.merge(count);
      throw error;
    }
  }

  private merge(added: EspAccountHourEntity): void {
    const key = `${added.accountId} ${added.espAccountId} ${added.beginsAt.getTime()}`;
    const { attempts = 0, failed = 0 } = this.counts.get(key) ?? {};
    this.counts.set(key, { ...added, attempts: attempts + added.attempts, failed: failed + added.failed });
  }
}
