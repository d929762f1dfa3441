import { RateLimiter } from './rate-limiter.js';

describe('the rate limiter', () => {
  it('allows a second of requests at once, then as many as flow back', () => {
    const limiter = new RateLimiter(2);
    expect(limiter.spend('acc_a', 0)).toEqual({ limit: 2, remaining: 1, reset: 1 });
    expect(limiter.spend('acc_a', 0)).toEqual({ limit: 2, remaining: 0, reset: 1 });
    expect(limiter.spend('acc_a', 100).refused).toMatchObject({ code: 'rate_limited', retryAfter: 1 });
    expect(limiter.spend('acc_a', 500).refused).toBeUndefined();
    expect(limiter.spend('acc_a', 500).refused).toBeDefined();
    expect(limiter.spend('acc_a', 60_000)).toMatchObject({ remaining: 1 });
  });

  it('takes accounts apart', () => {
    const limiter = new RateLimiter(1);
    limiter.spend('acc_a', 0);
    expect(limiter.spend('acc_a', 0).refused).toBeDefined();
    expect(limiter.spend('acc_b', 0).refused).toBeUndefined();
  });

  it('knows rates below one a second', () => {
    const limiter = new RateLimiter(0.1);
    limiter.spend('acc_a', 0);
    expect(limiter.spend('acc_a', 0).refused?.retryAfter).toBe(10);
    expect(limiter.spend('acc_a', 10_000).refused).toBeUndefined();
  });
});
