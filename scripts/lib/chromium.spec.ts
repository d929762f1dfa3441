import { describe, expect, it } from '@jest/globals';
import { provideChromium } from './chromium.mjs';

describe('a Chromium for the tests of pages', () => {
  const provided = async (uid: number, code: number, { hasPackages = true, there = false } = {}) => {
    const order: string[] = [];
    let isThere = there;
    const path = await provideChromium((line) => order.push(`says: ${line}`), {
      uid,
      hasPackages,
      find: () => (isThere ? '/usr/bin/chromium' : undefined),
      run: async (command, args) => {
        order.push(`runs: ${command}`);
        if (args.includes('-c')) isThere = code === 0;
        return { code, output: '' };
      },
    });
    return { order, path };
  };

  it('is taken as it is where there is one', async () => {
    expect(await provided(0, 0, { there: true })).toEqual({ order: [], path: '/usr/bin/chromium' });
  });

  it('is installed by root without sudo', async () => {
    expect(await provided(0, 0)).toEqual({
      order: [expect.stringMatching(/^says: Installing Chromium/), 'runs: sh'],
      path: '/usr/bin/chromium',
    });
  });

  it('is announced before sudo is asked for it', async () => {
    expect((await provided(1000, 0)).order).toEqual([
      expect.stringMatching(/^says: .*sudo/),
      'runs: sudo',
      expect.stringMatching(/^says: Installing Chromium/),
      'runs: sudo',
    ]);
  });

  it.each([
    ['sudo wants a password', 1000, 1, true],
    ['the packages cannot be had', 0, 100, true],
    ['there are no packages', 0, 0, false],
  ])('is not there where %s', async (_where, uid, code, hasPackages) => {
    expect((await provided(uid, code, { hasPackages })).path).toBeUndefined();
  });
});
