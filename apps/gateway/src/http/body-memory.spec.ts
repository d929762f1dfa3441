import { setTimeout as sleep } from 'node:timers/promises';
import { BodyMemory } from './body-memory.js';

const megabyte = 1024 * 1024;
const refused = expect.objectContaining({ code: 'unavailable' });

describe('the memory for bodies', () => {
  /** What gives the room back, or the error, or `waits`. */
  const outcome = (acquired: Promise<() => void>): Promise<unknown> =>
    Promise.race([acquired.then(() => 'has room').catch((error: unknown) => error), sleep(20, 'waits')]);

  it('has room for one account up to the half of it', async () => {
    const memory = new BodyMemory(64 * megabyte);
    await memory.acquire('a', 12 * megabyte);
    await memory.acquire('a', 12 * megabyte);
    await memory.acquire('a', 8 * megabyte);
    expect(await outcome(memory.acquire('a', 1))).toBe('waits');
  });

  it('has room for others beside those that take what they can, and for small bodies of many', async () => {
    const memory = new BodyMemory(64 * megabyte);
    for (const account of ['a', 'a', 'b', 'c', 'd']) await memory.acquire(account, 12 * megabyte);
    for (const account of ['e', 'f', 'g', 'h']) await memory.acquire(account, 1024);
    expect(await outcome(memory.acquire('i', 12 * megabyte))).toBe('waits');
  });

  it('admits who waits as soon as there is room, however large what waits before', async () => {
    const memory = new BodyMemory(24 * megabyte);
    const release = await memory.acquire('a', 12 * megabyte);
    const other = await memory.acquire('b', 12 * megabyte);
    const large = memory.acquire('c', 12 * megabyte);
    const larger = memory.acquire('b', 12 * megabyte);
    const small = memory.acquire('d', 1024);
    expect(await Promise.all([large, larger, small].map(outcome))).toEqual(['waits', 'waits', 'waits']);
    release();
    (await large)();
    await small;
    other();
    expect(await outcome(larger)).toBe('has room');
  });

  it('refuses who has waited for a second, and keeps nothing for it', async () => {
    const memory = new BodyMemory(24 * megabyte);
    const release = await memory.acquire('a', 24 * megabyte);
    const startedAt = Date.now();
    expect(await memory.acquire('b', 1).catch((error: unknown) => error)).toEqual(refused);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    release();
    release();
    await memory.acquire('c', 24 * megabyte);
    expect(await outcome(memory.acquire('d', 1))).toBe('waits');
  });

  it('has room for the only body of an account as it grows, and for others by the half', async () => {
    const memory = new BodyMemory(16 * megabyte);
    const room = memory.room('a');
    for (let size = 1; size <= 12; size++) await room.grow(size * megabyte);
    expect(await outcome(memory.acquire('a', 1024))).toBe('waits');
    expect(await outcome(memory.acquire('b', 4 * megabyte))).toBe('has room');
    room.release();
    await memory.acquire('a', 5 * megabyte);
  });

  it('gives nothing to a body that is over while it waits to grow', async () => {
    const memory = new BodyMemory(4 * megabyte);
    const release = await memory.acquire('a', 3 * megabyte);
    const room = memory.room('b');
    await room.grow(megabyte);
    const growing = room.grow(2 * megabyte).catch((error: unknown) => error);
    room.release();
    expect(await growing).toEqual(refused);
    await room.grow(megabyte);
    release();
    expect(await outcome(memory.acquire('c', 4 * megabyte))).toBe('has room');
  });

  it('has a body that is larger than all of it alone', async () => {
    const memory = new BodyMemory(megabyte);
    const release = await memory.acquire('a', 12 * megabyte);
    expect(await outcome(memory.acquire('b', 1))).toBe('waits');
    release();
  });
});
