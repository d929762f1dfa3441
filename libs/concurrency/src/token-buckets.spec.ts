import { createRandom } from './testing/random.js';
import { TokenBuckets } from './token-buckets.js';

const rate = { perSecond: 2, windowSeconds: 5 };

describe('TokenBuckets', () => {
  let buckets: TokenBuckets;
  beforeEach(() => {
    buckets = new TokenBuckets();
  });

  it('grant the burst immediately, then the rate', () => {
    for (let used = 0; used < 10; used += 1) expect(buckets.take('a', rate, 1, 0)).toBe(0);
    expect(buckets.take('a', rate, 1, 0)).toBe(0.5);
    expect(buckets.getState('a', rate, 0)).toEqual({ burst: 10, remaining: 0, reset: 5 });
    expect(buckets.take('a', rate, 1, 500)).toBe(0);
    expect(buckets.getState('a', rate, 60_000)).toEqual({ burst: 10, remaining: 10, reset: 0 });
  });

  it('hold at least one token, and support rates below one per second', () => {
    const slow = { perSecond: 0.01, windowSeconds: 60 };
    expect(buckets.take('a', slow, 1, 0)).toBe(0);
    expect(buckets.getState('a', slow, 0)).toEqual({ burst: 1, remaining: 0, reset: 100 });
    expect(buckets.waitFor('a', slow, 1, 40_000)).toBeCloseTo(60);
  });

  it('allow use beyond the burst, and pay the debt back first', () => {
    buckets.use('a', rate, 14, 0);
    expect(buckets.getState('a', rate, 0)).toEqual({ burst: 10, remaining: 0, reset: 7 });
    expect(buckets.waitFor('a', rate, 0, 0)).toBe(2);
    expect(buckets.waitFor('a', rate, 0, 2_000)).toBe(0);
  });

  it('grant more than the burst when the bucket is full', () => {
    expect(buckets.waitFor('a', rate, 50, 0)).toBe(0);
    buckets.use('a', rate, 4, 0);
    expect(buckets.waitFor('a', rate, 50, 0)).toBe(2);
  });

  it('continue from the new time when the clock is set back', () => {
    buckets.use('a', rate, 10, 10_000_000);
    const wait = buckets.waitFor('a', rate, 1, 0);
    expect(wait).toBeGreaterThan(0);
    expect(buckets.waitFor('a', rate, 1, wait * 1_000)).toBe(0);
  });

  it('follow a rate that changes', () => {
    buckets.use('a', rate, 10, 0);
    expect(buckets.waitFor('a', rate, 1, 0)).toBeGreaterThan(0);
    expect(buckets.waitFor('a', { perSecond: 20, windowSeconds: 5 }, 1, 0)).toBe(0);
  });

  it('evict the least recently used bucket when there are too many', () => {
    buckets = new TokenBuckets(2);
    for (const key of ['a', 'b', 'c']) buckets.use(key, rate, 10, 0);
    expect(['a', 'b', 'c'].map((key) => buckets.getState(key, rate, 0).remaining)).toEqual([10, 0, 0]);
  });
});

describe('token buckets, simulated', () => {
  const keys = ['flood', 'a', 'b'];

  /** 2,000 steps in which keys ask for amounts at random times. Returns what was granted, by key. */
  const simulate = (seed: number, asking: readonly string[]) => {
    const random = createRandom(seed);
    const buckets = new TokenBuckets();
    const granted = new Map<string, { at: number; amount: number }[]>(keys.map((key) => [key, []]));
    let at = 0;
    for (let step = 0; step < 2_000; step += 1) {
      at += random(200);
      const key = random(13) < 10 ? 'flood' : keys[1 + random(2)]!;
      const amount = 1 + random(4);
      if (!asking.includes(key)) continue;
      const wait = buckets.take(key, rate, amount, at);
      if (wait === 0) granted.get(key)!.push({ at, amount });
      // A key that waits for the returned time gets the amount.
      else expect(buckets.waitFor(key, rate, amount, at + wait * 1_000 + 1e-6)).toBeCloseTo(0);
    }
    return granted;
  };

  it.each([1, 2, 3, 4, 5])(
    'grants the rate and the burst to each key independently of the others, with seed %d',
    (seed) => {
      const all = simulate(seed, keys);
      for (const grants of all.values()) {
        let total = 0;
        let least = Infinity;
        // In any period at most the burst and the refill are granted: the excess never rises by more than the burst.
        for (const { at, amount } of grants) {
          least = Math.min(least, total - (rate.perSecond * at) / 1_000);
          total += amount;
          expect(total - (rate.perSecond * at) / 1_000 - least).toBeLessThanOrEqual(10 + 1e-6);
        }
      }
      const [flood] = [all.get('flood')!];
      const seconds = flood.at(-1)!.at / 1_000;
      expect(flood.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThan(rate.perSecond * seconds * 0.9);
      for (const key of ['a', 'b']) expect(all.get(key)).toEqual(simulate(seed, [key]).get(key));
    },
  );
});
