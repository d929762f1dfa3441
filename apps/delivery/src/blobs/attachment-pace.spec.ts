import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { AttachmentPace } from './blob-stream.js';

const megabyte = 1024 * 1024;

describe('AttachmentPace', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Milliseconds for emails of 50 MB in total. */
  const timeOf = async (pace: AttachmentPace, account: string): Promise<number> => {
    const startedAt = Date.now();
    let done = 0;
    const all = Array.from({ length: 50 }, () => pace.turn(account, megabyte).then(() => (done += 1)));
    while (done < all.length) {
      await turnOfLoop();
      if (done < all.length) await jest.advanceTimersByTimeAsync(20);
    }
    return Date.now() - startedAt;
  };

  it('does not limit an account while no other account sends', async () => {
    const pace = new AttachmentPace();
    pace.noteMail('a');
    expect(await timeOf(pace, 'a')).toBeLessThan(2_000);
  });

  it('limits an account to 8 MB a second, with a burst of 2 MB, while others send', async () => {
    const pace = new AttachmentPace();
    pace.noteMail('b');
    pace.noteMail('a');
    pace.noteMail('a');
    const time = await timeOf(pace, 'a');
    expect([time > 5_800, time < 7_500]).toEqual([true, true]);
  });

  it('does not limit an account after the others have sent nothing for 5 s', async () => {
    const pace = new AttachmentPace();
    pace.noteMail('b');
    pace.noteMail('a');
    jest.setSystemTime(Date.now() + 5_001);
    pace.noteMail('a');
    expect(await timeOf(pace, 'a')).toBeLessThan(2_000);
  });
});
