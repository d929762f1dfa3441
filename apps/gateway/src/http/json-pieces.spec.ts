import { runSync, runInTurns } from '@postrider/concurrency';
import { exactJson, LosslessNumber } from '@postrider/numbers';
import { expectHold } from '@postrider/processor-time';
import {
  array,
  assert,
  bigInt,
  constantFrom,
  dictionary,
  double,
  integer,
  jsonValue,
  nat,
  oneof,
  property,
  string,
} from 'fast-check';
import { parseJson } from './json-body.js';
import { parseInSlices } from './json-pieces.js';

/** The parsed value, or the message of the error. */
const outcome = (parse: () => unknown): unknown => {
  try {
    return { value: parse() };
  } catch (error) {
    return { error: (error as Error).message };
  }
};
const inPieces = (text: string | Buffer, pieceBytes = 8): unknown =>
  outcome(() => runSync(parseInSlices(Buffer.from(text as string), pieceBytes)));
const whole = (text: string | Buffer): unknown => outcome(() => parseJson('acc_1', Buffer.from(text as string)));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === '';
  }
};

const escaped = (json: string, every: number): string =>
  json.replaceAll(/[^\\"\x00-\x1f{}[\],:0-9a-z.-]/gu, (character, at: number) =>
    at % every === 0
      ? [...character]
          .flatMap((one) => one.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
          .join('')
      : character,
  );

const namesUpTo = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_none, name) => [name, 1])));

