import { getRejection, renderHtml } from '../testing/rendering.js';

/**
 * The core modules of the Mustache specification (github.com/mustache/spec), with its names. Only set delimiters are
 * not supported, and rejected.
 */
type Behaviour = [name: string, template: string, data: unknown, expected: string, partials?: Record<string, string>];

const comments: Behaviour[] = [
  ['Inline', 'ab{{! note! }}cd', {}, 'abcd'],
  ['Multiline', 'ab{{!\n  two\n  lines\n}}cd\n', {}, 'abcd\n'],
  ['Standalone', 'One\n{{! note }}\nTwo\n', {}, 'One\nTwo\n'],
  ['Indented Standalone', 'One\n   {{! note }}\nTwo\n', {}, 'One\nTwo\n'],
  ['Standalone Line Endings', '-\r\n{{! note }}\r\n-', {}, '-\r\n-'],
  ['Standalone Without Previous Line', '   {{! note }}\n-', {}, '-'],
  ['Standalone Without Newline', '-\n   {{! note }}', {}, '-\n'],
  ['Multiline Standalone', 'One\n{{!\nnote\n}}\nTwo\n', {}, 'One\nTwo\n'],
  ['Indented Multiline Standalone', 'One\n  {{!\n    note\n  }}\nTwo\n', {}, 'One\nTwo\n'],
  ['Indented Inline', '  a {{! note }}\n', {}, '  a \n'],
  ['Surrounding Whitespace', 'a {{! note }} b', {}, 'a  b'],
  ['Variable Name Collision', 'a{{! name }}{{!name}}b', { '! name': 1, name: 2 }, 'ab'],
];

const interpolation: Behaviour[] = [
  ['No Interpolation', 'Plain {text}\n', {}, 'Plain {text}\n'],
  ['Basic Interpolation', 'Dear {{name}},\n', { name: 'Ada' }, 'Dear Ada,\n'],
  ['No Re-interpolation', '{{a}}{{b}}', { a: '{{b}}', b: 1 }, '{{b}}1'],
  ['HTML Escaping', '{{chars}}', { chars: '& " < >' }, '&amp; &quot; &lt; &gt;'],
  ['Triple Mustache', '{{{chars}}}', { chars: '& " < >' }, '& " < >'],
  ['Ampersand', '{{&chars}}', { chars: '& " < >' }, '& " < >'],
  ...['{{n}}', '{{{n}}}', '{{&n}}'].flatMap((tag): Behaviour[] => [
    [`Integer Interpolation ${tag}`, tag, { n: 42 }, '42'],
    [`Decimal Interpolation ${tag}`, tag, { n: 0.75 }, '0.75'],
    [`Null Interpolation ${tag}`, `(${tag})`, { n: null }, '()'],
    [`Context Miss Interpolation ${tag}`, `(${tag})`, {}, '()'],
    [`Surrounding Whitespace ${tag}`, `- ${tag} -`, { n: 'x' }, '- x -'],
    [`Standalone ${tag}`, `   ${tag}\n`, { n: 'x' }, '   x\n'],
  ]),
  ...['{{x.y}} {{#x}}{{y}}{{/x}}', '{{{x.y}}} {{#x}}{{{y}}}{{/x}}', '{{&x.y}} {{#x}}{{&y}}{{/x}}'].map(
    (template): Behaviour => [`Dotted Names ${template}`, template, { x: { y: 'z' } }, 'z z'],
  ),
  ['Dotted Names - Arbitrary Depth', '{{a.b.c.d.e.f}}', { a: { b: { c: { d: { e: { f: 'deep' } } } } } }, 'deep'],
  ['Dotted Names - Broken Chains', '({{a.b.c}})', { a: {} }, '()'],
  ['Dotted Names - Broken Chain Resolution', '({{a.b.c.name}})', { a: { b: {} }, c: { name: 'wrong' } }, '()'],
  [
    'Dotted Names - Initial Resolution',
    '{{#a}}{{b.c.name}}{{/a}}',
    { a: { b: { c: { name: 'right' } } }, b: { c: { name: 'wrong' } } },
    'right',
  ],
  ['Dotted Names - Context Precedence', '({{#a}}{{b.c}}{{/a}})', { a: { b: {} }, b: { c: 'wrong' } }, '()'],
  ['Dotted Names are never single keys', '({{a.b}})', { 'a.b': 'wrong', a: {} }, '()'],
  ['Dotted Names - No Masking', '{{#b}}{{a.b}}{{/b}}', { a: { b: 'A.B' }, b: { 'a.b': 'wrong' } }, 'A.B'],
  ['Implicit Iterators', '{{.}}', '<ok>', '&lt;ok&gt;'],
  ['Implicit Iterators - Triple Mustache', '{{{.}}}', '<ok>', '<ok>'],
  ['Implicit Iterators - Ampersand', '{{&.}}', '<ok>', '<ok>'],
  ['Interpolation With Padding', '({{ s }})', { s: 'x' }, '(x)'],
  ['Triple Mustache With Padding', '({{{ s }}})', { s: 'x' }, '(x)'],
  ['Ampersand With Padding', '({{& s }})', { s: 'x' }, '(x)'],
];

