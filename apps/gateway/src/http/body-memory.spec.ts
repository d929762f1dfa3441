import { setTimeout as sleep } from 'node:timers/promises';
import { BodyMemory } from './body-memory.js';

const megabyte = 1024 * 1024;
const rejected = expect.objectContaining({ code: 'unavailable' });

describe('BodyMemory', () => {
  /** `has room`, the error, or `waits`. */
  const outcome = (acquired: Promise<() => void>): Promise<unknown> =>
    Promise.race([acquired.then(() => 'has room').catch((error: unknown) => error), sleep(20, 'waits')]);

  it('gives one account at most half of the memory', async () => {
    const memory = new BodyMemory(64 * megabyte);
    await memory.acquire('a', 12 * megabyte);
    await memory.acquire('a', 12 * megabyte);
    await memory.acquire('a', 8 * megabyte);
    expect(await outcome(memory.acquire('a', 1))).toBe('waits');
  });

  it('leaves room for small bodies of other accounts', async () => {
    const memory = new BodyMemory(64 * megabyte);
    for (const account of ['a', 'a', 'b', 'c', 'd']) await memory.acquire(account, 12 * megabyte);
    for (const account of ['e', 'f', 'g', 'h']) await memory.acquire(account, 1024);
    expect(await outcome(memory.acquire('i', 12 * megabyte))).toBe('waits');
  });

  it('admits a waiting body as soon as it has room, even before a larger one', async () => {
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

  it('rejects a body after one second and frees its memory', async () => {
    const memory = new BodyMemory(24 * megabyte);
    const release = await memory.acquire('a', 24 * megabyte);
    const startedAt = Date.now();
    expect(await memory.acquire('b', 1).catch((error: unknown) => error)).toEqual(rejected);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    release();
    release();
    await memory.acquire('c', 24 * megabyte);
    expect(await outcome(memory.acquire('d', 1))).toBe('waits');
  });

  it('lets the only body of an account grow, and then gives the account half of the free memory', async () => {
    const memory = new BodyMemory(16 * megabyte);
    const reservation = memory.startReservation('a');
    for (let size = 1; size <= 12; size++) await reservation.grow(size * megabyte);
    expect(await outcome(memory.acquire('a', 1024))).toBe('waits');
    expect(await outcome(memory.acquire('b', 4 * megabyte))).toBe('has room');
    reservation.release();
    await memory.acquire('a', 5 * megabyte);
  });

  it('frees the memory of a body that ends while it waits to grow', async () => {
    const memory = new BodyMemory(4 * megabyte);
    const release = await memory.acquire('a', 3 * megabyte);
    const reservation = memory.startReservation('b');
    await reservation.grow(megabyte);
    const growing = reservation.grow(2 * megabyte).catch((error: unknown) => error);
    reservation.release();
    expect(await growing).toEqual(rejected);
    await reservation.grow(megabyte);
    release();
    expect(await outcome(memory.acquire('c', 4 * megabyte))).toBe('has room');
  });

  it('gives a body that is larger than the capacity all of the memory', async () => {
    const memory = new BodyMemory(megabyte);
    const release = await memory.acquire('a', 12 * megabyte);
    expect(await outcome(memory.acquire('b', 1))).toBe('waits');
    release();
  });
});
