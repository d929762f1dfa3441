import { assert, jsonValue, property } from 'fast-check';
import { boundPassedBy } from './json-size.js';

const countOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((count: number, each) => count + countOf(each), 1);

describe('how many values a JSON text holds', () => {
  const more = (text: string, max: number): boolean => boundPassedBy(Buffer.from(text), max) === 'values';

  it('is counted without parsing it', () => {
    assert(
      property(jsonValue(), (value) => {
        const count = countOf(value);
        for (const space of [0, 2]) {
          const text = JSON.stringify(value, undefined, space);
          expect([more(text, count - 1), more(text, count)]).toEqual([true, false]);
        }
      }),
    );
  });

  it.each([
    ['"[,,,{"', 1],
    ['"\\"[,,,{"', 1],
    [String.raw`["\\",1,"\\\",,,"]`, 4],
    ['["a\\\\\\\\","b"]', 3],
    ['{"a,b":[],"c":{}}', 3],
    ['{ "a" : [ ] , "c" : {\n} }', 3],
  ])('of %s is %i', (text, count) => {
    expect([more(text, count - 1), more(text, count)]).toEqual([true, false]);
  });

  it.each(['"', '"\\', '["a', '"\\"', '{"a":"', ']]]]', '\\"'])('of %s, which is no JSON, ends', (text) => {
    expect(more(text, 10)).toBe(false);
  });

  it('is told with whether a number is longer than 1,000 characters', () => {
    const bound = (text: string) => boundPassedBy(Buffer.from(text), 10);
    const digits = '1'.repeat(1_000);
    expect([bound(digits), bound(`[ ${digits},"${digits}1",{"${digits}2":${digits}}]`)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([bound(`${digits}1`), bound(`{"a":[1,-${digits} ]}`)]).toEqual(['number', 'number']);
  });
});
