import { chooseLocale } from './languages.js';

const available = ['en-US', 'de-AT', 'de-DE', 'pt-BR', 'zh-CN'];

describe('the locale for the languages of a user', () => {
  it.each<[string[], string | undefined]>([
    [['de'], 'de-DE'],
    [['de-AT'], 'de-AT'],
    [['DE_at'], 'de-AT'],
    [['de-CH'], 'de-DE'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-BR'],
    [['zh-Hans-CN'], 'zh-CN'],
    [['en-GB'], 'en-US'],
    [['fr', 'de'], 'de-DE'],
    [['fr-CA,fr;q=0.9,pt;q=0.8'], 'pt-BR'],
    [['fr-CA de'], 'de-DE'],
    [['fr'], undefined],
    [['German'], undefined],
    [[''], undefined],
    [[], undefined],
  ])('%j is %s', (languages, locale) => {
    expect(chooseLocale(languages, available)).toBe(locale);
  });

  it('is undefined without locales', () => {
    expect(chooseLocale(['de'], [])).toBeUndefined();
  });

  it('is chosen quickly from a long text', () => {
    expect(chooseLocale(['de-'.repeat(100_000), 'x '.repeat(100_000)], ['de-DE'])).toBe('de-DE');
  });
});
