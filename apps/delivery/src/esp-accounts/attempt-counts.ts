import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import type { EspAccountHourEntity } from './esp-account-hour.entity.js';
import { builtinAccountId, toLane } from './lane.js';
import { LaneLimits } from './lane-limits.js';

const everyMs = 10_000;
const hourMs = 3_600_000;

/**
 * Counts the attempts through each ESP account by hour. They are summed in memory and written every 10 s, so that email
 * causes no statement of its own. A process that crashes loses the counts of these seconds. With them, it stores which
 * accounts it pauses, so that all processes show the same.
 */
@Injectable()
export class AttemptCounts extends PeriodicTask {
  private readonly counts = new Map<string, EspAccountHourEntity>();
  /** By ESP account, the account that owns it, and whether its last attempt failed. */
  private readonly last = new Map<string, { readonly accountId: string; readonly failed: boolean }>();

  constructor(
    private readonly repository: AttemptCountsRepository,
    private readonly laneLimits: LaneLimits,
  ) {
    super({ everyMs, failure: 'attempts could not be counted yet' });
  }

  /** `failed`: because of the ESP account. */
  add(accountId: string, espAccountId: string, failed: boolean): void {
    const startsAt = new Date(Math.floor(Date.now() / hourMs) * hourMs);
    this.merge({ accountId, espAccountId, startsAt, attempts: 1, failed: Number(failed) });
    if (espAccountId !== builtinAccountId) this.last.set(espAccountId, { accountId, failed });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.batch().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<void> {
    await this.savePauses();
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

  /** A success in any process ends the stored pause. Few failures do not change it. */
  private async savePauses(): Promise<void> {
    const seen = [...this.last];
    this.last.clear();
    const states = seen.flatMap(([id, { accountId, failed }]) => {
      const lane = toLane(accountId, id, false).id;
      const until = this.laneLimits.pausedUntil(lane);
      if (failed && until === undefined) return [];
      const pause = until !== undefined && { forMs: until - Date.now(), error: this.laneLimits.getError(lane) };
      return [{ accountId, id, ...pause }];
    });
    if (states.length === 0) return;
    await this.repository.savePauses(states).catch((error: unknown) => {
      for (const [id, state] of seen) if (!this.last.has(id)) this.last.set(id, state);
      throw error;
    });
  }

  private merge(added: EspAccountHourEntity): void {
    const key = `${added.accountId} ${added.espAccountId} ${added.startsAt.getTime()}`;
    const { attempts = 0, failed = 0 } = this.counts.get(key) ?? {};
    this.counts.set(key, { ...added, attempts: attempts + added.attempts, failed: failed + added.failed });
  }
}
