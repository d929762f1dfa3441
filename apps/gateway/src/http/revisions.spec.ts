import { parseIfMatch } from './revisions.js';

describe('parseIfMatch', () => {
  it.each([
    [undefined, {}],
    ['*', {}],
    [' * ', {}],
    ['"a"', { expected: ['a'] }],
    ['""', { expected: [''] }],
    ['"a","b"', { expected: ['a', 'b'] }],
    ['"a" , ,\t"b",', { expected: ['a', 'b'] }],
    [',"a"', { expected: ['a'] }],
    ['"a", "a"', { expected: ['a'] }],
    ['"a,b"', { expected: ['a,b'] }],
    ['"W/"', { expected: ['W/'] }],
    ['"caf\xe9"', { expected: ['caf\xe9'] }],
    ['W/"a"', { expected: [] }],
    ['W/"a", "b"', { expected: ['b'] }],
  ])('parses %j as %j', (header, expectation) => {
    expect(parseIfMatch(header)).toEqual(expectation);
  });

  it.each([
    '',
    ' ',
    ',',
    'a',
    '"a',
    'a"',
    '"a" "b"',
    '"a"b',
    '*, "a"',
    '"a", *',
    'w/"a"',
    'W/ "a"',
    '"a b"',
    '"a"; "b"',
  ])('rejects %j', (header) => {
    expect(() => parseIfMatch(header)).toThrow(
      'Invalid request: If-Match must be * or entity tags in quotes, with commas between them',
    );
  });

  it('accepts at most 100 tags, in linear time', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `"${index}"`).join(',');
    expect(parseIfMatch(tags(100)).expected).toHaveLength(100);
    expect(() => parseIfMatch(tags(101))).toThrow('If-Match must have at most 100 entity tags');
    expect(() => parseIfMatch(`${' ,'.repeat(500_000)}x`)).toThrow('must be');
    expect(() => parseIfMatch(`"a"${'\t ,'.repeat(300_000)}x`)).toThrow('must be');
  });
});
