import { TokenBucket } from './token-bucket.js';

const rate = { perSecond: 2, windowSeconds: 5 };

describe('a token bucket', () => {
  it('gives what was saved up at once, then as much as flows back', () => {
    const bucket = new TokenBucket(0);
    for (let used = 0; used < 10; used++) {
      expect(bucket.waitFor(1, rate, 0)).toBe(0);
      bucket.use(1, rate, 0);
    }
    expect(bucket.waitFor(1, rate, 0)).toBe(0.5);
    expect(bucket.standing(rate, 0)).toEqual({ burst: 10, remaining: 0, reset: 5 });
    expect(bucket.waitFor(1, rate, 500)).toBe(0);
    expect(bucket.standing(rate, 60_000)).toEqual({ burst: 10, remaining: 10, reset: 0 });
  });

  it('holds one in any case, and knows rates below one a second', () => {
    const bucket = new TokenBucket(0);
    const slow = { perSecond: 0.01, windowSeconds: 60 };
    expect(bucket.waitFor(1, slow, 0)).toBe(0);
    bucket.use(1, slow, 0);
    expect(bucket.standing(slow, 0)).toEqual({ burst: 1, remaining: 0, reset: 100 });
    expect(bucket.waitFor(1, slow, 40_000)).toBeCloseTo(60);
  });

  it('may be used beyond its burst, and is then paid back first', () => {
    const bucket = new TokenBucket(0);
    bucket.use(14, rate, 0);
    expect(bucket.standing(rate, 0)).toEqual({ burst: 10, remaining: 0, reset: 7 });
    expect(bucket.waitFor(0, rate, 0)).toBe(2);
    expect(bucket.waitFor(0, rate, 2_000)).toBe(0);
  });

  it('asked for more than it holds waits until it is full', () => {
    const bucket = new TokenBucket(0);
    expect(bucket.waitFor(50, rate, 0)).toBe(0);
    bucket.use(4, rate, 0);
    expect(bucket.waitFor(50, rate, 0)).toBe(2);
  });

  it('shares what was used once, and adds to what it learns what was used meanwhile', () => {
    const bucket = new TokenBucket(0);
    bucket.use(3, rate, 0);
    expect(bucket.share()).toBe(3);
    bucket.use(1, rate, 100);
    bucket.learn(7, 200);
    expect(bucket.standing(rate, 200).remaining).toBe(2);
    expect(bucket.share()).toBe(1);
    expect(bucket.share()).toBe(0);
  });

  it('takes a clock that goes back for one that stands still', () => {
    const bucket = new TokenBucket(10_000);
    bucket.use(4, rate, 10_000);
    expect(bucket.standing(rate, 0).remaining).toBe(6);
  });

  it('goes on from where a clock was set back to', () => {
    const bucket = new TokenBucket(10_000_000);
    bucket.use(10, rate, 10_000_000);
    const wait = bucket.waitFor(1, rate, 0);
    expect(wait).toBeGreaterThan(0);
    expect(bucket.waitFor(1, rate, wait * 1_000)).toBe(0);
  });

  it('follows a rate that changes', () => {
    const bucket = new TokenBucket(0);
    bucket.use(10, rate, 0);
    expect(bucket.waitFor(1, rate, 0)).toBeGreaterThan(0);
    expect(bucket.waitFor(1, { perSecond: 20, windowSeconds: 5 }, 0)).toBe(0);
  });
});
