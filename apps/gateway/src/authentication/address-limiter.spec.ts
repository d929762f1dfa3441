import { AddressLimiter } from './address-limiter.js';

describe('AddressLimiter', () => {
  const limited = (failures: number): AddressLimiter => {
    const limiter = new AddressLimiter(50, 'Too many requests with wrong API keys');
    for (let failure = 0; failure < failures; failure++) limiter.count('192.0.2.1', 1_000);
    return limiter;
  };

  it('refuses after 50 counted requests until the window of one minute ends', () => {
    expect(() => limited(49).check('192.0.2.1', 2_000)).not.toThrow();
    const limiter = limited(50);
    expect(() => limiter.check('192.0.2.1', 31_000)).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfter: 30 }),
    );
    expect(() => limiter.check('192.0.2.1', 61_000)).not.toThrow();
  });

  it('counts each address separately', () => {
    expect(() => limited(50).check('192.0.2.2', 2_000)).not.toThrow();
  });
});
