import { Breakers } from '../esp-accounts/breakers.js';
import type { LanePace } from '../esp-accounts/lane-pace.js';
import type { Lane } from '../esp-accounts/lane.js';
import { dripLaneOf, isCampaignLane, mainLane } from '../esp-accounts/lane.js';
import { CampaignTurns } from './campaign-turns.js';

/** The right to make one attempt through one lane; given back when the attempt is over. */
export interface Slot {
  readonly lane: Lane;
  readonly leaseToken: string;
  /** By `performance.now()`, before anything is leased for it. */
  readonly takenAt: number;
  release(): void;
}

export interface Room {
  /** How many more attempts may begin now. */
  readonly free: number;
  readonly inUse: number;
}

/** How many more attempts may begin now: in all, by id in the accounts that hold slots, in the lanes in use, paused or slow, and in any other. */
export interface Rooms {
  readonly total: number;
  readonly perAccount: ReadonlyMap<string, Room>;
  readonly perLane: ReadonlyMap<string, Room>;
  readonly otherwise: number;
  /** Of mails of campaigns, in all lanes together. */
  readonly campaigns: number;
}

/** What all lanes of an account may hold, as a multiple of the free slots: so an account with one lane that hangs holds as many as are free. */
export const accountShare = 2;
/** Of all slots, those that may be held by mails of campaigns which wait for their turn. */
const campaignShare = 1 / 4;

/**
 * Bounds the attempts under way: `total` in the process (the most messages one crash can leave in doubt), and by dynamic thresholds: an account
 * may hold twice as many slots as are free, each of its lanes as many as this leaves the account, and at most `perLane`, less
 * if it is paused or slow. With n accounts of one
 * lane that hangs, each holds 1/(n+1) of the slots and the same share stays free; with any number of lanes, at most 2/(2n+1), and half
 * of that stays free. Who holds none may take the last one. The claim keeps to the same rule in SQL.
 */
export class Lanes {
  private readonly busy = new Map<string, { readonly lane: Lane; count: number }>();
  private readonly held = new Map<string, number>();
  private used = 0;
  private emptied: (() => void) | undefined;

  constructor(
    readonly total: number,
    private readonly perLane: number,
    private readonly breakers: Pick<Breakers, 'limitOf' | 'limited'> = new Breakers(),
    private readonly onRelease: (lane: Lane) => void = () => {},
    private readonly pace: Pick<LanePace, 'limitOf' | 'limited'> = { limitOf: () => Infinity, limited: [] },
    readonly campaigns = new CampaignTurns(Math.ceil(total * campaignShare)),
  ) {}

  reserve(lane: Lane): Slot | undefined {
    return this.roomIn(lane) > 0 ? this.take(lane, crypto.randomUUID()) : undefined;
  }

  /** A slot for what was claimed within `rooms`, when room was counted already. */
  take(lane: Lane, leaseToken: string, takenAt = performance.now()): Slot {
    this.used++;
    this.campaigns.took(lane.id);
    this.busy.set(lane.id, { lane, count: this.inUse(lane.id) + 1 });
    this.held.set(lane.accountId, this.heldBy(lane.accountId) + 1);
    let released = false;
    return {
      lane,
      leaseToken,
      takenAt,
      release: () => {
        if (released) return;
        released = true;
        this.give(lane);
      },
    };
  }

  get room(): number {
    return this.total - this.used;
  }

  /** So many can be taken that what is held then is within the share of what is free then. */
  roomOf(accountId: string): number {
    const held = this.heldBy(accountId);
    const shared = Math.floor((accountShare * this.room - held) / (accountShare + 1));
    return Math.min(this.room, Math.max(shared, held === 0 ? 1 : 0));
  }

  roomIn({ id, accountId }: Lane): number {
    const inUse = this.inUse(id);
    const shared = Math.floor((accountShare * this.room - this.heldBy(accountId) - inUse) / (accountShare + 2));
    return Math.min(
      this.roomOf(accountId),
      Math.max(shared, inUse === 0 ? 1 : 0),
      this.perLane - inUse,
      this.breakers.limitOf(mainLane(id)) - inUse,
      this.pace.limitOf(mainLane(id)) - inUse,
      isCampaignLane(id) ? this.campaigns.room : Infinity,
    );
  }

  /**
   * Whether so much of a lane's share is free that a claim is worth its commit: half. A quarter is enough for mails of campaigns that are not held back:
   * each has its slot for longer than other mail, because it is handed over first, and while some are, others can be sent.
   */
  isWorthClaim(lane: Lane): boolean {
    const room = this.roomIn(lane);
    const usedPerFree = isCampaignLane(lane.id) && !this.campaigns.limited ? 3 : 1;
    return room > 0 && room * usedPerFree >= this.inUse(lane.id);
  }

  get rooms(): Rooms {
    // Whose a paused or slow lane is does not matter: the claim looks at the room of its account too.
    const limited = [...this.breakers.limited, ...this.pace.limited]
      .flatMap((id) => [id, dripLaneOf({ id, accountId: '' }).id])
      .map((id) => this.busy.get(id)?.lane ?? { id, accountId: '' });
    const lanes = [...[...this.busy.values()].map(({ lane }) => lane), ...limited];
    return {
      total: this.room,
      perAccount: new Map(
        [...this.held].map(([accountId, inUse]) => [accountId, { free: Math.max(0, this.roomOf(accountId)), inUse }]),
      ),
      perLane: new Map(
        lanes.map((lane) => [lane.id, { free: Math.max(0, this.roomIn(lane)), inUse: this.inUse(lane.id) }]),
      ),
      otherwise: this.roomIn({ id: '', accountId: '' }),
      campaigns: Math.min(this.room, this.campaigns.room),
    };
  }

  /** Lanes through which nothing may begin because their account fails. */
  get paused(): readonly string[] {
    return this.breakers.limited.filter((id) => this.inUse(id) >= this.breakers.limitOf(id));
  }

  /** Resolves when no attempt is under way. */
  async empty(): Promise<void> {
    if (this.used === 0) return;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
    });
  }

  private inUse(id: string): number {
    return this.busy.get(id)?.count ?? 0;
  }

  private heldBy(accountId: string): number {
    return this.held.get(accountId) ?? 0;
  }

  private give(lane: Lane): void {
    this.used--;
    const left = this.inUse(lane.id) - 1;
    if (left > 0) this.busy.set(lane.id, { lane, count: left });
    else this.busy.delete(lane.id);
    const held = this.heldBy(lane.accountId) - 1;
    if (held > 0) this.held.set(lane.accountId, held);
    else this.held.delete(lane.accountId);
    this.campaigns.gave();
    this.onRelease(lane);
    if (this.used === 0) this.emptied?.();
  }
}
