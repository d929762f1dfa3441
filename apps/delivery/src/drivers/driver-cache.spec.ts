import { DriverCache } from './driver-cache.js';
import type { EspDriver } from './driver.js';
import { sent } from './outcome.js';

function cacheOf(capacity: number) {
  const closed: string[] = [];
  const cache = new DriverCache(capacity);
  const use = (key: string): EspDriver => cache.getOrCreate(key, () => ({
    send: () => Promise.resolve(sent('ok')),
    close: () => {
      closed.push(key);
      return Promise.resolve();
    },
  }));
  return { cache, use, closed };
}

describe('the driver cache', () => {
  it('keeps one driver per key', () => {
    const { cache, use } = cacheOf(2);
    expect(cache.get('a')).toBeUndefined();
    expect(use('a')).toBe(use('a'));
    expect(cache.get('a')).toBe(use('a'));
  });

  it('closes the least recently used when there are too many', () => {
    const { cache, use, closed } = cacheOf(2);
    use('a');
    use('b');
    use('a');
    use('c');
    expect(closed).toEqual(['b']);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
  });

  it('closes all', async () => {
    const { cache, use, closed } = cacheOf(2);
    use('a');
    use('b');
    await cache.closeAll();
    expect(closed).toEqual(['a', 'b']);
    expect(cache.get('a')).toBeUndefined();
  });
});
