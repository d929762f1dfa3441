import { ExpiringLru } from './expiring-lru.js';

describe('an expiring LRU', () => {
  test('forgets after the time to live', () => {
    const lru = new ExpiringLru<number>(10);
    lru.set('a', 1, 100, 0);
    expect(lru.get('a', 99)).toBe(1);
    expect(lru.get('a', 100)).toBeUndefined();
    expect(lru.size).toBe(0);
  });

  test('never holds more than its bound; what was not used longest goes first', () => {
    const lru = new ExpiringLru<number>(2);
    lru.set('a', 1, 100, 0);
    lru.set('b', 2, 100, 0);
    lru.get('a', 1);
    lru.set('c', 3, 100, 1);
    expect([lru.get('a', 2), lru.get('b', 2), lru.get('c', 2), lru.size]).toEqual([1, undefined, 3, 2]);
  });

  test('a get does not prolong a life', () => {
    const lru = new ExpiringLru<number>(2);
    lru.set('a', 1, 100, 0);
    lru.get('a', 90);
    expect(lru.get('a', 110)).toBeUndefined();
  });
});
