import {
  splitLosslessNumbers,
  exactJson,
  losesText,
  toNumber,
  LosslessNumber,
  findLosslessNumbers,
  serializeLossless,
  parseExactly,
  parseLossless,
  withLosslessNumbers,
} from './index.js';

const withText = [
  '1.0',
  '10.50',
  '0.0',
  '-0',
  '-0.0',
  '0e5',
  '1e5',
  '1E5',
  '1e+21',
  '1e-7',
  '1E400',
  '-1e400',
  '9007199254740993',
  '12345678901234567000',
  '1234567890123456789',
  '-1234567890123456789',
  '0.1000000000000000055511151231257827',
  '1'.repeat(1000),
];
const plain = ['0', '1', '-1', '42', '10.5', '-0.25', '0.1', '1790000000', '9007199254740991', '-9007199254740991'];

describe('a JSON number', () => {
  it.each(withText)('%s keeps its text', (text) => {
    expect(losesText(text)).toBe(true);
    expect(toNumber(text)).toEqual(new LosslessNumber(text));
    expect((toNumber(text) as LosslessNumber).value).toBe(Number(text));
  });

  it.each(plain)('%s becomes a plain number', (text) => {
    expect(toNumber(text)).toBe(Number(text));
    expect(exactJson(toNumber(text))).toBe(text);
  });

  it('differs from another by its text', () => {
    expect(new LosslessNumber('1.0')).not.toEqual(new LosslessNumber('1.00'));
  });

  it('has no readable property for its text', () => {
    expect(Object.getOwnPropertyNames(new LosslessNumber('1.0'))).toEqual([]);
  });

  it('becomes a JavaScript number in JSON.stringify', () => {
    expect(JSON.stringify({ a: new LosslessNumber('10.50'), b: new LosslessNumber('1e400') })).toBe(
      '{"a":10.5,"b":null}',
    );
  });
});

const data = {
  name: 'Ada "1.0" é\n',
  amount: new LosslessNumber('10.50'),
  items: [{ id: new LosslessNumber('1234567890123456789') }, 1, 'two', null, [true, new LosslessNumber('1e400')]],
  nothing: undefined,
  plain: { a: 1.5 },
};
const text =
  '{"name":"Ada \\"1.0\\" é\\n","amount":10.50,"items":[{"id":1234567890123456789},1,"two",null,[true,1e400]],"plain":{"a":1.5}}';

describe('exactJson', () => {
  it('contains the texts of numbers', () => {
    expect(exactJson(data)).toBe(text);
  });

  it('the output is parsed without loss', () => {
    const { nothing: _, ...rest } = data;
    expect(parseExactly(text)).toEqual(rest);
    expect(exactJson(parseExactly(` ${text}\n`))).toBe(text);
  });

  it('prints one value per line when indented', () => {
    const shape = { a: [1, [], {}, { b: [true] }], c: 'x' };
    expect(exactJson(shape, 1)).toBe(JSON.stringify(shape, null, 1));
    expect(exactJson({ ...shape, n: new LosslessNumber('1.0') }, 2)).toBe(
      JSON.stringify({ ...shape, n: 1.5 }, null, 2).replace('1.5', '1.0'),
    );
  });

  it('equals JSON.stringify without lossless numbers', () => {
    for (const value of [null, 'a', 1.5, [undefined, 1], { a: new Date(0), b: undefined, c: [{}] }])
      expect(exactJson(value)).toBe(JSON.stringify(value));
    const at = new Date(0);
    expect(exactJson({ at, n: new LosslessNumber('1.0') })).toBe(`{"at":${JSON.stringify(at)},"n":1.0}`);
  });

  it.each(['{"a":01}', '{"a":1.}', '{"a":1e}', '[1.0', '{"a":-}', ''])('%s is rejected', (json) => {
    expect(() => parseExactly(json)).toThrow(SyntaxError);
  });

  it('ignores numbers in strings', () => {
    const strings = { '1.0': '1.0', b: '\\"1.0', c: 'x, 10.50 ]' };
    expect(parseExactly(JSON.stringify(strings))).toEqual(strings);
  });
});

describe('serializeLossless', () => {
  const roundTrip = <Value extends object>(value: Value): Value =>
    parseLossless(JSON.parse(serializeLossless(value)) as Value);

  it('keeps plain numbers, with the texts in an extra field', () => {
    const { name, plain } = data;
    expect(JSON.parse(serializeLossless({ template_data: data, test: false }))).toEqual({
      template_data: { name, amount: 10.5, items: [{ id: 1234567890123456800 }, 1, 'two', null, [true, null]], plain },
      test: false,
      number_texts: {
        template_data: { amount: '10.50', items: [{ id: '1234567890123456789' }, 0, 0, 0, [0, '1e400']] },
      },
    });
  });

  it.each(withText)('restores %s', (number) => {
    expect(roundTrip({ a: { b: [0, toNumber(number)] }, c: 1 })).toEqual({
      a: { b: [0, new LosslessNumber(number)] },
      c: 1,
    });
  });

  it('the output is plain JSON, and the same object, without lossless numbers', () => {
    const value = { template_data: { a: [1, 2.5] } };
    expect(serializeLossless(value)).toBe(JSON.stringify(value));
    expect(parseLossless(value)).toBe(value);
    expect(parseLossless(undefined)).toBeUndefined();
  });

  it.each([
    ['another number', { a: 11 }, { a: '10.50' }],
    ['a text', { a: '10.5' }, { a: '10.50' }],
    ['nothing', {}, { a: '10.50' }],
    ['a list', { a: [10.5] }, { a: { 0: '10.50' } }],
    ['an object', { a: { 0: 10.5 } }, { a: ['10.50'] }],
    ['a text with a space', { a: 10.5 }, { a: ' 10.5' }],
    ['a hexadecimal text', { a: 31 }, { a: '0x1f' }],
    ['a value that is not a text', { a: 10.5 }, { a: 10.5 }],
    ['a prototype', { a: 1 }, JSON.parse('{"__proto__":{"b":"1.0"}}') as object],
    ['no tree', { a: 1 }, 'x'],
  ])('ignores the texts of %s', (_, value, texts) => {
    expect(withLosslessNumbers(value, texts)).toEqual(value);
  });

  it('the value is split into value and texts', () => {
    expect(splitLosslessNumbers({ a: new LosslessNumber('1.0'), b: [2] })).toEqual({
      value: { a: 1, b: [2] },
      texts: { a: '1.0' },
    });
    const value = { a: 1 };
    expect(splitLosslessNumbers(value)).toEqual({ value, texts: undefined });
    expect(splitLosslessNumbers(value).value).toBe(value);
  });

  it('does not change its input', () => {
    const value = { a: [{ b: 1 }] };
    withLosslessNumbers(value, { a: [{ b: '1.0' }] });
    expect(value).toEqual({ a: [{ b: 1 }] });
    expect(findLosslessNumbers(value)).toBeUndefined();
  });
});
