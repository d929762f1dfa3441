import { indexIn, lastIndexIn, occurrences, splitAt, splitFromEndAt } from './search.js';

/** All words of two letters with this length, so that parts occur, overlap and nearly occur. */
const words = (length: number): string[] =>
  Array.from({ length: 2 ** length }, (_, number) =>
    number.toString(2).padStart(length, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
  );

/** Longer than the parts that V8's search handles. */
const long = (word: string): string => word.repeat(Math.ceil(40 / word.length));

describe('a long part is found where the search of JavaScript finds it', () => {
  const parts = words(4).flatMap((word) => [long(word), `${long(word)}b`, `b${long(word)}`]);
  const texts = parts.flatMap((part) => [part, `${part}ab${part}`, part.slice(1) + part, part + part.slice(0, -1)]);
  const pairs = texts.flatMap((text) => parts.map((part) => ({ text, part })));

  it('from the start', () => {
    for (const { text, part } of pairs) expect(indexIn(text, part)).toBe(text.indexOf(part));
  });

  it('from the end', () => {
    for (const { text, part } of pairs) expect(lastIndexIn(text, part)).toBe(text.lastIndexOf(part));
  });

  it('every time', () => {
    for (const { text, part } of pairs) {
      expect(splitAt(text, part)).toEqual(text.split(part));
      expect(occurrences(text, part)).toBe(text.split(part).length - 1);
    }
  });
});

it('splits a limited number of times, from either end', () => {
  expect(splitAt('a-b-c', '-', 1)).toEqual(['a', 'b-c']);
  expect(splitFromEndAt('a-b-c', '-', 1)).toEqual(['a-b', 'c']);
  expect(splitFromEndAt('aaa', 'aa', 1)).toEqual(['a', '']);
  expect(splitAt('a-b', '-', 0)).toEqual(['a-b']);
});
