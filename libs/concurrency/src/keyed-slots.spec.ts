import { KeyedSlots, TooManyWaiting } from './keyed-slots.js';

describe('slots by key', () => {
  it('lets each account do so much at a time, however much another has waiting', async () => {
    const slots = new KeyedSlots(2);
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

  it('can be had at once, where one is free and nobody waits for it', async () => {
    const slots = new KeyedSlots(2);
    const [first, second] = [slots.take('a'), slots.take('a')];
    expect([typeof first, typeof second, slots.take('a'), typeof slots.take('b')]).toEqual([
      'function',
      'function',
      undefined,
      'function',
    ]);
    const waiting = slots.with('a', () => new Promise<string>((resolve) => setImmediate(resolve, 'done')));
    first!();
    expect(slots.take('a')).toBeUndefined();
    expect(await waiting).toBe('done');
    second!();
    expect([typeof slots.take('a'), typeof slots.take('a'), slots.take('a')]).toEqual([
      'function',
      'function',
      undefined,
    ]);
  });

  it('gives the slot back after a failure', async () => {
    const slots = new KeyedSlots(1);
    await expect(slots.with('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.with('a', () => Promise.resolve('done'))).toBe('done');
  });

  it('refuses a key of which too many wait, and no other', async () => {
    const slots = new KeyedSlots(1, 2);
    const ends: (() => void)[] = [];
    const begin = (key: string): Promise<void> =>
      slots.with(key, () => new Promise<void>((resolve) => ends.push(resolve)));
    const works = [begin('a'), begin('a'), begin('b')];
    await expect(begin('a')).rejects.toBeInstanceOf(TooManyWaiting);
    await new Promise(setImmediate);
    ends.forEach((end) => end());
    await works[0];
    await new Promise(setImmediate);
    ends.at(-1)!();
    await Promise.all(works);
  });

  it('gives up a place whose signal is aborted', async () => {
    const slots = new KeyedSlots(1, 2);
    let end = (): void => {};
    const first = slots.with('a', () => new Promise<void>((resolve) => (end = resolve)));
    const late = new AbortController();
    const second = slots.with('a', () => Promise.resolve(), late.signal);
    late.abort(new Error('late'));
    await expect(second).rejects.toThrow('late');
    const third = slots.with('a', () => Promise.resolve('done'));
    end();
    await first;
    expect(await third).toBe('done');
  });
});
