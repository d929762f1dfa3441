import type { Lane } from '../esp-accounts/lane.js';
import { isCampaignLane } from '../esp-accounts/lane.js';
import type { Room, Rooms } from './lanes.js';

/** A lane that had due mail when it was looked at. */
export interface DueLane extends Lane {
  readonly dueForMs: number;
  /** Of its ESP account, where that has a rate: mails a second, and how many it might send just then. */
  readonly rate: number | null;
  readonly tokens: number | null;
}

/** What a claim took of a lane, and how many due ones it saw there. */
export interface TakenOfLane {
  readonly count: number;
  readonly seen: number;
}

interface Entry extends DueLane {
  /** By the clock of the book, when it had so many tokens. */
  readonly at: number;
}

/** Lanes that one claim looks into at most: twice as many as it has slots, since some have less than was known, but no more than this. */
const mostAtOnce = 256;
const lanesPerSlot = 2;

const heldBy = (accountId: string, { perAccount }: Rooms): number => perAccount.get(accountId)?.inUse ?? 0;
const roomOf = (lane: string, { perLane, otherwise }: Rooms): Room =>
  perLane.get(lane) ?? { free: otherwise, inUse: 0 };

const isEmpty = ({ free }: Room, taken: TakenOfLane | undefined, cut: boolean): boolean =>
  taken ? taken.seen === taken.count && taken.count < free : !cut;

/** How many each would hold if so many more were handed out, always to whoever holds least. */
function levelOf(held: readonly number[], more: number): number {
  for (let level = 1; ; level++)
    if (held.reduce((sum, each) => sum + Math.max(0, level - each), 0) >= more) return level;
}

/**
 * The lanes with due mail, as they were found. A claim looks into few of them only, those that it would serve if it looked into all: accounts in turn
 * and the lanes of an account in turn, whoever holds least first, then whoever has waited longest. The claim decides what is sent, by the same rule.
 */
export class LaneBook {
  /** By account, and these by how long they have waited; likewise the lanes of each. */
  private lanes = new Map<string, Entry[]>();
  private known = new Set<string>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get size(): number {
    return this.known.size;
  }

  replace(lanes: readonly DueLane[]): void {
    this.lanes = new Map();
    const at = this.now();
    for (const lane of lanes.toSorted((a, b) => b.dueForMs - a.dueForMs)) this.add({ ...lane, at });
    this.known = new Set(lanes.map(({ id }) => id));
  }

  /** What this process knows to have due mail by itself, whoever else may not have been asked. */
  note(lane: Lane): void {
    if (this.known.has(lane.id)) return;
    this.known.add(lane.id);
    this.add({ ...lane, dueForMs: 0, rate: null, tokens: null, at: this.now() });
  }

  /** The lanes for the next claim and the rooms to give it: of these lanes alone, and of each no more than its turn can come to. */
  next(rooms: Rooms): { readonly lanes: readonly Lane[]; readonly rooms: Rooms } {
    const most = Math.min(mostAtOnce, lanesPerSlot * rooms.total);
    const chosen = this.inTurn(rooms, most);
    const held = [...chosen.keys()].map((accountId) => heldBy(accountId, rooms));
    const level = held.length > 0 ? levelOf(held, lanesPerSlot * rooms.total) : 0;
    const perLane = new Map<string, Room>();
    for (const [accountId, lanes] of chosen) {
      const turns = Math.max(1, level - heldBy(accountId, rooms));
      const ofLane = Math.ceil(turns / lanes.length);
      for (const { id } of lanes) {
        const { free, inUse } = roomOf(id, rooms);
        perLane.set(id, { free: Math.min(free, ofLane), inUse });
      }
    }
    return { lanes: [...chosen.values()].flat(), rooms: { ...rooms, perLane } };
  }

  /** What a claim among `lanes` took of them, by lane. `cut`: it left some out for others' sake. Answers how many turned out to have no more. */
  settle(lanes: readonly Lane[], rooms: Rooms, taken: ReadonlyMap<string, TakenOfLane>, cut: boolean): number {
    const before = this.size;
    const empty = new Set(lanes.map(({ id }) => id).filter((id) => isEmpty(roomOf(id, rooms), taken.get(id), cut)));
    for (const accountId of new Set(lanes.map((lane) => lane.accountId))) {
      const left = (this.lanes.get(accountId) ?? []).flatMap((entry) => {
        if (!empty.has(entry.id)) return [entry];
        // Whether it lacks mail or tokens is not known of one with a rate.
        if (entry.rate !== null) return [{ ...entry, tokens: 0, at: this.now() }];
        this.known.delete(entry.id);
        return [];
      });
      if (left.length > 0) this.lanes.set(accountId, left);
      else this.lanes.delete(accountId);
    }
    return before - this.size;
  }

  private add(entry: Entry): void {
    const others = this.lanes.get(entry.accountId);
    if (others) others.push(entry);
    else this.lanes.set(entry.accountId, [entry]);
  }

  /** Turn by turn: first of those accounts that hold nothing, one lane each, then of those that hold no more than one, and so on. */
  private inTurn(rooms: Rooms, most: number): Map<string, Lane[]> {
    const chosen = new Map<string, Lane[]>();
    let count = 0;
    let waiting = this.accountsWithRoom(rooms);
    for (let turn = 1; count < most; turn++) {
      const later = [];
      for (const account of waiting) {
        if (account.held < turn) {
          const { value: lane } = account.lanes.next();
          if (!lane) continue;
          const lanes = chosen.get(lane.accountId);
          if (lanes) lanes.push(lane);
          else chosen.set(lane.accountId, [lane]);
          count++;
          if (count === most) return chosen;
        }
        later.push(account);
      }
      if (later.length === 0) return chosen;
      waiting = later;
    }
    return chosen;
  }

  private *accountsWithRoom(
    rooms: Rooms,
  ): Iterable<{ readonly held: number; readonly lanes: Iterator<Lane, undefined> }> {
    for (const [accountId, lanes] of this.lanes)
      if ((rooms.perAccount.get(accountId)?.free ?? rooms.otherwise) > 0)
        yield { held: heldBy(accountId, rooms), lanes: this.open(lanes, rooms) };
  }

  /** Those of one account that could send something now, whoever holds least first. */
  private *open(lanes: readonly Entry[], rooms: Rooms): Generator<Lane, undefined> {
    const inUse: Entry[] = [];
    for (const lane of lanes)
      if (this.couldSend(lane, rooms)) {
        if (roomOf(lane.id, rooms).inUse > 0) inUse.push(lane);
        else yield lane;
      }
    yield* inUse.toSorted((a, b) => roomOf(a.id, rooms).inUse - roomOf(b.id, rooms).inUse);
    return undefined;
  }

  private couldSend({ id, rate, tokens, at }: Entry, rooms: Rooms): boolean {
    if (roomOf(id, rooms).free <= 0 || (isCampaignLane(id) && rooms.campaigns <= 0)) return false;
    return rate === null || (tokens ?? 0) + (rate * (this.now() - at)) / 1000 >= 1;
  }
}
