import { assert, constantFrom, json, nat, property } from 'fast-check';
import { runSync } from '@postrider/concurrency';
import { parseInSlices } from './json-pieces.js';

const reading = (text: string) => parseInSlices(Buffer.from(text), undefined, Infinity);
const findPosition = (text: string): number => {
  try {
    runSync(reading(text));
  } catch (error) {
    return Number(/position (\d+)/.exec((error as Error).message)?.[1]);
  }
  throw new Error(`${text} is JSON`);
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the error position in malformed JSON', () => {
  it.each([
    ['{', 1],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{"a":1}}', 7],
    ['nul', 0],
    ['01', 1],
    ['[1.]', 2],
    ['"ab', 0],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ["{'a':1}", 1],
    ['[}', 1],
    ['{]', 1],
    ['-', 0],
    ['\u00a0{}', 0],
    [`[1, ${'1'.repeat(1_001)}]`, 4],
    [`[1, ${'1'.repeat(999)}e5]`, 4],
    [`[${'1'.repeat(1_000)},${'1'.repeat(12_000_000)}`, 1_002],
  ])('for %j is %i', (text, position) => {
    expect(findPosition(text)).toBe(position);
  });

  it('is searched in slices', () => {
    for (const text of [
      `{"a":${' '.repeat(4_000_000)}}`,
      `${'\n'.repeat(4_000_000)}}`,
      `${' '.repeat(50_000)}[`.repeat(80),
    ]) {
      const work = reading(text);
      let pieces = 0;
      const read = () => {
        while (!work.next().done) pieces++;
      };
      expect(read).toThrow('not valid JSON');
      expect(pieces).toBeGreaterThanOrEqual(40);
    }
  });

  it('is within the text for any malformed JSON', () => {
    assert(
      property(json(), nat(), constantFrom('}', ']', ',', ':', '"', 'x', ''), (json, at, damage) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + damage + json.slice(damage === '' ? place + 1 : place);
        // An empty body is no error.
        if (text.trim() === '' || isJson(text)) return;
        const position = findPosition(text);
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    ['many values', `[${'{"a":[1,2,"three"]},'.repeat(200_000)}`],
    ['one long string', `{"a":"${'b'.repeat(12_000_000)}"`],
    ['a string of escapes', `{"a":"${'\\n\\u00e9'.repeat(1_000_000)}"`],
  ])('is found after %s', (_what, text) => {
    expect(findPosition(`${text}x`)).toBe(text.length);
  });
});
