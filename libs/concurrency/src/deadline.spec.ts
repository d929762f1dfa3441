import { within } from './deadline.js';

const never = new Promise<never>(() => {});

describe('within', () => {
  it('returns the result of the work, or rejects with its error', async () => {
    expect(await within(Promise.resolve('done'), 60_000, () => 'late')).toBe('done');
    await expect(within(Promise.reject(new Error('broken')), 60_000, () => 'late')).rejects.toThrow('broken');
  });

  it('returns or throws what `late` does after the timeout', async () => {
    expect(await within(never, 1, () => 'late')).toBe('late');
    await expect(
      within(never, 1, () => {
        throw new Error('too late');
      }),
    ).rejects.toThrow('too late');
  });

  it('ignores an error of the work after the timeout', async () => {
    let fail: (error: Error) => void = () => {};
    const work = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    expect(await within(work, 1, () => undefined)).toBeUndefined();
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });

  it('leaves no timer that would keep the process alive', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await within(Promise.resolve(), 60_000, () => undefined);
    expect(timers()).toBe(before);
  });
});