const sections: Behaviour[] = [
  ['Truthy', '({{#on}}yes{{/on}})', { on: true }, '(yes)'],
  ['Falsey', '({{#on}}yes{{/on}})', { on: false }, '()'],
  ['Null is falsey', '({{#on}}yes{{/on}})', { on: null }, '()'],
  ['Context', '{{#person}}I am {{name}}{{/person}}', { person: { name: 'Bob' } }, 'I am Bob'],
  ['Parent contexts', '{{#s}}{{a}} {{b}} {{c.d}}{{/s}}', { a: 1, b: 'wrong', s: { b: 2 }, c: { d: 3 } }, '1 2 3'],
  ['Variable test', '{{#a}}{{.}} is {{a}}{{/a}}', { a: 'x' }, 'x is x'],
  [
    'List Contexts',
    '{{#as}}{{#bs}}{{n.l}}{{m}}.{{#cs}}{{n.u}}{{m}}{{o}}.{{/cs}}{{/bs}}{{/as}}',
    { as: [{ n: { u: 'N', l: 'n' }, bs: [{ m: 1, cs: [{ o: 'p' }, { o: 'q' }] }] }] },
    'n1.N1p.N1q.',
  ],
  [
    'Deeply Nested Contexts',
    '{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}\n{{#c.d}}\n{{one}}{{two}}{{three}}{{.}}\n{{/c.d}}\n{{one}}{{two}}\n{{/b}}\n{{one}}\n{{/a}}\n',
    { a: { one: 1 }, b: { two: 2, three: 3 }, c: { d: 4 } },
    '1\n12\n1234\n12\n1\n',
  ],
  ['List', '{{#list}}{{n}},{{/list}}', { list: [{ n: 1 }, { n: 2 }] }, '1,2,'],
  ['Empty List', '({{#list}}no{{/list}})', { list: [] }, '()'],
  ['Doubled', '{{#on}}\n1\n{{/on}}\n2 {{x}}\n{{#on}}\n3\n{{/on}}\n', { on: true, x: 'x' }, '1\n2 x\n3\n'],
  ['Nested (Truthy)', '1 {{#on}}2 {{#on}}3{{/on}} 4{{/on}} 5', { on: true }, '1 2 3 4 5'],
  ['Nested (Falsey)', '1 {{#on}}2 {{#on}}3{{/on}} 4{{/on}} 5', { on: false }, '1  5'],
  ['Context Misses', '({{#none}}no{{/none}})', {}, '()'],
  ['Implicit Iterator - String', '{{#list}}({{.}}){{/list}}', { list: ['a', 'b'] }, '(a)(b)'],
  ['Implicit Iterator - Integer', '{{#list}}({{.}}){{/list}}', { list: [1, 2] }, '(1)(2)'],
  ['Implicit Iterator - Decimal', '{{#list}}({{.}}){{/list}}', { list: [1.5, 2.5] }, '(1.5)(2.5)'],
  [
    'Implicit Iterator - Array',
    '{{#list}}({{#.}}{{.}}{{/.}}){{/list}}',
    {
      list: [
        [1, 2],
        ['a', 'b'],
      ],
    },
    '(12)(ab)',
  ],
  [
    'Implicit Iterator - HTML Escaping',
    '{{#list}}({{.}}){{/list}}',
    { list: ['&', '"', '<', '>'] },
    '(&amp;)(&quot;)(&lt;)(&gt;)',
  ],
  ['Implicit Iterator - Triple mustache', '{{#list}}({{{.}}}){{/list}}', { list: ['&', '"'] }, '(&)(")'],
  ['Implicit Iterator - Ampersand', '{{#list}}({{&.}}){{/list}}', { list: ['<', '>'] }, '(<)(>)'],
  ['Implicit Iterator - Root-level', '{{#.}}({{v}}){{/.}}', [{ v: 'a' }, { v: 'b' }], '(a)(b)'],
  ['Dotted Names - Truthy', '({{#a.b.c}}yes{{/a.b.c}})', { a: { b: { c: true } } }, '(yes)'],
  ['Dotted Names - Falsey', '({{#a.b.c}}yes{{/a.b.c}})', { a: { b: { c: false } } }, '()'],
  ['Dotted Names - Broken Chains', '({{#a.b.c}}yes{{/a.b.c}})', { a: {} }, '()'],
  ['Surrounding Whitespace', ' - {{#on}}\t-\t{{/on}} - \n', { on: true }, ' - \t-\t - \n'],
  ['Internal Whitespace', ' - {{#on}} {{! note }}\n {{/on}} - \n', { on: true }, ' -  \n  - \n'],
  ['Indented Inline Sections', ' {{#on}}A{{/on}}\n {{#on}}B{{/on}}\n', { on: true }, ' A\n B\n'],
  ['Standalone Lines', 'a\n{{#on}}\nb\n{{/on}}\nc\n', { on: true }, 'a\nb\nc\n'],
  ['Indented Standalone Lines', 'a\n  {{#on}}\nb\n  {{/on}}\nc\n', { on: true }, 'a\nb\nc\n'],
  ['Standalone Line Endings', '-\r\n{{#on}}\r\n{{/on}}\r\n-', { on: true }, '-\r\n-'],
  ['Standalone Without Previous Line', '  {{#on}}\n-{{/on}}\n+', { on: true }, '-\n+'],
  ['Standalone Without Newline', '-{{#on}}\n+\n  {{/on}}', { on: true }, '-\n+\n'],
  ['Padding', '({{# on }}={{/ on }})', { on: true }, '(=)'],
];

