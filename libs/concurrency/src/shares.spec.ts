import { shareLeastFirst, Shares } from './shares.js';
import { createRandom } from './testing/random.js';

describe('Shares', () => {
  const takeAll = (shares: Shares, key: string): number => {
    let taken = 0;
    for (; shares.capacityFor(key) > 0; taken += 1) shares.take(key);
    return taken;
  };

  it.each([1, 2, 3, 7])('leave an equal share free when %d keys take all they can', (count) => {
    const shares = new Shares({ capacity: 64, share: 1 });
    const keys = Array.from({ length: count }, (_each, n) => `key-${n}`);
    for (let round = 0; round < 64; round += 1)
      for (const key of keys) if (shares.capacityFor(key) > 0) shares.take(key);
    expect(shares.free).toBeGreaterThanOrEqual(Math.floor(64 / (count + 1)));
  });

  it('return how many units a key may take one at a time', () => {
    const shares = new Shares({ capacity: 64, share: 2 });
    expect(shares.capacityFor('a')).toBe(42);
    expect(takeAll(shares, 'a')).toBe(42);
    expect([shares.capacityFor('a'), shares.capacityFor('b')]).toEqual([0, 14]);
    expect(new Shares({ maxPerKey: 3 }).capacityFor('a')).toBe(3);
  });

  it('give the last unit to a key that holds none, and to no other', () => {
    const shares = new Shares({ capacity: 2, share: 1 });
    shares.take('a');
    expect([shares.capacityFor('a'), shares.capacityFor('b')]).toEqual([0, 1]);
  });

  it('take a unit back once if it is released twice', () => {
    const shares = new Shares({ capacity: 4 });
    const released: string[] = [];
    const release = shares.take('a', 2, () => released.push('a'));
    shares.take('b');
    release();
    release();
    expect([shares.free, shares.holders, released]).toEqual([3, ['b'], ['a']]);
  });
});

describe('shareLeastFirst, simulated', () => {
  interface Part {
    readonly name: string;
    readonly key: string;
    readonly wanted: number;
  }

  /**
   * Rounds of hand-outs among random parts, with releases in between. Bounds and fairness are checked after each round.
   */
  it.each([1, 2, 3, 4, 5])('hands out all that may be taken, evenly, with seed %d', (seed) => {
    const random = createRandom(seed);
    const shares = new Shares({ capacity: 40, share: 2 });
    const ofParts = new Shares({ maxPerKey: 8 });
    const holders: { release(): void }[] = [];
    for (let round = 0; round < 60; round += 1) {
      const parts = Array.from({ length: 1 + random(30) }, (_each, n): Part => {
        const key = random(13) < 8 ? 'flood' : `key-${random(4)}`;
        return { name: `${key}/${n}`, key, wanted: 1 + random(6) };
      });
      const groups = new Map<string, Part[]>();
      for (const part of parts) groups.set(part.key, [...(groups.get(part.key) ?? []), part]);
      const given = new Map<Part, number>();
      const hasCapacity = (key: string): boolean => shares.capacityFor(key) > 0;
      const mayTake = (part: Part): boolean =>
        (given.get(part) ?? 0) < part.wanted && ofParts.capacityFor(part.name) > 0;
      const canGetMore = (part: Part): boolean => hasCapacity(part.key) && mayTake(part);
      const held = { heldByKey: (key: string) => shares.heldBy(key), heldBy: ({ name }: Part) => ofParts.heldBy(name) };
      for (const part of shareLeastFirst(groups, { ...held, hasCapacity, mayTake })) {
        // The part holds the least of those that may take: its key among the keys, and the part among those of its key.
        const open = parts.filter(canGetMore);
        expect(shares.heldBy(part.key)).toBe(Math.min(...open.map(({ key }) => shares.heldBy(key))));
        const ofKey = open.filter(({ key }) => key === part.key);
        expect(ofParts.heldBy(part.name)).toBe(Math.min(...ofKey.map(({ name }) => ofParts.heldBy(name))));
        given.set(part, (given.get(part) ?? 0) + 1);
        const releases = [shares.take(part.key), ofParts.take(part.name)];
        holders.push({ release: () => releases.forEach((release) => release()) });
      }
      expect(parts.filter(canGetMore)).toEqual([]);
      expect(shares.free).toBeGreaterThanOrEqual(0);
      for (let n = random(holders.length + 1); n > 0; n -= 1) holders.splice(random(holders.length), 1)[0]!.release();
    }
    for (const { release } of holders) release();
    expect([shares.free, shares.holders, ofParts.holders]).toEqual([40, [], []]);
  });
});
