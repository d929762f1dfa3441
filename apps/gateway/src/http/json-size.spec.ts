import { array, assert, constantFrom, jsonValue, oneof, property, tuple } from 'fast-check';
import { losesText } from '@postrider/numbers';
import { scan } from './json-body.js';

const countValues = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((count: number, each) => count + countValues(each), 1);

const inBytes = (text: string): unknown => scan(Buffer.from(text), 100);

describe('scan for numbers that JSON.parse does not preserve', () => {
  it.each(['1.0', '10.50', '-0', '0.0', '0e5', '1E5', '9007199254740993', '1234567890123456789', '-1234567890123456'])(
    'finds %s in any position',
    (number) => {
      const places = ['[x]', '{"a":x}', '{"a": x }', '[1,x,"b"]', '{"a":{"b":[null,x]},"c":2}', '["1.5",\nx\n]'];
      const safe = number === '-1234567890123456';
      for (const place of places) expect(inBytes(place.replace('x', number))).toBe(safe ? undefined : 'texts');
    },
  );

  it.each([
    '0',
    '7',
    '-12.5',
    '0.1',
    '19.99',
    '123456789012345',
    '9007199254740991',
    'true',
    'null',
    '"1.0"',
    '{"1.0":1}',
  ])('does not report %s', (value) => expect(inBytes(`{"a":[${value}],"b":${value}}`)).toBeUndefined());

  it('agrees with losesText for any number', () => {
    const digits = array(constantFrom(...'00123459'), { minLength: 1, maxLength: 18 }).map((each) => each.join(''));
    const whole = digits.map((text) => text.replace(/^0+(?=.)/, ''));
    const written = [
      whole,
      tuple(whole, digits).map((parts) => parts.join('.')),
      tuple(whole, digits, constantFrom('e1', 'E-7', 'e+21')).map(
        ([one, other, exponent]) => `${one}.${other}${exponent}`,
      ),
    ];
    assert(
      property(tuple(constantFrom('', '-'), oneof(...written)), ([sign, number]) => {
        expect(inBytes(`[${sign}${number}]`)).toBe(losesText(sign + number) ? 'texts' : undefined);
      }),
      { numRuns: 3000 },
    );
  });

  it('ignores strings', () => {
    expect(inBytes(JSON.stringify({ a: 'x": 1.0, \\', b: '[10.50]', c: '\\" 1e5' }))).toBeUndefined();
  });
});

describe('scan for too many values', () => {
  const more = (text: string, max: number): boolean => scan(Buffer.from(text), max) === 'values';

  it('counts the values of any JSON', () => {
    assert(
      property(jsonValue(), (value) => {
        const count = countValues(value);
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
  ])('counts %s as %i', (text, count) => {
    expect([more(text, count - 1), more(text, count)]).toEqual([true, false]);
  });

  it.each(['"', '"\\', '["a', '"\\"', '{"a":"', ']]]]', '\\"'])('ends for the malformed text %s', (text) => {
    expect(more(text, 10)).toBe(false);
  });

  it('reports a number of more than 1,000 characters', () => {
    const bound = (text: string) => scan(Buffer.from(text), 10);
    const digits = '1'.repeat(1_000);
    expect([bound(digits), bound(`[ ${digits},"${digits}1",{"${digits}2":${digits}}]`)]).toEqual(['texts', 'texts']);
    expect([bound(`${digits}1`), bound(`{"a":[1,-${digits} ]}`)]).toEqual(['number', 'number']);
  });
});