const inverted: Behaviour[] = [
  ['Falsey', '({{^on}}no{{/on}})', { on: false }, '(no)'],
  ['Truthy', '({{^on}}no{{/on}})', { on: true }, '()'],
  ['Null is falsey', '({{^on}}no{{/on}})', { on: null }, '(no)'],
  ['Context', '({{^person}}{{name}}{{/person}})', { person: { name: 'Bob' } }, '()'],
  ['List', '({{^list}}{{n}}{{/list}})', { list: [{ n: 1 }] }, '()'],
  ['Empty List', '({{^list}}none{{/list}})', { list: [] }, '(none)'],
  ['Doubled', '{{^on}}\n1\n{{/on}}\n2 {{x}}\n{{^on}}\n3\n{{/on}}\n', { on: false, x: 'x' }, '1\n2 x\n3\n'],
  ['Nested (Falsey)', '1 {{^on}}2 {{^on}}3{{/on}} 4{{/on}} 5', { on: false }, '1 2 3 4 5'],
  ['Nested (Truthy)', '1 {{^on}}2 {{^on}}3{{/on}} 4{{/on}} 5', { on: true }, '1  5'],
  ['Context Misses', '({{^none}}missing{{/none}})', {}, '(missing)'],
  ['Dotted Names - Truthy', '({{^a.b.c}}no{{/a.b.c}})', { a: { b: { c: true } } }, '()'],
  ['Dotted Names - Falsey', '({{^a.b.c}}no{{/a.b.c}})', { a: { b: { c: false } } }, '(no)'],
  ['Dotted Names - Broken Chains', '({{^a.b.c}}no{{/a.b.c}})', { a: {} }, '(no)'],
  ['Surrounding Whitespace', ' - {{^on}}\t-\t{{/on}} - \n', { on: false }, ' - \t-\t - \n'],
  ['Internal Whitespace', ' - {{^on}} {{! note }}\n {{/on}} - \n', { on: false }, ' -  \n  - \n'],
  ['Indented Inline Sections', ' {{^on}}A{{/on}}\n {{^on}}B{{/on}}\n', { on: false }, ' A\n B\n'],
  ['Standalone Lines', 'a\n{{^on}}\nb\n{{/on}}\nc\n', { on: false }, 'a\nb\nc\n'],
  ['Standalone Indented Lines', 'a\n  {{^on}}\nb\n  {{/on}}\nc\n', { on: false }, 'a\nb\nc\n'],
  ['Standalone Line Endings', '-\r\n{{^on}}\r\n{{/on}}\r\n-', { on: false }, '-\r\n-'],
  ['Standalone Without Previous Line', '  {{^on}}\n-{{/on}}\n+', { on: false }, '-\n+'],
  ['Standalone Without Newline', '-{{^on}}\n+\n  {{/on}}', { on: false }, '-\n+\n'],
  ['Padding', '({{^ on }}={{/ on }})', { on: false }, '(=)'],
];

