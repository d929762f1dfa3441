import { omitEmpty, countDrafts, getState } from './searches.js';

const locale = (isDefault: boolean, published: number, drafts: number) => ({
  locale: isDefault ? ('en-US' as const) : ('de-DE' as const),
  default: isDefault,
  published,
  drafts,
});

describe('a row of the list', () => {
  it.each([
    [[locale(true, 1, 0), locale(false, 3, 0)], 'published'],
    [[locale(true, 2, 0)], 'test'],
    [[locale(true, 0, 1), locale(false, 1, 0)], 'draft'],
  ])('shows the live state of the default locale', (locales, state) => expect(getState({ locales })).toBe(state));

  it('counts the drafts of all locales', () => {
    expect(countDrafts({ locales: [locale(true, 1, 2), locale(false, 1, 1)] })).toBe(3);
  });
});

it('omits empty filters from the address', () => {
  expect(omitEmpty({ q: '', tag: 'billing' })).toEqual({ tag: 'billing' });
});
