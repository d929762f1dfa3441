import { Inject, Injectable } from '@nestjs/common';
import { Shares, shareLeastFirst } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { Lane } from '../esp-accounts/lane.js';
import { isCampaignLane } from '../esp-accounts/lane.js';
import type { ClaimedRow, DueLane } from './work.repository.js';
import { WorkRepository, maxLanesPerClaim } from './work.repository.js';
import type { LaneCapacity, Capacities } from './lanes.js';
import { capacityWithin } from './lanes.js';

/** Lanes read by one statement of a scan. */
const scanBatchSize = 500;
/** Rest after a scan, as a multiple of its duration, so that scans use at most a tenth of the time. */
const scanRestFactor = 9;
/**
 * Candidates of a claim: `candidatesPerSlot` for each slot, because a lane may have less email than known, but at most
 * `maxBatch`.
 */
const maxBatch = 256;
const candidatesPerSlot = 2;

interface KnownLane extends Lane {
  readonly rate: number | null;
  tokens: number | null;
  /** When it had these tokens, as time of `performance.now()`. */
  at: number;
}

export interface ClaimedWork {
  readonly rows: readonly ClaimedRow[];
  /** The lanes of the claimed rows. */
  readonly lanes: readonly Lane[];
  /** Whether the claim shows that the lane has no more due email. */
  isEmpty(lane: Lane): boolean;
  /** Whether another claim may find more immediately. */
  readonly more: boolean;
}

/**
 * Claims due work. With few lanes of pending email, a claim reads all of them. Otherwise a periodic scan finds the
 * lanes with due email, in batches and for at most a tenth of the time, and a claim reads only those whose turn it is.
 */
@Injectable()
export class DueWork {
  /** The lanes with due email, by account; undefined while a claim reads all lanes. */
  private known: DueLanes | undefined;
  private nextScanAt = 0;

  constructor(
    private readonly work: WorkRepository,
    @Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'POLL_MS'>,
  ) {}

  /** Scans for lanes with due email if claims need it and the rest time is over. */
  async scan(): Promise<void> {
    const startedAt = performance.now();
    if (!this.known || startedAt < this.nextScanAt) return;
    const due: DueLane[] = [];
    let seen = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const lanes = await this.work.scan(after, scanBatchSize);
      due.push(...lanes.filter((lane) => lane.due));
      const last = lanes.at(-1);
      seen += last?.position ?? 0;
      after = last?.position === scanBatchSize ? last.id : undefined;
    }
    const now = performance.now();
    this.nextScanAt = now + Math.max(this.config.POLL_MS, scanRestFactor * (now - startedAt));
    this.known = seen > maxLanesPerClaim ? new DueLanes(due) : undefined;
  }

  /** `backlog`: lanes that are known to have due email. */
  async claim(
    capacities: Capacities,
    leaseToken: string,
    claimAbandoned: boolean,
    backlog: readonly Lane[],
  ): Promise<ClaimedWork> {
    const { known } = this;
    for (const lane of backlog) known?.add({ ...lane, rate: null, tokens: null });
    const perLane = known?.next(capacities);
    if (perLane?.size === 0) return { rows: [], lanes: [], isEmpty: () => false, more: false };

    const within = perLane ? { ...capacities, perLane } : capacities;
    const { rows, tooMany } = await this.work.claim(within, leaseToken, claimAbandoned, perLane !== undefined);
    if (tooMany) {
      this.known = new DueLanes([]);
      this.nextScanAt = 0;
    }
    const countByLane = new Map<string, { readonly lane: Lane; readonly seen: number; count: number }>();
    for (const { lane: id, accountId, seen } of rows) {
      const ofLane = countByLane.get(id);
      if (ofLane) ofLane.count += 1;
      else countByLane.set(id, { lane: { id, accountId }, seen, count: 1 });
    }
    const isCut = tooMany || rows.some(({ cut }) => cut);
    const isEmpty = (lane: Lane): boolean => {
      const capacity = capacityWithin(within, lane);
      const ofLane = countByLane.get(lane.id);
      if (ofLane) return ofLane.seen === ofLane.count && ofLane.count < capacity;
      // A claim may skip a lane in favour of others.
      return !isCut && capacity > 0 && (perLane?.has(lane.id) ?? true);
    };
    const hasRemoved = perLane && known?.remove(perLane.keys(), isEmpty);
    // If only paced campaign email is due, more of it can start only later.
    const isHeldBack =
      !perLane && rows.length === capacities.campaigns && rows.every(({ lane }) => isCampaignLane(lane));
    const more = tooMany || hasRemoved === true || (rows.length > 0 && !isHeldBack);
    return { rows, lanes: [...countByLane.values()].map(({ lane }) => lane), isEmpty, more };
  }
}