const partials: Behaviour[] = [
  ['Basic Behavior', '({{>p}})', {}, '(partial)', { p: 'partial' }],
  ['Context', '({{>p}})', { x: 1 }, '(*1*)', { p: '*{{x}}*' }],
  [
    'Recursion',
    '{{>node}}',
    { v: 'X', nodes: [{ v: 'Y', nodes: [] }] },
    'X<Y<>>',
    { node: '{{v}}<{{#nodes}}{{>node}}{{/nodes}}>' },
  ],
  [
    'Nested',
    '{{>outer}}',
    { a: 'hello', b: 'world' },
    '*hello world!*',
    { outer: '*{{a}} {{>inner}}*', inner: '{{b}}!' },
  ],
  ['Surrounding Whitespace', '- {{>p}} -', {}, '- \t-\t -', { p: '\t-\t' }],
  ['Inline Indentation', '  {{x}}  {{> p}}\n', { x: '-' }, '  -  +\n+\n', { p: '+\n+' }],
  ['Text after it is not standalone', '  {{>p}} end\n', {}, '  +\n+ end\n', { p: '+\n+' }],
  ['Standalone Line Endings', '-\r\n{{>p}}\r\n-', {}, '-\r\n+-', { p: '+' }],
  ['Standalone Without Previous Line', '  {{>p}}\n+', {}, '  -\n  -+', { p: '-\n-' }],
  ['Standalone Without Newline', '+\n  {{>p}}', {}, '+\n  -\n  -', { p: '-\n-' }],
  ['Standalone Indentation', '+\n {{>p}}\n/\n', { x: '<\n->' }, '+\n -\n <\n->\n -\n/\n', { p: '-\n{{{x}}}\n-\n' }],
  ['Padding Whitespace', '({{> p }})', {}, '([])', { p: '[]' }],
];

describe.each(Object.entries({ comments, interpolation, sections, inverted, partials }))(
  'Mustache specification: %s',
  (_, behaviours) => {
    it.each(behaviours)('%s', async (_, template, data, expected, snippets = {}) => {
      expect(await renderHtml(template, data, snippets)).toBe(expected);
    });
  },
);

describe('differences from the specification', () => {
  it('an unknown partial is rejected when the template is saved, not ignored', async () => {
    expect(await getRejection({ html: 'a\n{{> fotter }}' })).toBe('html, line 2: there is no snippet "fotter"');
  });

  it.each(['{{=<% %>=}}(<%text%>)', '({{=[ ]=}}[text])', 'a\n  {{= | | =}}\n|#a|'])(
    'set delimiters are rejected: %j',
    async (html) => {
      expect(await getRejection({ html })).toMatch(
        /changes the tag delimiters, which is not supported; use \{% raw %\}/,
      );
    },
  );

  it('lambdas are not supported: a function in the data counts as absent and is not called', async () => {
    let called = false;
    const lambda = () => {
      called = true;
      return 'wrong';
    };
    expect(
      await renderHtml('({{lambda}}{{#lambda}}no{{/lambda}}{{a.lambda}}{{^lambda}}absent{{/lambda}})', {
        lambda,
        a: { lambda },
      }),
    ).toBe('(absent)');
    expect(called).toBe(false);
  });
});
