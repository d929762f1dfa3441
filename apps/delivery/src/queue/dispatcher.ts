import { AsyncResource } from 'node:async_hooks';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { Gauge } from 'prom-client';
import { AttemptProcessor } from '../attempts/attempt-processor.js';
import type { LeasedMessage } from '../attempts/leased-message.js';
import type { DeliveryConfig } from '../config.js';
import { EspDrivers } from '../esp-accounts/esp-drivers.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { Lane } from '../esp-accounts/lane.js';
import { isCampaignLane } from '../esp-accounts/lane.js';
import type { Slot } from './lanes.js';
import { Lanes } from './lanes.js';

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

/** Hands leased messages to attempts, as many as there are slots for, and knows which lanes have more to send. */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly backlog = new Map<string, Lane>();
  private claim: Promise<unknown> | undefined;
  private stopped = false;
  private wakePoller: () => void = () => {};
  readonly lanes: Lanes;

  constructor(
    private readonly attempts: AttemptProcessor,
    private readonly drivers: EspDrivers,
    laneLimits: LaneLimits,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    const { DELIVERY_CONCURRENCY: total, DELIVERY_LANE_CONCURRENCY: perLane } = config;
    this.lanes = new Lanes(total, perLane, laneLimits, (lane) => this.slotReleased(lane));
    shown = this.lanes;
  }

  /** A place for a message that is being accepted; none while older messages of its lane wait, or they would be overtaken for ever. */
  reserve(lane: Lane): Slot | undefined {
    return this.claim || this.stopped || this.backlog.has(lane.id) ? undefined : this.lanes.reserve(lane);
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
    if (this.lanes.roomIn(lane) > 0) this.wakePoller();
  }

  get lanesWithBacklog(): readonly Lane[] {
    return [...this.backlog.values()];
  }

  get holdsBackCampaigns(): boolean {
    return this.lanes.campaigns.limited && this.lanesWithBacklog.some(({ id }) => isCampaignLane(id));
  }

  backlogCleared({ id }: Lane): void {
    this.backlog.delete(id);
  }

  /** Whether a claim is worth its statement. */
  get hasRoom(): boolean {
    return !this.stopped && this.lanes.room > 0;
  }

  /** While `claim` runs no acceptance takes a slot, so what it claims within the rooms it was given has one. */
  async whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result> {
    this.claim = claim().finally(() => {
      this.claim = undefined;
    });
    return this.claim as Promise<Result>;
  }

  /** Calls back when it is worth looking for due work again. */
  onRoom(wake: () => void): void {
    this.wakePoller = wake;
  }

  /** What was claimed is still begun; what no ESP has answered when DRAIN_SECONDS are over is cut off. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.claim?.catch(() => {});
    this.lanes.campaigns.beginAll();
    await within(this.lanes.empty(), this.config.DRAIN_SECONDS * 1000, () => this.attempts.cutOff());
    await within(this.lanes.empty(), cutOffMs, () => {});
    await this.drivers.close();
  }

  private slotReleased(lane: Lane): void {
    if (this.backlog.has(lane.id) && !this.stopped && this.lanes.isWorthClaim(lane)) this.wakePoller();
  }
}
