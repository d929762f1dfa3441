import { describe, expect, it } from '@jest/globals';
import type { DueLane, TakenOfLane } from './lane-book.js';
import { LaneBook } from './lane-book.js';
import type { Rooms } from './lanes.js';

const rooms = (more: Partial<Rooms> = {}): Rooms => ({
  total: 4,
  perAccount: new Map(),
  perLane: new Map(),
  otherwise: 4,
  campaigns: 4,
  ...more,
});
const lane = (id: string, more: Partial<DueLane> = {}): DueLane => ({
  id,
  accountId: id[0]!,
  dueForMs: 1000,
  rate: null,
  tokens: null,
  ...more,
});
const bookOf = (lanes: readonly DueLane[], now?: () => number): LaneBook => {
  const book = new LaneBook(now);
  book.replace(lanes);
  return book;
};
const nextOf = (book: LaneBook, of = rooms()): string[] => book.next(of).lanes.map(({ id }) => id);
const taken = (each: Readonly<Record<string, TakenOfLane>>): ReadonlyMap<string, TakenOfLane> =>
  new Map(Object.entries(each));
const none: ReadonlyMap<string, TakenOfLane> = new Map();

describe('the lanes of the next claim', () => {
  it('are those of the accounts in turn, however many one has, and twice as many as there are slots', () => {
    const many = Array.from({ length: 50 }, (_each, n) => lane(`a${n}`, { dueForMs: 9_000 }));
    const book = bookOf([...many, lane('b0'), lane('b1', { dueForMs: 2000 }), lane('c0')]);
    expect(nextOf(book)).toHaveLength(8);
    expect(nextOf(book).filter((id) => !id.startsWith('a'))).toEqual(['b1', 'b0', 'c0']);
    expect(nextOf(book, rooms({ total: 1 })).map((id) => id[0])).toEqual(['a', 'b']);
    expect(
      nextOf(bookOf(Array.from({ length: 999 }, (_each, n) => lane(`a${n}`))), rooms({ total: 999 })),
    ).toHaveLength(256);
  });

  it('are those of whoever holds least first, of accounts and of the lanes of one', () => {
    const book = bookOf([lane('a0', { dueForMs: 9_000 }), lane('a1'), lane('b0'), lane('c0')]);
    const holding = rooms({
      total: 1,
      perAccount: new Map([
        ['a', { free: 4, inUse: 1 }],
        ['b', { free: 4, inUse: 2 }],
      ]),
      perLane: new Map([['a0', { free: 4, inUse: 1 }]]),
    });
    expect(nextOf(book, holding)).toEqual(['c0', 'a1']);
    expect(nextOf(book, { ...holding, total: 2 })).toEqual(['c0', 'a1', 'a0', 'b0']);
  });

  it.each<[string, Partial<Rooms>]>([
    ['an account has no room', { perAccount: new Map([['a', { free: 0, inUse: 3 }]]) }],
    ['it is paused', { perLane: new Map([['a0:drip', { free: 0, inUse: 0 }]]) }],
    ['there is no room for campaigns', { campaigns: 0 }],
  ])('do not have one where %s', (_why, more) => {
    expect(nextOf(bookOf([lane('a0:drip'), lane('b0')]), rooms(more))).toEqual(['b0']);
  });

  it('do not have one of an ESP account without a token until it has one again', () => {
    let now = 0;
    const book = bookOf([lane('a0', { rate: 2, tokens: 0.5 })], () => now);
    expect(nextOf(book)).toEqual([]);
    now = 250;
    expect(nextOf(book)).toEqual(['a0']);
    // Nothing came of it: others took the token, or there is no mail left.
    expect(book.settle([lane('a0')], rooms(), none, false)).toBe(0);
    expect(nextOf(book)).toEqual([]);
    now = 750;
    expect(nextOf(book)).toEqual(['a0']);
  });

  it('have room for what their turn comes to: more each, the fewer they are', () => {
    const freeOf = (lanes: readonly DueLane[], of = rooms({ total: 8, otherwise: 30 })): (number | undefined)[] => {
      const next = bookOf(lanes).next(of);
      return next.lanes.map(({ id }) => next.rooms.perLane.get(id)?.free);
    };
    expect(freeOf([lane('a0')])).toEqual([16]);
    expect(freeOf([lane('a0'), lane('b0')])).toEqual([8, 8]);
    expect(freeOf([lane('a0'), lane('a1'), lane('b0')])).toEqual([4, 4, 8]);
    expect(freeOf([lane('a0')], rooms({ total: 8, otherwise: 3 }))).toEqual([3]);
    const heldByA = new Map([['a', { free: 30, inUse: 10 }]]);
    expect(freeOf([lane('a0'), lane('b0')], rooms({ total: 8, otherwise: 30, perAccount: heldByA }))).toEqual([13, 3]);
  });
});

describe('what a claim found', () => {
  it('leaves the lanes that may have more, and says how many have not', () => {
    const lanes = ['a0', 'b0', 'c0', 'd0'].map((id) => lane(id));
    const book = bookOf(lanes);
    const found = taken({ a0: { count: 1, seen: 2 }, b0: { count: 4, seen: 4 }, c0: { count: 1, seen: 1 } });
    expect(book.settle(lanes, rooms(), found, false)).toBe(2);
    expect(nextOf(book)).toEqual(['a0', 'b0']);
  });

  it('says nothing of a lane that was left out for the sake of others', () => {
    const book = bookOf([lane('a0'), lane('b0')]);
    expect(book.settle([lane('a0'), lane('b0')], rooms(), taken({ b0: { count: 1, seen: 1 } }), true)).toBe(1);
    expect(nextOf(book)).toEqual(['a0']);
  });

  it('is added to by what this process knows, once', () => {
    const book = bookOf([lane('a0')]);
    book.note({ id: 'a0', accountId: 'a' });
    book.note({ id: 'b0', accountId: 'b' });
    expect([book.size, nextOf(book)]).toEqual([2, ['a0', 'b0']]);
  });
});
