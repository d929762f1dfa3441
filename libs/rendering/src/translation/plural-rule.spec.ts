import { parsePluralForms, pluralForm } from './plural-rule.js';

const forms = (header: string, numbers: number[]): number[] => {
  const rule = parsePluralForms(header);
  return numbers.map((n) => pluralForm(JSON.parse(JSON.stringify(rule)), n));
};

describe('Plural-Forms of gettext', () => {
  it.each([
    ['Japanese', 'nplurals=1; plural=0;', [0, 1, 5], [0, 0, 0]],
    ['English', 'nplurals=2; plural=(n != 1);', [0, 1, 2], [1, 0, 1]],
    ['French', 'nplurals=2; plural=(n > 1)', [0, 1, 2], [0, 0, 1]],
    [
      'Polish',
      'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      [1, 2, 5, 12, 22, 25, 104, 112],
      [0, 1, 2, 2, 1, 2, 1, 2],
    ],
    [
      'Russian',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      [1, 11, 21, 3, 13],
      [0, 2, 0, 1, 2],
    ],
    [
      'Arabic',
      'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
      [0, 1, 2, 3, 11, 100],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      'Slovenian',
      'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
      [1, 102, 3, 5, 201],
      [0, 1, 2, 3, 0],
    ],
    ['Irish', 'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4);', [1, 2, 3, 7, 11], [0, 1, 2, 3, 4]],
    ['arithmetic as in C', 'nplurals=3; plural = !(n - 1) ? 0 : (n + 2*3) / 4 % 2 + 1;', [1, 2, 6], [0, 1, 2]],
    ['left to right', 'nplurals=10; plural=9-3-2 + n*0;', [7], [4]],
  ])('%s', (_, header, numbers, expected) => {
    expect(forms(header, numbers)).toEqual(expected);
  });

  it('fractions are rounded up, and other values count as zero', () => {
    expect(forms('nplurals=2; plural=(n != 1);', [1.5, -1, Number.NaN, Infinity])).toEqual([1, 0, 1, 1]);
  });

  it.each([
    ['nplurals=INTEGER; plural=EXPRESSION;', /is not of the form/],
    ['', /is not of the form/],
    ['nplurals=2;', /is not of the form/],
    ['nplurals=0; plural=0;', /nplurals=0/],
    ['nplurals=99; plural=0;', /nplurals=99/],
    ['nplurals=2; plural=n;', /no valid form for n=2/],
    ['nplurals=2; plural=1/(5-n)*0;', /no valid form for n=5/],
    ['nplurals=2; plural=n-1;', /no valid form for n=0/],
    ['nplurals=2; plural=(n != 1;', /is incomplete/],
    ['nplurals=2; plural=n != ;', /is incomplete/],
    ['nplurals=2; plural=n ? 1;', /is incomplete/],
    ['nplurals=2; plural=process.exit(1);', /cannot be read at "p"/],
    ['nplurals=2; plural=n=1;', /cannot be read at "="/],
    ['nplurals=2; plural=m != 1;', /cannot be read at "m"/],
    [`nplurals=2; plural=${'('.repeat(100_000)}n;`, /is not of the form/],
  ])('%j is rejected', (header, message) => {
    expect(() => parsePluralForms(header)).toThrow(message);
  });
});
