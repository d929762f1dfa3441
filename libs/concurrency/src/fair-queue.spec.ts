import { jest } from '@jest/globals';
import type { FairQueueOptions, FairQueueRequest } from './fair-queue.js';
import { FairQueue, QueueFull, QueueTimeout } from './fair-queue.js';
import type { Release } from './shares.js';
import { createRandom } from './testing/random.js';

const macrotask = (): Promise<void> => new Promise(setImmediate);
const nothing = (): void => {};

describe('FairQueue', () => {
  let queue: FairQueue;
  /** Names in the order in which their requests got units. */
  let served: string[];
  const open = (options: FairQueueOptions): void => {
    queue = new FairQueue(options);
    served = [];
  };
  const acquire = async (name: string, request: FairQueueRequest = {}): Promise<Release> => {
    const release = await queue.acquire(request);
    served.push(name);
    return release;
  };
  const hasCapacity = (request: FairQueueRequest): boolean => {
    const release = queue.tryAcquire(request);
    release?.();
    return release !== undefined;
  };

  describe('as a semaphore', () => {
    beforeEach(() => open({ capacity: 10 }));

    it('serves waiting requests in their order, even if a later one would fit earlier', async () => {
      const release = await acquire('first', { amount: 8 });
      const waiting = [acquire('large', { amount: 6 }), acquire('small', { amount: 1 })];
      await macrotask();
      expect(served).toEqual(['first']);
      release();
      await Promise.all(waiting);
      expect(served).toEqual(['first', 'large', 'small']);
    });

    it('serves a request for more than the capacity once it can have the whole capacity', async () => {
      const release = await acquire('small', { amount: 1 });
      const huge = acquire('huge', { amount: 100 });
      release();
      const releaseHuge = await huge;
      expect(hasCapacity({ amount: 1 })).toBe(false);
      releaseHuge();
      expect(hasCapacity({ amount: 10 })).toBe(true);
    });

    it('takes units back once if they are released twice', async () => {
      const [release] = [await acquire('a', { amount: 5 }), await acquire('b', { amount: 5 })];
      release();
      release();
      expect([hasCapacity({ amount: 5 }), hasCapacity({ amount: 6 })]).toEqual([true, false]);
    });

    it('removes an aborted request and serves those behind it', async () => {
      await acquire('first', { amount: 5 });
      const abort = new AbortController();
      const aborted = queue.acquire({ amount: 10, signal: abort.signal });
      const behind = acquire('behind', { amount: 5 });
      abort.abort(new Error('aborted'));
      await expect(aborted).rejects.toThrow('aborted');
      await behind;
      await expect(queue.acquire({ signal: abort.signal })).rejects.toThrow('aborted');
    });

    it('gives units back when the work of run() fails', async () => {
      await expect(queue.run(() => Promise.reject(new Error('failed')), { amount: 10 })).rejects.toThrow('failed');
      expect(hasCapacity({ amount: 10 })).toBe(true);
    });

    it('serves waiting requests when the capacity grows', async () => {
      await acquire('first', { amount: 10 });
      const second = acquire('second', { amount: 4 });
      queue.resize(14);
      await second;
      queue.resize(5);
      expect(hasCapacity({})).toBe(false);
    });

    it('rejects all waiting requests on rejectWaiting()', async () => {
      const release = await acquire('first', { amount: 10 });
      const waiting = ['a', 'b'].map((key) => queue.acquire({ key }));
      queue.rejectWaiting(new Error('closing'));
      expect(await Promise.allSettled(waiting)).toMatchObject([
        { reason: { message: 'closing' } },
        { reason: { message: 'closing' } },
      ]);
      release();
      expect(hasCapacity({ amount: 10 })).toBe(true);
    });
  });

  describe('with a limit per key', () => {
    it('does not let one key use the units of another', async () => {
      open({ maxPerKey: 2 });
      const release = await acquire('a1', { key: 'a' });
      await acquire('a2', { key: 'a' });
      const third = acquire('a3', { key: 'a' });
      await acquire('b1', { key: 'b' });
      release();
      await third;
      expect(served).toEqual(['a1', 'a2', 'b1', 'a3']);
    });

    it('rejects a key with too many waiting requests, and no other key', async () => {
      open({ maxPerKey: 1, maxWaitingPerKey: 1 });
      for (const key of ['a', 'b']) await acquire(key, { key });
      const waiting = acquire('a2', { key: 'a' });
      await expect(queue.acquire({ key: 'a' })).rejects.toEqual(new QueueFull(true));
      acquire('b2', { key: 'b' }).catch(nothing);
      expect(queue.waiters).toBe(2);
      queue.rejectWaiting(new Error('end'));
      await expect(waiting).rejects.toThrow('end');
    });
  });

  describe('with a share of the free units', () => {
    it('gives a key up to twice as much as stays free, and the rest to other keys', async () => {
      open({ capacity: 90, share: 2 });
      for (let n = 0; n < 6; n += 1) await acquire('a', { key: 'a', amount: 10 });
      expect(hasCapacity({ key: 'a', amount: 10 })).toBe(false);
      for (const key of ['b', 'c']) await acquire(key, { key, amount: 10 });
      expect(served).toHaveLength(8);
    });

    it('gives a key without units all free units', async () => {
      open({ capacity: 90, share: 2 });
      await acquire('a', { key: 'a', amount: 50 });
      expect(hasCapacity({ key: 'b', amount: 40 })).toBe(true);
    });

    it('lets other keys overtake a key that has used its share', async () => {
      open({ capacity: 90, share: 2 });
      for (let n = 0; n < 6; n += 1) await acquire('a', { key: 'a', amount: 10 });
      void acquire('a again', { key: 'a', amount: 10 }).catch(nothing);
      await acquire('b', { key: 'b', amount: 20 });
      expect(served.at(-1)).toBe('b');
    });

    it('lets a holder that is alone in its key add to its units', async () => {
      open({ capacity: 16, share: 1 });
      for (let held = 0; held < 12; held += 1) await acquire('a', { key: 'a', held });
      expect(hasCapacity({ key: 'a' })).toBe(false);
      expect(hasCapacity({ key: 'b', amount: 4 })).toBe(true);
    });
  });

  describe('when keys wait', () => {
    it('takes turns among keys, and keeps the order within each', async () => {
      open({ capacity: 1 });
      const release = await acquire('first');
      const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
      const all = names.map(async (name) => (await acquire(name, { key: name[0]! }))());
      release();
      await Promise.all(all);
      expect(served).toEqual(['first', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    });

    it('serves requests with priority before the others of their key', async () => {
      open({ capacity: 1 });
      const release = await acquire('first');
      const all = [
        acquire('batch', { key: 'a' }),
        acquire('send', { key: 'a', hasPriority: true }),
        acquire('other', { key: 'b' }),
      ].map(async (waiting) => (await waiting)());
      release();
      await Promise.all(all);
      expect(served).toEqual(['first', 'send', 'other', 'batch']);
    });

    it.each([
      [false, ['large', 'small']],
      [true, ['small', 'large']],
    ])('lets a small request overtake a large one of another key: %s', async (overtaking, order) => {
      open({ capacity: 10, overtaking });
      const [one, other] = [await acquire('1', { amount: 4 }), await acquire('2', { amount: 4 })];
      const large = acquire('large', { key: 'c', amount: 8 });
      const small = acquire('small', { key: 'd', amount: 2 });
      await macrotask();
      one();
      other();
      for (const release of await Promise.all([large, small])) release();
      expect(served.slice(2)).toEqual(order);
    });

    it('rejects a request that has waited for its timeout, and keeps no units for it', async () => {
      jest.useFakeTimers();
      try {
        open({ capacity: 10 });
        const release = await acquire('first', { amount: 10 });
        const late = queue.acquire({ timeoutMs: 500 }).catch((error: unknown) => error);
        await jest.advanceTimersByTimeAsync(500);
        expect(await late).toBeInstanceOf(QueueTimeout);
        release();
        expect(hasCapacity({ amount: 10 })).toBe(true);
      } finally {
        jest.useRealTimers();
      }
    });

    it('rejects requests beyond maxWaiting', async () => {
      open({ capacity: 1, maxWaiting: 1 });
      await acquire('first');
      acquire('second', { key: 'a' }).catch(nothing);
      await expect(queue.acquire({ key: 'b' })).rejects.toEqual(new QueueFull(false));
    });
  });
});

describe('FairQueue, simulated', () => {
  const tenants = ['flood', 'a', 'b', 'c'];

  /**
   * 2,000 steps in which tenants ask for units, release units or abort. The first tenant asks ten times as often as the
   * others.
   */
  const simulate = async (seed: number, options: FairQueueOptions & { capacity: number }) => {
    const random = createRandom(seed);
    const queue = new FairQueue(options);
    const holders: { key: string; amount: number; release: Release }[] = [];
    const waiting = new Set<{ key: string; amount: number; since: number; abort: AbortController }>();
    const inUse = (key?: string): number =>
      holders.filter((holder) => key === undefined || holder.key === key).reduce((sum, { amount }) => sum + amount, 0);
    let maxWait = 0;
    let now = 0;
    for (let step = 0; step < 2_000; step += 1) {
      now = step;
      const action = random(10);
      if (action < 5 && waiting.size < 200) {
        const key = random(13) < 10 ? 'flood' : tenants[1 + random(3)]!;
        const request = { key, amount: 1 + random(4), since: step, abort: new AbortController() };
        waiting.add(request);
        queue.acquire({ key, amount: request.amount, signal: request.abort.signal }).then(
          (release) => {
            waiting.delete(request);
            if (key !== 'flood') maxWait = Math.max(maxWait, now - request.since);
            return holders.push({ key, amount: request.amount, release });
          },
          () => waiting.delete(request),
        );
      } else if (action < 9) holders.splice(random(holders.length), 1)[0]?.release();
      else {
        const [...all] = waiting;
        all[random(all.length)]?.abort.abort(new Error('aborted'));
      }
      await Promise.resolve();
      await macrotask();
      expect(inUse()).toBeLessThanOrEqual(options.capacity);
      expect(queue.waiters).toBe(waiting.size);
      for (const key of tenants) expect(queue.heldBy(key)).toBe(inUse(key));
    }
    queue.rejectWaiting(new Error('end'));
    for (const { release } of holders) release();
    await macrotask();
    expect([queue.waiters, ...tenants.map((key) => queue.heldBy(key))]).toEqual([0, 0, 0, 0, 0]);
    return maxWait;
  };

  it.each([1, 2, 3, 4, 5])('keeps its bounds, loses no unit and lets no tenant starve, with seed %d', async (seed) => {
    expect(await simulate(seed, { capacity: 20, share: 2 })).toBeLessThan(200);
    expect(await simulate(seed, { capacity: 20, maxPerKey: 8, overtaking: true })).toBeLessThan(200);
  });
});