/** The lanes found by a scan. Selects those that a claim over all lanes would serve, with the same rule as its SQL. */
class DueLanes {
  /** By account; accounts, and the lanes of each, ordered by how long they have waited. */
  private readonly lanes = new Map<string, Set<KnownLane>>();
  private readonly byId = new Map<string, KnownLane>();

  constructor(lanes: readonly DueLane[]) {
    for (const lane of lanes.toSorted((a, b) => b.dueForMs - a.dueForMs)) this.add(lane);
  }

  add({ id, accountId, rate, tokens }: Omit<DueLane, 'dueForMs'>): void {
    if (this.byId.has(id)) return;
    const lane = { id, accountId, rate, tokens, at: performance.now() };
    this.byId.set(id, lane);
    const others = this.lanes.get(accountId);
    if (others) others.add(lane);
    else this.lanes.set(accountId, new Set([lane]));
  }

  /** The lanes of the next claim, each with its share of the free slots. */
  next({ total, perAccount, perLane, otherwise, campaigns }: Capacities): ReadonlyMap<string, LaneCapacity> {
    const unknown: LaneCapacity = { free: otherwise, inUse: 0 };
    const ofAccount = (id: string): LaneCapacity => perAccount.get(id) ?? unknown;
    const ofLane = (id: string): LaneCapacity => perLane.get(id) ?? unknown;
    const accounts = new Shares();
    const lanes = new Shares();
    const shares = shareLeastFirst(this.lanes, {
      heldByKey: (id) => ofAccount(id).inUse + accounts.heldBy(id),
      hasCapacity: (id) => accounts.heldBy(id) < ofAccount(id).free,
      heldBy: ({ id }) => ofLane(id).inUse + lanes.heldBy(id),
      mayTake: (lane) =>
        lanes.heldBy(lane.id) < ofLane(lane.id).free && hasToken(lane) && (campaigns > 0 || !isCampaignLane(lane.id)),
    });
    let left = Math.min(maxBatch, candidatesPerSlot * total);
    for (const { id, accountId } of shares) {
      accounts.take(accountId);
      lanes.take(id);
      left -= 1;
      if (left <= 0) break;
    }
    return new Map(lanes.holders.map((id) => [id, { free: lanes.heldBy(id), inUse: ofLane(id).inUse }]));
  }

  /** Removes empty lanes; true if there were any. */
  remove(ids: Iterable<string>, isEmpty: (lane: Lane) => boolean): boolean {
    let removed = false;
    for (const id of ids) {
      const lane = this.byId.get(id);
      if (!lane || !isEmpty(lane)) continue;
      if (lane.rate !== null) {
        // It may lack tokens rather than email.
        lane.tokens = 0;
        lane.at = performance.now();
        continue;
      }
      removed = true;
      this.byId.delete(id);
      const others = this.lanes.get(lane.accountId)!;
      others.delete(lane);
      if (others.size === 0) this.lanes.delete(lane.accountId);
    }
    return removed;
  }
}

const hasToken = ({ rate, tokens, at }: KnownLane): boolean =>
  rate === null || (tokens ?? 0) + (rate * (performance.now() - at)) / 1_000 >= 1;
