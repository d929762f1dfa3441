import { setTimeout as sleep } from 'node:timers/promises';
import { AttachmentMemory } from './attachment-memory.js';

const forever = new AbortController().signal;

describe('the memory for attachments', () => {
  let memory: AttachmentMemory;
  const start = (capacity: number, longestWaitMs = 60_000): void => {
    memory = new AttachmentMemory(capacity, longestWaitMs);
  };
  const acquire = (account: string, bytes: number, signal = forever): Promise<() => void> =>
    memory.acquire(account, bytes, signal);
  const outcome = (acquired: Promise<() => void>): Promise<unknown> =>
    Promise.race([acquired.then(() => 'has room').catch((error: Error) => error.message), sleep(5, 'waits')]);

  it('gives an account twice as much as it leaves free, and others the rest', async () => {
    start(90);
    for (let n = 0; n < 6; n++) await acquire('a', 10);
    expect(await outcome(acquire('a', 10))).toBe('waits');
    expect(await outcome(acquire('b', 10))).toBe('has room');
    expect(await outcome(acquire('c', 10))).toBe('has room');
  });

  it('gives an account that holds nothing what is left, however much it is of it', async () => {
    start(90);
    await acquire('a', 50);
    expect(await outcome(acquire('b', 40))).toBe('has room');
  });

  it('lets accounts take turns, each its own mails in their order', async () => {
    start(10);
    const first = await acquire('a', 10);
    const order: string[] = [];
    const queue = async (account: string, name: string): Promise<void> => {
      const release = await acquire(account, 10);
      order.push(name);
      release();
    };
    const all = [
      queue('a', 'a1'),
      queue('a', 'a2'),
      queue('a', 'a3'),
      queue('b', 'b1'),
      queue('b', 'b2'),
      queue('c', 'c1'),
    ];
    first();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets nobody pass whose turn it is and who waits for room', async () => {
    start(10);
    const releases = [await acquire('a', 4), await acquire('b', 4)];
    const large = acquire('c', 8);
    expect(await outcome(large)).toBe('waits');
    expect(await outcome(acquire('d', 1))).toBe('waits');
    for (const release of releases) release();
    expect(await outcome(large)).toBe('has room');
  });

  it('lets others pass one who has its share', async () => {
    start(90);
    for (let n = 0; n < 6; n++) await acquire('a', 10);
    const more = acquire('a', 10);
    expect(await outcome(more)).toBe('waits');
    const release = await acquire('b', 20);
    release();
    expect(await outcome(more)).toBe('waits');
  });

  it('has one that is larger than all of it alone', async () => {
    start(10);
    const release = await acquire('a', 1_000);
    const next = acquire('b', 1);
    expect(await outcome(next)).toBe('waits');
    release();
    expect(await outcome(next)).toBe('has room');
  });

  it('takes back once, however often it is given back', async () => {
    start(10);
    const release = await acquire('a', 10);
    release();
    release();
    await acquire('b', 10);
    expect(await outcome(acquire('c', 1))).toBe('waits');
  });

  it('keeps nothing for who has waited in vain, until its signal or for as long as may be', async () => {
    start(10, 20);
    const release = await acquire('a', 10);
    const stop = new AbortController();
    const stopped = acquire('b', 10, stop.signal).catch((error: Error) => error.message);
    const tired = acquire('c', 10).catch((error: Error) => error.message);
    stop.abort(new Error('over'));
    expect(await stopped).toBe('over');
    expect(await tired).toBe('No room came free in time');
    await expect(acquire('b', 10, stop.signal)).rejects.toThrow('over');
    release();
    expect(await outcome(acquire('d', 10))).toBe('has room');
  });
});
