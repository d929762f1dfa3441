import { AddressLimiter } from './address-limiter.js';

describe('AddressLimiter', () => {
  const limited = (times: number): AddressLimiter => {
    const limiter = new AddressLimiter(50, 'Too many requests with wrong API keys');
    for (let time = 0; time < times; time++) limiter.count('192.0.2.1', 1_000);
    return limiter;
  };

  it('rejects the 51st time until the window of one minute ends', () => {
    expect(() => limited(49).count('192.0.2.1', 2_000)).not.toThrow();
    const limiter = limited(50);
    expect(() => limiter.count('192.0.2.1', 31_000)).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfter: 30 }),
    );
    expect(() => limiter.count('192.0.2.1', 61_000)).not.toThrow();
  });

  it('counts each address separately', () => {
    expect(() => limited(50).count('192.0.2.2', 2_000)).not.toThrow();
  });
});
