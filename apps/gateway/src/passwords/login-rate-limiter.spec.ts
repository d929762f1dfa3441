import { LoginRateLimiter } from './login-rate-limiter.js';

const backoff = { free: 3, maxMs: 8_000 };

/** Seconds for which the next attempt is rejected after this many failures. */
function waitAfter(failures: number): number {
  const limiter = new LoginRateLimiter(backoff);
  let now = 1_000;
  for (let failure = 0; failure < failures; failure++) {
    now += backoff.maxMs;
    limiter.start('ada', now);
  }
  try {
    limiter.start('ada', now);
    return 0;
  } catch (error) {
    return (error as { retryAfter: number }).retryAfter;
  }
}

describe('LoginRateLimiter', () => {
  it.each([
    [3, 0],
    [4, 1],
    [5, 2],
    [6, 4],
    [7, 8],
    [8, 8],
    [2_000, 8],
  ])('after %d failures delays the next attempt by %d s', (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds);
  });

  it('counts each key separately, and resets its count after a success', () => {
    const limiter = new LoginRateLimiter({ ...backoff, free: 0 });
    limiter.start('ada', 1_000);
    expect(() => limiter.start('ada', 1_500)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }));
    expect(() => limiter.start('bob', 1_500)).not.toThrow();
    limiter.start('ada', 2_000);
    expect(() => limiter.start('ada', 3_000)).toThrow('Too many failed log-ins');
    limiter.succeeded('ada');
    expect(() => limiter.start('ada', 3_000)).not.toThrow();
  });

  it('counts attempts in progress, and refunds those that did not fail', () => {
    const limiter = new LoginRateLimiter({ ...backoff, free: 1 });
    const refund = limiter.start('192.0.2.1', 1_000);
    refund();
    limiter.start('192.0.2.1', 1_000);
    limiter.start('192.0.2.1', 1_000);
    expect(() => limiter.start('192.0.2.1', 1_000)).toThrow('Too many failed log-ins');
  });

  it('resets the count a day after the last failure', () => {
    const limiter = new LoginRateLimiter({ ...backoff, free: 1 });
    for (const at of [1_000, 2_000, 4_000, 9_000]) limiter.start('ada', at);
    const later = 2 * 24 * 60 * 60_000;
    limiter.start('ada', later);
    expect(() => limiter.start('ada', later)).not.toThrow();
  });
});
