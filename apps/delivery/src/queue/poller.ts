import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { FailoverRepository } from './failover.repository.js';
import { Worker } from './worker.js';
import type { ClaimedRow, Rooms } from './work.repository.js';
import { WorkRepository } from './work.repository.js';

/** After the database was away its clients need a moment to write down what they know; until then no lease counts as abandoned. */
const graceMs = 30_000;

/** Takes up what is due and nobody is sending: retries, scheduled mail, what did not fit at acceptance, what a dead process left. */
@Injectable()
export class Poller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Poller.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopping = false;
  private graceUntil = 0;

  constructor(
    private readonly work: WorkRepository,
    private readonly failover: FailoverRepository,
    private readonly worker: Worker,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.worker.onRoom(() => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private wake(): void {
    if (this.stopping) return;
    clearTimeout(this.timer);
    if (this.running) {
      this.again = true;
      return;
    }
    this.again = false;
    this.running = this.poll().finally(() => {
      this.running = undefined;
      if (this.again) this.wake();
      else if (!this.stopping) this.timer = setTimeout(() => this.wake(), this.config.POLL_MS);
    });
  }

  private async poll(): Promise<void> {
    try {
      await this.reroute();
      while (!this.stopping && this.worker.lanes.room > 0) {
        const taken = await this.worker.whileClaiming(() => this.claim());
        if (taken === 0) return;
      }
    } catch (error) {
      this.graceUntil = Date.now() + graceMs;
      this.logger.warn(`cannot look for due work now: ${(error as Error).message}`);
    }
  }

  private async reroute(): Promise<void> {
    const { paused } = this.worker.lanes;
    if (paused.length === 0) return;
    for (const lane of await this.failover.reroute(paused)) this.worker.noteBacklog(lane);
  }

  /** One token for the batch: it fences by row, and no row is leased twice under the same one. */
  private async claim(): Promise<number> {
    const { lanes } = this.worker;
    const { rooms } = lanes;
    const leaseToken = crypto.randomUUID();
    const rows = await this.work.claim(rooms, leaseToken, Date.now() >= this.graceUntil);
    for (const { lane, ...row } of rows) this.worker.send(lanes.take(lane, leaseToken), { ...row, requestId: row.id });
    this.noteLanes(rows, rooms);
    return rows.length;
  }

  /** A lane that took all it had room for may have more; one that took less has not, unless the claim itself was full. */
  private noteLanes(rows: readonly ClaimedRow[], { total, perLane, otherwise }: Rooms): void {
    const takenBy = new Map<string, number>();
    for (const { lane } of rows) takenBy.set(lane, (takenBy.get(lane) ?? 0) + 1);
    for (const lane of new Set([...takenBy.keys(), ...this.worker.lanesWithBacklog])) {
      const laneRoom = perLane.get(lane) ?? otherwise;
      const taken = takenBy.get(lane) ?? 0;
      if (taken > 0 && taken >= laneRoom) this.worker.noteBacklog(lane);
      else if (laneRoom > 0 && rows.length < total) this.worker.backlogCleared(lane);
    }
  }
}
