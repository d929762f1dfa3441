import { Shares } from '@postrider/concurrency';
import type { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { Lane } from '../esp-accounts/lane.js';
import { toDripLane, isCampaignLane, mainLane } from '../esp-accounts/lane.js';
import { CampaignTurns } from './campaign-turns.js';

/** The right to make one attempt through one lane; released when the attempt ends. */
export interface Slot {
  readonly lane: Lane;
  readonly leaseToken: string;
  /** Time of `performance.now()` before any lease for it was requested. */
  readonly takenAt: number;
  release(): void;
}

export interface LaneCapacity {
  /** How many more attempts may start now. */
  readonly free: number;
  readonly inUse: number;
}

/**
 * How many more attempts may start: in total, per account with slots, per lane that is in use or limited, and in any
 * other.
 */
export interface Capacities {
  readonly total: number;
  readonly perAccount: ReadonlyMap<string, LaneCapacity>;
  readonly perLane: ReadonlyMap<string, LaneCapacity>;
  readonly otherwise: number;
  /** For campaign email in all lanes together. */
  readonly campaigns: number;
}

/** How many more attempts may start in this lane within `capacities`. */
export const capacityWithin = (
  { perAccount, perLane, otherwise, campaigns }: Capacities,
  { id, accountId }: Lane,
): number =>
  Math.min(
    perLane.get(id)?.free ?? otherwise,
    perAccount.get(accountId)?.free ?? otherwise,
    isCampaignLane(id) ? campaigns : Infinity,
  );

/**
 * Limit for all lanes of an account, as a multiple of the free slots: an account with one stuck lane holds as many as
 * are free.
 */
export const accountShare = 2;
/** Share of all slots that campaign email may hold while it waits for its turn. */
const campaignShare = 1 / 4;
const unlimited = { getLimit: () => Infinity, limited: [], failing: [] };

/**
 * Bounds concurrent attempts: `total` per process (the maximum number of messages in doubt after a crash), a share per
 * account (`Shares`), and per lane what this leaves the account, at most `perLane`, less if the lane is paused or slow.
 *
 * With n accounts of one stuck lane, each holds 1/(n+1) of the slots and as many stay free. With any number of stuck
 * lanes, each account holds at most 2/(2n+1), and half of that stays free. The claim applies the same rule in SQL.
 */
export class Lanes {
  private readonly accounts: Shares;
  private readonly lanes: Shares;
  private readonly busy = new Map<string, Lane>();
  private emptied: (() => void) | undefined;

  constructor(
    readonly total: number,
    perLane: number,
    private readonly limits: Pick<LaneLimits, 'getLimit' | 'limited' | 'failing'> = unlimited,
    private readonly onRelease: (lane: Lane) => void = () => {},
    readonly campaigns = new CampaignTurns(Math.ceil(total * campaignShare)),
  ) {
    this.accounts = new Shares({ capacity: total, share: accountShare });
    this.lanes = new Shares({ maxPerKey: perLane });
  }

  reserve(lane: Lane): Slot | undefined {
    return this.capacityOf(lane) > 0 ? this.assign(lane, crypto.randomUUID()) : undefined;
  }

  /** A slot for a row that was claimed within `capacities`, without checking the limits again. */
  assign(lane: Lane, leaseToken: string, takenAt = performance.now()): Slot {
    this.busy.set(lane.id, lane);
    this.campaigns.acquired(lane.id);
    const releaseLane = this.lanes.take(lane.id);
    const release = this.accounts.take(lane.accountId, 1, () => {
      releaseLane();
      this.released(lane);
    });
    return { lane, leaseToken, takenAt, release };
  }

  get freeSlots(): number {
    return this.accounts.free;
  }

  capacityOf({ id, accountId }: Lane): number {
    const inUse = this.lanes.heldBy(id);
    const left = (accountShare * this.freeSlots - this.accounts.heldBy(accountId) - inUse) / (accountShare + 2);
    return Math.min(
      this.accounts.capacityFor(accountId),
      this.lanes.capacityFor(id),
      Math.max(Math.floor(left), inUse === 0 ? 1 : 0),
      this.limits.getLimit(mainLane(id)) - inUse,
      isCampaignLane(id) ? this.campaigns.freeSlots : Infinity,
    );
  }

  /**
   * Whether enough of a lane's share is free to be worth the commit of a claim: half, or a quarter for campaign email
   * that is not paced, because its slots are held longer by the dispatch before the send.
   */
  isWorthClaim(lane: Lane): boolean {
    const capacity = this.capacityOf(lane);
    const usedPerFree = isCampaignLane(lane.id) && !this.campaigns.limited ? 3 : 1;
    return capacity > 0 && capacity * usedPerFree >= this.lanes.heldBy(lane.id);
  }

  get capacities(): Capacities {
    // The account of a limited lane is not needed here: the claim checks the account's limit separately.
    const limited = this.limits.limited
      .flatMap((id) => [id, toDripLane({ id, accountId: '' }).id])
      .map((id) => this.busy.get(id) ?? { id, accountId: '' });
    return {
      total: this.freeSlots,
      perAccount: new Map(
        this.accounts.holders.map((id) => [
          id,
          { free: this.accounts.capacityFor(id), inUse: this.accounts.heldBy(id) },
        ]),
      ),
      perLane: new Map(
        [...this.busy.values(), ...limited].map((lane) => [
          lane.id,
          { free: Math.max(0, this.capacityOf(lane)), inUse: this.lanes.heldBy(lane.id) },
        ]),
      ),
      otherwise: this.capacityOf({ id: '', accountId: '' }),
      campaigns: Math.min(this.freeSlots, this.campaigns.freeSlots),
    };
  }

  /** Lanes that may start no attempt because their ESP account fails. */
  get paused(): readonly string[] {
    return this.limits.failing.filter((id) => this.lanes.heldBy(id) >= this.limits.getLimit(id));
  }

  /** Resolves when no attempt is in progress. */
  async empty(): Promise<void> {
    if (this.freeSlots === this.total) return;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
    });
  }

  private released(lane: Lane): void {
    if (this.lanes.heldBy(lane.id) === 0) this.busy.delete(lane.id);
    this.campaigns.released();
    this.onRelease(lane);
    if (this.freeSlots === this.total) this.emptied?.();
  }
}
