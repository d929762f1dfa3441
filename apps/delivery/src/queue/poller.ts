import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { Dispatcher } from './dispatcher.js';
import { DueWork } from './due-work.js';
import { FailoverRepository } from './failover.repository.js';

/** After the database was away its clients need a moment to write down what they know; until then no lease counts as abandoned. */
const graceMs = 30_000;
/** Mails of campaigns that are held back are claimed a few at a time. */
const campaignsMs = 500;

/** Takes up what is due and nobody is sending: retries, scheduled mail, what did not fit at acceptance, what a dead process left. */
@Injectable()
export class Poller extends PeriodicTask {
  private readonly logger = new Logger(Poller.name);
  private graceUntil = 0;

  constructor(
    private readonly dueWork: DueWork,
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
    await this.dueWork.survey();
    const more = await this.dispatcher.whileClaiming(() => this.claim());
    if (this.dispatcher.holdsBackCampaigns) this.wake(campaignsMs);
    return more;
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
  private async claim(): Promise<boolean> {
    const { lanes, lanesWithBacklog } = this.dispatcher;
    const leaseToken = crypto.randomUUID();
    const claimedAt = performance.now();
    const taken = await this.dueWork.take(lanes.rooms, leaseToken, Date.now() >= this.graceUntil, lanesWithBacklog);
    const takenAt = performance.now();
    for (const { lane: id, dueForMs, seen: _seen, cut: _cut, ...row } of taken.rows) {
      const slot = lanes.take({ id, accountId: row.accountId }, leaseToken, claimedAt);
      this.dispatcher.dispatch(slot, { ...row, requestId: row.id, dueAt: takenAt - dueForMs });
    }
    for (const lane of taken.lanes) if (!taken.isEmpty(lane)) this.dispatcher.noteBacklog(lane);
    for (const lane of this.dispatcher.lanesWithBacklog) if (taken.isEmpty(lane)) this.dispatcher.backlogCleared(lane);
    return taken.more;
  }
}
