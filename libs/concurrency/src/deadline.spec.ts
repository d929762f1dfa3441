import { within } from './deadline.js';

const never = new Promise<never>(() => {});

describe('within', () => {
  it('answers what the work answers, and fails as it fails', async () => {
    expect(await within(Promise.resolve('done'), 60_000, () => 'late')).toBe('done');
    await expect(within(Promise.reject(new Error('broken')), 60_000, () => 'late')).rejects.toThrow('broken');
  });

  it('answers or throws what `late` does once the time is over', async () => {
    expect(await within(never, 1, () => 'late')).toBe('late');
    await expect(
      within(never, 1, () => {
        throw new Error('too late');
      }),
    ).rejects.toThrow('too late');
  });

  it('takes no harm from work that fails after its time', async () => {
    let fail: (error: Error) => void = () => {};
    const work = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    expect(await within(work, 1, () => undefined)).toBeUndefined();
    fail(new Error('nobody listens'));
    await new Promise(setImmediate);
  });

  it('leaves no timer behind that would keep the process alive', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await within(Promise.resolve(), 60_000, () => undefined);
    expect(timers()).toBe(before);
  });
});