describe('numbers of a caller', () => {
  const json = '{"a":1.0,"b":[10.50,{"c":1234567890123456789}],"d":[-0,0e5,1E400,7,2.5]}';

  it.each(['template_data', 'email_data', 'data'])('keep their text in %s, also in a batch', (name) => {
    for (const body of [`{"${name}":${json}}`, `[{"body":{"${name}":${json}}}]`])
      for (const parse of [inPieces, whole]) expect(exactJson((parse(body) as { value: unknown }).value)).toBe(body);
  });

  it('are parsed as usual in other fields', () => {
    const json = `{"send_at":1790000000.0,"rate":1.50,"template_data":7.0,"headers":{"a":1.0},"data":"1.0","list":[1e3]}`;
    for (const parse of [inPieces, whole]) expect(parse(json)).toEqual({ value: JSON.parse(json) });
  });

  it('are the same by both parsers', () => {
    const written = oneof(
      integer().map(String),
      double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value).replace('e', 'E')),
      bigInt().map(String),
      constantFrom('1.0', '-0', '0.10', '1e2', '100', '1.5E-3'),
    );
    const data = dictionary(string(), oneof(written, array(written)));
    assert(
      property(data, nat(40), (fields, pieceBytes) => {
        const texts = Object.entries(fields).filter(([name]) => name !== '__proto__');
        const json = `{"data":{${texts.map(([name, value]) => `${JSON.stringify(name)}:${Array.isArray(value) ? `[${value.join(',')}]` : value}`).join(',')}}}`;
        const parsed = whole(json);
        expect(parsed).toEqual(inPieces(json, 8 + pieceBytes));
        if ((parsed as { error?: string }).error === undefined)
          expect(JSON.stringify((parsed as { value: unknown }).value)).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });

  it('have at most 1,000 characters', () => {
    const maxNumber = `1.${'0'.repeat(998)}`;
    expect(whole(`{"data":{"a":${maxNumber}}}`)).toEqual({ value: { data: { a: new LosslessNumber(maxNumber) } } });
    for (const parse of [inPieces, whole])
      expect((parse(`{"data":{"a":${maxNumber}0}}`) as { error: string }).error).toContain('not valid JSON');
  });
});

describe('parseInSlices', () => {
  it('returns the same as parseJson with any slice size', () => {
    assert(
      property(jsonValue({ stringUnit: 'grapheme' }), nat(3), nat(40), (value, indent, pieceBytes) => {
        const json = JSON.stringify(value, null, indent);
        expect(inPieces(json, 8 + pieceBytes)).toEqual(whole(json));
        expect(inPieces(escaped(json, indent + 1), 8 + pieceBytes)).toEqual(whole(escaped(json, indent + 1)));
      }),
      { numRuns: 500 },
    );
  });

  it('rejects malformed JSON with the same error as parseJson', () => {
    const damage = constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\n',
      '\0',
      'e',
      '1',
      'tru',
      '\\u00',
      '\\ud83d',
      'ü',
      '\u{1f600}',
    );
    assert(
      property(jsonValue(), nat(), damage, nat(3), (value, place, wrong, removed) => {
        const json = JSON.stringify(value);
        const at = place % (json.length + 1);
        const damaged = json.slice(0, at) + wrong + json.slice(at + removed);
        const pieces = inPieces(damaged);
        expect(pieces).toEqual(whole(damaged));
        // In addition to what JSON.parse rejects, only text that cannot be stored is rejected.
        const { error } = pieces as { error?: string };
        if (!error?.includes('must be text')) expect(error === undefined).toBe(isJson(damaged));
      }),
      { numRuns: 2000 },
    );
  });

  it('parses any string', () => {
    const unit = constantFrom(
      '\\\\',
      '\\"',
      '\\/',
      '\\n',
      '\\u00fc',
      '\\ud83d\\ude00',
      'ü',
      '\u{1f600}',
      'a',
      'aaaaaaa',
      '€',
      '\uFEFF',
      '\\ufeff',
    );
    assert(
      property(string({ unit, maxLength: 60 }), nat(20), constantFrom('', '\uFEFF'), (text, pieceBytes, mark) => {
        const json = `{"${text}":["${text}",-1.5e3,"${text}",true,"${text}",[null],"${text}"]}`;
        expect(inPieces(mark + json, 8 + pieceBytes)).toEqual({ value: JSON.parse(json) as unknown });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '',
    '  \n ',
    '\uFEFF{"a":1}',
    '\uFEFF\uFEFF{"a":1}',
    '{"a":\uFEFF1}',
    '\\ufeff1',
    '{"a":1}\n',
    '{"__proto__":{"x":1},"a":{"__proto__":2}}',
    '{"a":1,"a":2}',
    '{"2":1,"1":2}',
    '{"constructor":{"prototype":1}}',
    '{"a":"\\u0000"}',
    '{"a":[{"b\\u0000":1}]}',
    '{"a":"\\ud83d"}',
    '"\\ude00"',
    '[1,2,{"a":["x","\\ud800"]}]',
    '-0',
    '1e999',
    '01',
    '1.',
    '+1',
    'nul',
    '{"a":1,}',
    '[1,]',
    '[,1]',
    '{a:1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '[1 2]',
    '1 2',
    '"a\nb"',
    '"abcdefgh\tijklmnop"',
    '"abcdefghijklmnop',
    '{"a":{"b":[1,2}',
    `${'['.repeat(100)}${']'.repeat(100)}`,
    `${'['.repeat(101)}${']'.repeat(101)}`,
    `{"deep":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
    `[${'1,'.repeat(100_000 - 2)}1]`,
    `[${'1,'.repeat(100_000 - 1)}1]`,
    '1'.repeat(1_000),
    '1'.repeat(1_001),
    `[${'1'.repeat(998)}e1,${'1'.repeat(999)}e+1]`,
    `{"a":\n -0.${'5'.repeat(998)}}`,
    'x'.repeat(1_001),
    `{"a":${namesUpTo(10_000)}}`,
    `{"a":[0,${namesUpTo(10_001)}]}`,
    namesUpTo(10_001),
    namesUpTo(10_000).replace('{', '{"0":1,"1":1,"__proto__":{},"__proto__":{},'),
  ])('returns the same as parseJson for %.40j', (text) => {
    expect(inPieces(text)).toEqual(whole(text));
    expect(inPieces(text, 64 * 1024)).toEqual(whole(text));
  });

  it.each([inPieces, whole])(
    'rejects numbers of more than 1,000 characters, and objects with more than 10,000 names',
    (parse) => {
      expect(parse('1'.repeat(1_000))).toEqual({ value: Infinity });
      expect(parse(`{"a":\n${'1'.repeat(1_001)}}`)).toEqual({
        error:
          'Invalid request: the body is not valid JSON: ' +
          'a number of more than 1000 characters at line 2, column 1 (position 6)',
      });
      expect(parse(`{"a":[${namesUpTo(10_000)}]}`)).toEqual({ value: { a: [expect.objectContaining({ 9999: 1 })] } });
      expect(parse(`{"a":[${namesUpTo(10_001)}]}`)).toEqual({
        error: 'Invalid request: a.0 must not have more than 10000 names',
      });
    },
  );

  it('parses the bytes of files, which count less than other values', () => {
    const list = Array.from({ length: 200_000 }, (_none, n) => n % 256);
    for (const json of [JSON.stringify({ content: list }), JSON.stringify({ content: list }, undefined, 2)])
      expect(inPieces(json, 64 * 1024)).toEqual({ value: { content: list } });
    expect(inPieces(`{"content":[${list.join()},"a"]}`)).toEqual({ error: expect.stringContaining('100000 values') });
    expect(inPieces(`{"contents":[${list.join()}]}`)).toEqual({ error: expect.stringContaining('100000 values') });
    expect(inPieces(`{"content":[${'1,'.repeat(4_000_000)}1]}`)).toEqual({
      error: expect.stringContaining('100000 values'),
    });
    const others = '[[],[0],[ 0 , 255 ],[256],[-1],[1.5],[1e2],[[1]],[1,"2"],[1,null],{"content":[7]}]';
    for (const content of JSON.parse(others) as unknown[])
      expect(inPieces(JSON.stringify({ content }))).toEqual({ value: { content } });
    for (const list of ['[01]', '[1,]', '[,1]', '[1 2]', '[1', '[1,', '[1}', '[00]'])
      expect(inPieces(`{"content":${list}}`)).toEqual({ error: expect.stringContaining('not valid JSON') });
  });

  it('yields often for any kind of JSON', async () => {
    const megabytes = 4 * 1024 * 1024;
    const base64 = Buffer.alloc(megabytes, 'postrider').toString('base64');
    for (const [what, json] of Object.entries({
      base64: `{"files":[{"data":"${base64}"}]}`,
      escaped: `{"files":[{"data":"${base64.replaceAll('a', '\\/')}"}]}`,
      spaces: `{"a":${' '.repeat(megabytes)}1}`,
      values: `[${'{"a":1},'.repeat(20_000)}1]`,
      bytes: `{"content":[${'255, '.repeat(1_000_000)}1]}`,
      names: `[${`{${Array.from({ length: 10_000 }, (_none, n) => `"${'n'.repeat(100)}${n}":[]`).join()}},`.repeat(2)}1]`,
      quotes: `"${'\\"'.repeat(megabytes)}"`,
      malformed: `[${'"a",'.repeat(50_000)}}`,
      'malformed, with spaces': `[${' '.repeat(megabytes / 2)}1,${`1,${' '.repeat(1_000)}`.repeat(2_000)}}`,
    })) {
      const work = parseInSlices(Buffer.from(json));
      let pieces = 0;
      try {
        while (!work.next().done) pieces++;
        expect(what).not.toMatch(/^malformed/);
      } catch (error) {
        expect([what, (error as Error).message]).toEqual([
          expect.stringMatching(/^malformed/),
          expect.stringContaining('unexpected "}"'),
        ]);
      }
      expect([what, pieces > 20]).toEqual([what, true]);
      const bytes = Buffer.from(json);
      await expectHold(() => Promise.resolve(runInTurns('acc_1', parseInSlices(bytes))).catch(() => undefined), 20);
    }
  });
});
