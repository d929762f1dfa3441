import { jest } from '@jest/globals';
import { DriverCache } from './driver-cache.js';
import type { EspDriver } from './driver.js';
import { sent } from './outcome.js';

const [attemptMs, recheckMs] = [45_000, 30_000];

function createCache(capacity?: number) {
  const made: string[] = [];
  const closed: string[] = [];
  const cache = new DriverCache({ attemptMs, recheckMs, capacity });
  const use = (id: string, revision = 1): EspDriver =>
    cache.get(id) ??
    cache.getOrCreate(id, revision, () => {
      made.push(`${id}.${revision}`);
      return {
        send: () => Promise.resolve(sent('ok')),
        check: () => Promise.resolve({ outcome: 'works', tried: 'nothing', answer: 'ok' }),
        close: () => {
          closed.push(`${id}.${revision}`);
          return Promise.resolve();
        },
      };
    });
  return { cache, use, made, closed };
}

describe('DriverCache', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keeps one driver per account', () => {
    const { cache, use } = createCache();
    expect(cache.get('a')).toBeUndefined();
    expect(use('a')).toBe(use('a'));
    expect(use('b')).not.toBe(use('a'));
  });

  it('requires a reload of the account after a while or after recheck, and keeps the driver if nothing changed', () => {
    const { cache, use, closed } = createCache();
    const driver = use('a');
    jest.advanceTimersByTime(recheckMs);
    expect(cache.get('a')).toBeUndefined();
    expect(use('a')).toBe(driver);
    expect(cache.get('a')).toBe(driver);
    cache.invalidate('a');
    expect(cache.get('a')).toBeUndefined();
    expect(use('a')).toBe(driver);
    jest.advanceTimersByTime(attemptMs);
    expect(closed).toEqual([]);
  });

  it('replaces a driver of an older revision, and closes it after its last attempt', () => {
    const { cache, use, closed } = createCache();
    const old = use('a', 1);
    cache.invalidate('a');
    const fresh = use('a', 2);
    expect(fresh).not.toBe(old);
    jest.advanceTimersByTime(attemptMs - 1);
    expect(closed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(closed).toEqual(['a.1']);
  });

  it('ignores a revision that is older than the cached one', () => {
    const { cache, use } = createCache();
    const fresh = use('a', 2);
    cache.invalidate('a');
    expect(use('a', 1)).toBe(fresh);
    expect(cache.get('a')).toBeUndefined();
  });

  it('creates one driver for each of thousands of accounts that take turns', () => {
    const { use, made, closed } = createCache();
    for (let round = 0; round < 3; round++)
      for (let account = 0; account < 5_000; account++) {
        use(`${account}`);
        jest.advanceTimersByTime(10);
      }
    expect(made).toHaveLength(5_000);
    expect(closed).toEqual([]);
  });

  it('closes the least recently used driver when there are too many', () => {
    const { cache, use, closed } = createCache(2);
    use('a');
    use('b');
    use('a');
    use('c');
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    jest.advanceTimersByTime(attemptMs);
    expect(closed).toEqual(['b.1']);
  });

  it('closes all drivers, including replaced ones', async () => {
    const { cache, use, closed } = createCache();
    use('a');
    use('b', 1);
    cache.invalidate('b');
    use('b', 2);
    await cache.closeAll();
    expect(closed.toSorted()).toEqual(['a.1', 'b.1', 'b.2']);
    expect(cache.get('a')).toBeUndefined();
    jest.advanceTimersByTime(attemptMs);
    expect(closed).toHaveLength(3);
  });
});
