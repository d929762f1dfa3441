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

/**
 * After a database outage, other processes need time to record results; until then no expired lease counts as
 * abandoned.
 */
const graceMs = 30_000;
/** Interval of claims for paced campaign email, which are small. */
const pacedClaimMs = 500;
/** Time to record the results of aborted attempts. */
const abortTimeoutMs = 3_000;

/** The gauge shows the last instance of a process; only tests have more than one. */
let current: Lanes | undefined;
const slots = new Gauge({
  name: 'postrider_attempt_slots',
  help: 'Attempts that this process can make at a time, by whether they are in use or free',
  labelNames: ['state'],
  collect: () => {
    if (!current) return;
    slots.set({ state: 'in_use' }, current.total - current.freeSlots);
    slots.set({ state: 'free' }, current.freeSlots);
  },
});

/**
 * Passes messages to attempts while slots are free: messages that were just accepted, and due work that is not leased
 * (retries, scheduled email, email accepted without a free slot, email of dead processes).
 */
@Injectable()
export class Dispatcher extends PeriodicTask {
  /** Lanes with due work that is not leased. */
  private readonly backlog = new Map<string, Lane>();
  private readonly lanes: Lanes;
  private isClaiming = false;
  private isStopped = false;
  private graceUntil = 0;

  constructor(
    private readonly attempts: AttemptProcessor,
    private readonly drivers: EspDrivers,
    private readonly laneLimits: LaneLimits,
    private readonly dueWork: DueWork,
    private readonly queue: QueueRepository,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    super({ everyMs: config.POLL_MS, firstAfterMs: 0, failure: 'due work could not be claimed yet' });
    const { DELIVERY_CONCURRENCY: total, DELIVERY_LANE_CONCURRENCY: perLane } = config;
    this.lanes = new Lanes(total, perLane, laneLimits, (lane) => this.slotReleased(lane));
    current = this.lanes;
  }

  /**
   * Reserves a slot for a message that is being accepted. None while older messages of its lane wait, so that they are
   * not overtaken forever, and none during a claim, so that claimed rows are sure to have slots.
   */
  reserve(lane: Lane): Slot | undefined {
    return this.isClaiming || this.isStopped || this.backlog.has(lane.id) ? undefined : this.lanes.reserve(lane);
  }

  /** Starts an attempt, for campaign email when its turn comes; the slot is released when it ends. */
  dispatch(slot: Slot, message: Omit<LeasedMessage, 'leaseToken' | 'leasedAt'>): void {
    const { lane, leaseToken, takenAt: leasedAt } = slot;
    const start = (): void =>
      void this.attempts.process({ ...message, leaseToken, leasedAt }).finally(() => slot.release());
    if (isCampaignLane(lane.id)) this.lanes.campaigns.begin(AsyncResource.bind(start));
    else start();
  }

  /** Records that this lane has due work that is not leased. */
  noteBacklog(lane: Lane): void {
    this.backlog.set(lane.id, lane);
    if (this.lanes.capacityOf(lane) > 0) this.wake();
  }

  /** Claimed messages are still sent; attempts without a response after DRAIN_SECONDS are aborted. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await super.beforeApplicationShutdown();
    this.lanes.campaigns.beginAll();
    await within(this.lanes.empty(), this.config.DRAIN_SECONDS * 1000, () => this.attempts.abortRunning());
    await within(this.lanes.empty(), abortTimeoutMs, () => {});
    await this.drivers.close();
  }

  protected async batch(): Promise<boolean> {
    if (this.lanes.paused.length > 0)
      for (const { id, retriedAt } of await this.queue.retries(this.lanes.paused))
        this.laneLimits.applyRetry(id, retriedAt);
    const { paused } = this.lanes;
    if (paused.length > 0) for (const lane of await this.queue.reroute(paused)) this.noteBacklog(lane);
    if (this.isStopped || this.lanes.freeSlots === 0) return false;
    await this.dueWork.scan();
    if (this.isStopped) return false;
    this.isClaiming = true;
    const more = await this.claim().finally(() => {
      this.isClaiming = false;
    });
    if (this.lanes.campaigns.limited && [...this.backlog.keys()].some(isCampaignLane)) this.wake(pacedClaimMs);
    return more;
  }

  protected override onError(error: Error): void {
    this.graceUntil = Date.now() + graceMs;
    super.onError(error);
  }

  /** One lease token for the batch: it fences each row, and no row is leased twice with the same token. */
  private async claim(): Promise<boolean> {
    const leaseToken = crypto.randomUUID();
    const claimedAt = performance.now();
    const backlog = [...this.backlog.values()];
    const claim = await this.dueWork.claim(this.lanes.capacities, leaseToken, Date.now() >= this.graceUntil, backlog);
    const takenAt = performance.now();
    for (const { lane: id, dueForMs, seen: _seen, cut: _cut, ...row } of claim.rows) {
      const slot = this.lanes.assign({ id, accountId: row.accountId }, leaseToken, claimedAt);
      this.dispatch(slot, { ...row, requestId: row.id, dueAt: takenAt - dueForMs });
    }
    for (const lane of claim.lanes) if (!claim.isEmpty(lane)) this.noteBacklog(lane);
    for (const lane of this.backlog.values()) if (claim.isEmpty(lane)) this.backlog.delete(lane.id);
    return claim.more;
  }

  private slotReleased(lane: Lane): void {
    if (this.backlog.has(lane.id) && !this.isStopped && this.lanes.isWorthClaim(lane)) this.wake();
  }
}
