import { AsyncResource } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask, within } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { Gauge } from 'prom-client';
import { AttemptProcessor } from '../attempts/attempt-processor.js';
import type { LeasedMessage } from '../attempts/leased-message.js';
import type { DeliveryConfig } from '../config.js';
import { EspDrivers } from '../esp-accounts/esp-drivers.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { Lane } from '../esp-accounts/lane.js';
import { isCampaignLane } from '../esp-accounts/lane.js';
import { DueWork } from './due-work.js';
import { QueueRepository } from './queue.repository.js';
import type { Slot } from './lanes.js';
import { Lanes } from './lanes.js';

/** After the database was away its clients need a moment to write down what they know; until then no lease counts as abandoned. */
const graceMs = 30_000;
/** Mails of campaigns that are held back are claimed a few at a time. */
const campaignsMs = 500;
/** How long attempts that were cut off may take to be written down. */
const cutOffMs = 3_000;

/** A process has one delivery; of several, as in tests, the last is shown. */
let shown: Lanes | undefined;
const slots = new Gauge({
  name: 'postrider_attempt_slots',
  help: 'Attempts that this process can make at a time, by whether they are in use or free',
  labelNames: ['state'],
  collect: () => {
    if (!shown) return;
    slots.set({ state: 'in_use' }, shown.total - shown.room);
    slots.set({ state: 'free' }, shown.room);
  },
});

/**
 * Hands messages to attempts, as many as there are slots for: what was just accepted, and what is due and nobody is sending (retries, scheduled mail, what
 * did not fit at acceptance, what a dead process left).
 */
@Injectable()
export class Dispatcher extends PeriodicTask {
  /** Lanes with due work that nobody has taken. */
  private readonly backlog = new Map<string, Lane>();
  private readonly lanes: Lanes;
  private isClaiming = false;
  private isStopped = false;
  private graceUntil = 0;

  constructor(
    private readonly attempts: AttemptProcessor,
    private readonly drivers: EspDrivers,
    laneLimits: LaneLimits,
    private readonly dueWork: DueWork,
    private readonly queue: QueueRepository,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    super({ everyMs: config.POLL_MS, firstAfterMs: 0, failure: 'cannot look for due work now' });
    const { DELIVERY_CONCURRENCY: total, DELIVERY_LANE_CONCURRENCY: perLane } = config;
    this.lanes = new Lanes(total, perLane, laneLimits, (lane) => this.slotReleased(lane));
    shown = this.lanes;
  }

  /**
   * A place for a message that is being accepted; none while older messages of its lane wait, or they would be overtaken for ever. None during a claim
   * either, so what is claimed within its rooms has one.
   */
  reserve(lane: Lane): Slot | undefined {
    return this.isClaiming || this.isStopped || this.backlog.has(lane.id) ? undefined : this.lanes.reserve(lane);
  }

  /** Begins an attempt, one of a campaign when it is its turn; the slot is given back when it is over. */
  dispatch(slot: Slot, message: Omit<LeasedMessage, 'leaseToken' | 'leasedAt'>): void {
    const { lane, leaseToken, takenAt: leasedAt } = slot;
    const begin = (): void =>
      void this.attempts.process({ ...message, leaseToken, leasedAt }).finally(() => slot.release());
    if (isCampaignLane(lane.id)) this.lanes.campaigns.begin(AsyncResource.bind(begin));
    else begin();
  }

  /** There is due work in this lane that nobody has taken. */
  noteBacklog(lane: Lane): void {
    this.backlog.set(lane.id, lane);
    if (this.lanes.roomIn(lane) > 0) this.wake();
  }

  /** What was claimed is still begun; what no ESP has answered when DRAIN_SECONDS are over is cut off. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await super.beforeApplicationShutdown();
    this.lanes.campaigns.beginAll();
    await within(this.lanes.empty(), this.config.DRAIN_SECONDS * 1000, () => this.attempts.cutOff());
    await within(this.lanes.empty(), cutOffMs, () => {});
    await this.drivers.close();
  }

  protected async batch(): Promise<boolean> {
    const { paused } = this.lanes;
    if (paused.length > 0) for (const lane of await this.queue.reroute(paused)) this.noteBacklog(lane);
    if (this.isStopped || this.lanes.room === 0) return false;
    await this.dueWork.scan();
    if (this.isStopped) return false;
    this.isClaiming = true;
    const more = await this.claim().finally(() => {
      this.isClaiming = false;
    });
    if (this.lanes.campaigns.limited && [...this.backlog.keys()].some(isCampaignLane)) this.wake(campaignsMs);
    return more;
  }

  protected override onError(error: Error): void {
    this.graceUntil = Date.now() + graceMs;
    super.onError(error);
  }

  /** One token for the batch: it fences by row, and no row is leased twice under the same one. */
  private async claim(): Promise<boolean> {
    const leaseToken = crypto.randomUUID();
    const claimedAt = performance.now();
    const backlog = [...this.backlog.values()];
    const taken = await this.dueWork.take(this.lanes.rooms, leaseToken, Date.now() >= this.graceUntil, backlog);
    const takenAt = performance.now();
    for (const { lane: id, dueForMs, seen: _seen, cut: _cut, ...row } of taken.rows) {
      const slot = this.lanes.take({ id, accountId: row.accountId }, leaseToken, claimedAt);
      this.dispatch(slot, { ...row, requestId: row.id, dueAt: takenAt - dueForMs });
    }
    for (const lane of taken.lanes) if (!taken.isEmpty(lane)) this.noteBacklog(lane);
    for (const lane of this.backlog.values()) if (taken.isEmpty(lane)) this.backlog.delete(lane.id);
    return taken.more;
  }

  private slotReleased(lane: Lane): void {
    if (this.backlog.has(lane.id) && !this.isStopped && this.lanes.isWorthClaim(lane)) this.wake();
  }
}
