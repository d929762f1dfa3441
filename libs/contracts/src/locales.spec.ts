import { createHash } from 'node:crypto';
import { defaultLocale, isLocale, locale, locales } from './primitives.js';

describe('the supported locales', () => {
  it('are the 239 of docs/guides/locales.md, in its order', () => {
    expect(locales).toHaveLength(239);
    expect(new Set(locales).size).toBe(239);
    // The hash of the specification's list, with codes separated by one space.
    expect(createHash('sha256').update(locales.join(' ')).digest('hex')).toBe(
      '2598147e5e9aeb301c47bdd9301f0ff2f9443c23a0bafda1f2bbe2e6c9e00429',
    );
  });

  it('are valid codes for the platform', () => {
    expect(locales.map((code) => new Intl.Locale(code).toString().replace(/^fil-/, 'tl-'))).toEqual(locales);
  });

  it('include the default, and no similar code', () => {
    expect(isLocale(defaultLocale)).toBe(true);
    for (const code of ['en', 'en-us', 'EN-US', 'en_US', 'xx-XX', '', 'constructor'])
      expect(isLocale(code)).toBe(false);
    expect(locale.safeParse('de-XX').error?.issues[0]?.message).toBe('must be a supported locale code, such as en-US');
  });
});
