import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { AttachmentRateLimiter } from './blob-stream.js';

const megabyte = 1024 * 1024;

describe('AttachmentRateLimiter', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Milliseconds for emails of 50 MB in total. */
  const measureTime = async (limiter: AttachmentRateLimiter, account: string): Promise<number> => {
    const startedAt = Date.now();
    let done = 0;
    const all = Array.from({ length: 50 }, () => limiter.waitForTurn(account, megabyte).then(() => (done += 1)));
    while (done < all.length) {
      await turnOfLoop();
      if (done < all.length) await jest.advanceTimersByTimeAsync(20);
    }
    return Date.now() - startedAt;
  };

  it('does not limit an account while no other account sends', async () => {
    const limiter = new AttachmentRateLimiter();
    limiter.noteMail('a');
    expect(await measureTime(limiter, 'a')).toBeLessThan(2_000);
  });

  it('limits an account to 8 MB a second, with a burst of 2 MB, while others send', async () => {
    const limiter = new AttachmentRateLimiter();
    limiter.noteMail('b');
    limiter.noteMail('a');
    limiter.noteMail('a');
    const time = await measureTime(limiter, 'a');
    expect([time > 5_800, time < 7_500]).toEqual([true, true]);
  });

  it('does not limit an account after the others have sent nothing for 5 s', async () => {
    const limiter = new AttachmentRateLimiter();
    limiter.noteMail('b');
    limiter.noteMail('a');
    jest.setSystemTime(Date.now() + 5_001);
    limiter.noteMail('a');
    expect(await measureTime(limiter, 'a')).toBeLessThan(2_000);
  });
});
