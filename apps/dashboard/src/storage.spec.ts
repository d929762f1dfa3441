import { afterEach, describe, expect, it } from '@jest/globals';
import { browserStorage, tabStorage } from './storage.js';

const put = (name: string, get: () => unknown) => Object.defineProperty(globalThis, name, { configurable: true, get });

describe('storage of the browser', () => {
  afterEach(() => {
    for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
  });

  it('reads and writes localStorage', () => {
    const kept = new Map<string, string>([['theme', 'dark']]);
    put('localStorage', () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    }));
    expect(browserStorage.get('theme')).toBe('dark');
    browserStorage.set('theme', 'light');
    expect(kept.get('theme')).toBe('light');
  });

  it('keeps values in memory when the browser blocks site data', () => {
    put('sessionStorage', () => {
      throw new DOMException('Access is denied', 'SecurityError');
    });
    expect(tabStorage.get('account')).toBeNull();
    tabStorage.set('account', 'acc_1');
    expect(tabStorage.get('account')).toBe('acc_1');
  });

  it('keeps values in memory when the storage is full', () => {
    put('localStorage', () => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Quota exceeded', 'QuotaExceededError');
      },
    }));
    browserStorage.set('language', 'de');
    expect(browserStorage.get('language')).toBe('de');
  });
});
