import { AccountSlots } from './account-slots.js';

describe('slots of accounts', () => {
  it('lets each account do so much at a time, however much another has waiting', async () => {
    const slots = new AccountSlots(2);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (account: string): Promise<void> =>
      slots.with(account, () => {
        running.push(account);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const works = ['a', 'a', 'a', 'b'].map(begin);
    await new Promise(setImmediate);
    expect(running).toEqual(['a', 'a', 'b']);
    ends[0]!();
    await works[0];
    await new Promise(setImmediate);
    expect(running).toEqual(['a', 'a', 'b', 'a']);
    for (const end of ends) end();
    await Promise.all(works);
  });

  it('gives the slot back after a failure', async () => {
    const slots = new AccountSlots(1);
    await expect(slots.with('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.with('a', () => Promise.resolve('done'))).toBe('done');
  });
});
