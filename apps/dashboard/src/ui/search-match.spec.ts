import { searchTerms, matching } from './search-match.js';

const labels = (words: string): string[] =>
  matching(
    words,
    ['Go to Templates', 'Go to Logs', 'Log out', 'Change the catalogue'].map((label) => ({ label })),
  ).map(({ label }) => label);

describe('matching by a few letters', () => {
  it('finds prefixes first, then substrings', () => {
    expect(labels('log')).toEqual(['Go to Logs', 'Log out', 'Change the catalogue']);
    expect(labels('go tem')).toEqual(['Go to Templates']);
    expect(labels('zzz')).toEqual([]);
  });

  it('finds everything without letters', () => {
    expect(labels(' ')).toHaveLength(4);
  });
});

describe('the search text', () => {
  it.each([
    'ada@example.com',
    ' ada@example.com ',
    '<ada@example.com>',
    'Ada <ada@example.com>',
    '"Lovelace, Ada" <ada@example.com>, ',
    'ada@example.com <ada@example.com>;',
    'mailto:ada@example.com',
    'MAILTO:ada%40example.com?subject=Hello&body=%zz',
    'Ada <mailto:ada@example.com>',
    'Ada [mailto:ada@example.com]',
    '“ada@example.com”,',
    "'ada@example.com'",
    '\tAda\t<ada@example.com>\r\n',
  ])('the text is the address in %j', (typed) => {
    expect(searchTerms(typed)).toBe('ada@example.com');
  });

  it.each([
    ['', ''],
    ['   ', ''],
    ['  Your receipt ', 'Your receipt'],
    ['a\tb\u0000c', 'a b c'],
    ['"Your receipt"', '"Your receipt"'],
    ['Ada <no address>', 'Ada <no address>'],
    ['Ada <ada@example.com>, Bob <bob@example.com>', 'Ada <ada@example.com>, Bob <bob@example.com>'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['@example', '@example'],
    ['ada@', 'ada@'],
    ['100 %_\\', '100 %_\\'],
    ['mailto:%ff@example.com', '%ff@example.com'],
    ['x'.repeat(500), 'x'.repeat(254)],
    [`${'x'.repeat(253)}😀`, 'x'.repeat(253)],
  ])('is, of %j, %j', (typed, expected) => {
    expect(searchTerms(typed)).toBe(expected);
  });
});
