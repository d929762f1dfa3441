import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { Dispatcher } from './dispatcher.js';
import { FailoverRepository } from './failover.repository.js';
import type { Rooms } from './lanes.js';
import type { ClaimedRow } from './work.repository.js';
import { WorkRepository } from './work.repository.js';

/** After the database was away its clients need a moment to write down what they know; until then no lease counts as abandoned. */
const graceMs = 30_000;

/** Takes up what is due and nobody is sending: retries, scheduled mail, what did not fit at acceptance, what a dead process left. */
@Injectable()
export class Poller extends PeriodicTask {
  private readonly logger = new Logger(Poller.name);
  private graceUntil = 0;

  constructor(
    private readonly work: WorkRepository,
    private readonly failover: FailoverRepository,
    private readonly dispatcher: Dispatcher,
    @Inject(CONFIG) config: DeliveryConfig,
  ) {
    super({ everyMs: config.POLL_MS, firstAfterMs: 0 });
  }

  override onApplicationBootstrap(): void {
    this.dispatcher.onRoom(() => this.wake());
    super.onApplicationBootstrap();
  }

  protected async batch(): Promise<boolean> {
    await this.reroute();
    if (!this.dispatcher.hasRoom) return false;
    return (await this.dispatcher.whileClaiming(() => this.claim())) > 0;
  }

  protected onError({ message }: Error): void {
    this.graceUntil = Date.now() + graceMs;
    this.logger.warn(`cannot look for due work now: ${message}`);
  }

  private async reroute(): Promise<void> {
    const { paused } = this.dispatcher.lanes;
    if (paused.length === 0) return;
    for (const lane of await this.failover.reroute(paused)) this.dispatcher.noteBacklog(lane);
  }

  /** One token for the batch: it fences by row, and no row is leased twice under the same one. */
  private async claim(): Promise<number> {
    const { lanes } = this.dispatcher;
    const { rooms } = lanes;
    const leaseToken = crypto.randomUUID();
    const rows = await this.work.claim(rooms, leaseToken, Date.now() >= this.graceUntil);
    for (const { lane, ...row } of rows)
      this.dispatcher.dispatch(lanes.take(lane, leaseToken), { ...row, requestId: row.id });
    this.noteLanes(rows, rooms);
    return rows.length;
  }

  /** A lane that took all it had room for may have more; one that took less has not, unless the claim itself was full. */
  private noteLanes(rows: readonly ClaimedRow[], { total, perLane, otherwise }: Rooms): void {
    const takenBy = new Map<string, number>();
    for (const { lane } of rows) takenBy.set(lane, (takenBy.get(lane) ?? 0) + 1);
    for (const lane of new Set([...takenBy.keys(), ...this.dispatcher.lanesWithBacklog])) {
      const laneRoom = perLane.get(lane) ?? otherwise;
      const taken = takenBy.get(lane) ?? 0;
      if (taken > 0 && taken >= laneRoom) this.dispatcher.noteBacklog(lane);
      else if (laneRoom > 0 && rows.length < total) this.dispatcher.backlogCleared(lane);
    }
  }
}
