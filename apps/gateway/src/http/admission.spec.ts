import { jest } from '@jest/globals';
import { Admission, Overloaded } from './admission.js';

const nothing = (): void => {};

/** Takes as many slots as the account gets. */
const fill = (admission: Admission, account: string): (() => void)[] => {
  const held: (() => void)[] = [];
  for (let release = admission.tryAcquire(account); release; release = admission.tryAcquire(account))
    held.push(release);
  return held;
};

describe('Admission', () => {
  let admission: Admission;
  beforeEach(() => {
    jest.useFakeTimers();
    admission = new Admission();
  });
  afterEach(() => jest.useRealTimers());

  it('gives an account two thirds of the free slots', () => {
    expect(fill(admission, 'a')).toHaveLength(128);
    expect(fill(admission, 'b')).toHaveLength(42);
    expect(admission.tryAcquire('c')).toBeDefined();
  });

  it('gives a released slot to a waiting request', async () => {
    const [release] = fill(admission, 'a');
    const waited = admission.wait('a', true);
    expect(admission.tryAcquire('b')).toBeUndefined();
    release!();
    await expect(waited).resolves.toBeDefined();
  });

  it('rejects after 500 ms, or after 100 ms if the queue has not been empty for a while', async () => {
    fill(admission, 'a');
    const rejectedAfter = async (): Promise<number> => {
      const startedAt = Date.now();
      await expect(admission.wait('a', true)).rejects.toBeInstanceOf(Overloaded);
      return Date.now() - startedAt;
    };
    const first = rejectedAfter();
    await jest.advanceTimersByTimeAsync(300);
    const second = rejectedAfter();
    await jest.advanceTimersByTimeAsync(250);
    expect(await first).toBe(500);
    const third = rejectedAfter();
    await jest.advanceTimersByTimeAsync(500);
    expect([await second, await third]).toEqual([500, 100]);
    const fresh = rejectedAfter();
    await jest.advanceTimersByTimeAsync(500);
    expect(await fresh).toBe(500);
  });

  it('alternates between accounts, and serves requests with priority first within an account', async () => {
    const order: string[] = [];
    const held: (() => void)[] = [];
    for (let n = 0; held.length < 192; n += 1) held.push(...fill(admission, `other ${n}`));
    const wait = (account: string, hasPriority: boolean, name: string): void => {
      void admission.wait(account, hasPriority).then(() => order.push(name), nothing);
    };
    wait('a', false, 'a, a batch');
    wait('a', true, 'a, first');
    wait('a', true, 'a, second');
    wait('b', true, 'b, first');
    wait('b', true, 'b, second');
    for (const release of held.slice(0, 12)) {
      release();
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(order.slice(0, 2)).toEqual(['a, first', 'b, first']);
    expect(order.filter((name) => name.startsWith('a'))).toEqual(['a, first', 'a, second', 'a, a batch']);
    expect(order).toHaveLength(5);
  });

  it('lowers the limit while requests are slow, and raises it again', async () => {
    const holders = (): number => {
      const held = fill(admission, 'a');
      held.forEach((release) => release());
      return held.length;
    };
    const rounds = async (count: number, ms: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const held = fill(admission, 'a');
        await jest.advanceTimersByTimeAsync(ms);
        void admission.wait('a', true).then((release) => release(), nothing);
        held.forEach((release) => release());
        await jest.advanceTimersByTimeAsync(500);
      }
    };
    await rounds(40, 290);
    const all = holders();
    await rounds(5, 350);
    const slow = holders();
    await rounds(40, 10_000);
    expect([all, slow < 128, holders()]).toEqual([128, true, 21]);
    await rounds(40, 50);
    expect(holders()).toBe(128);
  });

  it('rejects when too many requests wait', async () => {
    fill(admission, 'a');
    for (let n = 0; n < 2_048; n += 1) admission.wait('a', true).catch(nothing);
    await expect(admission.wait('a', true)).rejects.toBeInstanceOf(Overloaded);
  });
});
