import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { AttachmentPace } from './attachment-pace.js';

const megabyte = 1024 * 1024;

describe('the pace of attachments', () => {
  it('lets pieces be worked on for 2 ms in a turn of the event loop, accounts one after the other', async () => {
    const pace = new AttachmentPace();
    const order: string[] = [];
    const pieces = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
      await pace.turn(name[0]!, 1_000);
      await Promise.resolve();
      for (const until = performance.now() + 1.5; performance.now() < until;);
      order.push(name);
    });
    const most: number[] = [];
    for (let done = 0; done < pieces.length;) {
      await turnOfLoop();
      most.push(order.length - done);
      done = order.length;
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(2);
    await Promise.all(pieces);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets many small ones be worked on in one', async () => {
    const pace = new AttachmentPace();
    let done = 0;
    const pieces = Array.from({ length: 500 }, () => pace.turn('a', 10).then(() => (done += 1)));
    let turns = 0;
    for (; done < pieces.length; turns++) await turnOfLoop();
    expect(turns).toBeLessThan(100);
  });

  describe('of an account', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** Milliseconds that mails of 50 MB take together. */
    const timeOf = async (pace: AttachmentPace, account: string): Promise<number> => {
      const begun = Date.now();
      let done = 0;
      const all = Array.from({ length: 50 }, () => pace.turn(account, megabyte).then(() => (done += 1)));
      while (done < all.length) {
        await turnOfLoop();
        if (done < all.length) await jest.advanceTimersByTimeAsync(20);
      }
      return Date.now() - begun;
    };

    it('has no bound while there is no other', async () => {
      const pace = new AttachmentPace();
      pace.seen('a');
      expect(await timeOf(pace, 'a')).toBeLessThan(2_000);
    });

    it('is 8 MB a second, and 2 MB at once, while others send', async () => {
      const pace = new AttachmentPace();
      pace.seen('b');
      pace.seen('a');
      pace.seen('a');
      const time = await timeOf(pace, 'a');
      expect([time > 5_800, time < 7_500]).toEqual([true, true]);
    });

    it('has no bound any more when the others have sent nothing for 5 s', async () => {
      const pace = new AttachmentPace();
      pace.seen('b');
      pace.seen('a');
      jest.setSystemTime(Date.now() + 5_001);
      pace.seen('a');
      expect(await timeOf(pace, 'a')).toBeLessThan(2_000);
    });
  });
});
