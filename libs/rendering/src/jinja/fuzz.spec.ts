import { expectProcessorTime } from '@postrider/processor-time';
import * as fc from 'fast-check';
import { compileVersion, extractMessages, renderArtifact, RenderingRejected, TemplateError } from '../index.js';
import { filterNames } from './filters/filters.js';
import { tests } from './filters/tests.js';

const names = [
  'a',
  'b',
  'list',
  'constructor',
  '__proto__',
  'toString',
  'loop',
  'caller',
  'range',
  'dict',
  'self',
  'super',
];
const operators = [
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '~',
  '==',
  '<',
  '>=',
  'and',
  'or',
  'in',
  'not in',
  'if',
  'else',
  '.',
  ',',
  '|',
];
const methods = [
  'items',
  'append',
  'format',
  'split',
  'join',
  'get',
  'pop',
  'update',
  'replace',
  'center',
  'zfill',
  'sort',
];

/** Valid and invalid expressions. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(
      ...names,
      '1',
      '0',
      '-3',
      '2.5',
      '1e9',
      "'x'",
      '"%s %d {}"',
      '[]',
      '{}',
      '(1,)',
      'true',
      'none',
      "'a,b'",
    ),
    fc.tuple(tie('expression'), fc.constantFrom(...operators), tie('expression')).map((parts) => parts.join(' ')),
    fc
      .tuple(tie('expression'), fc.constantFrom(...filterNames), tie('expression'))
      .map(([value, filter, argument]) => `${value}|${filter}(${argument})`),
    fc.tuple(tie('expression'), fc.constantFrom(...filterNames)).map((parts) => parts.join('|')),
    fc.tuple(tie('expression'), fc.constantFrom(...Object.keys(tests))).map((parts) => parts.join(' is ')),
    fc
      .tuple(tie('expression'), fc.constantFrom(...methods, ...names), tie('expression'))
      .map(([value, name, argument]) => `(${value}).${name}(${argument})`),
    fc.tuple(tie('expression'), tie('expression')).map(([value, key]) => `(${value})[${key}]`),
    fc.tuple(tie('expression'), tie('expression')).map((pair) => `[${pair.join(', ')}]`),
    fc.tuple(tie('expression'), tie('expression')).map((pair) => `{${pair.join(': ')}}`),
    tie('expression').map((value) => `(${value})`),
  ),
}));

const piece = fc.oneof(
  { weight: 4, arbitrary: expression.map((value) => `{{ ${value} }}`) },
  { weight: 2, arbitrary: expression.map((value) => `{% for a in ${value} %}`) },
  { weight: 2, arbitrary: expression.map((value) => `{% if ${value} %}`) },
  { weight: 2, arbitrary: expression.map((value) => `{% set b = ${value} %}`) },
  { weight: 1, arbitrary: expression.map((value) => `{% do ${value} %}`) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        '{% endfor %}',
        '{% endif %}',
        '{% else %}',
        '{% macro m(a, b=1) %}',
        '{% endmacro %}',
        '{{ m(1) }}',
        '{{ m() }}',
      ],
      ...[
        '{% call m(2) %}',
        '{% endcall %}',
        '{{ caller() }}',
        '{% filter upper %}',
        '{% endfilter %}',
        '{% set x %}',
        '{% endset %}',
      ],
      ...[
        '{% block c %}',
        '{% endblock %}',
        '{% extends "p" %}',
        '{% include "p" %}',
        '{% import "p" as i %}',
        '{{ i.m(1) }}',
      ],
      ...[
        '{% snippet "p" %}',
        '{% trans %}',
        '{% endtrans %}',
        '{% pluralize %}',
        '{% raw %}',
        '{% endraw %}',
        '{#',
        '#}',
        '{{',
        '}}',
      ],
      ...[
        '{%',
        '%}',
        '{%- with a = 1 -%}',
        '{% endwith %}',
        '{% autoescape true %}',
        '{% endautoescape %}',
        '\n',
        ' ',
        'text',
        '"',
        "'",
      ],
      ...['{{ super() }}', '{{ self.c() }}', '{% for a in list recursive %}', '{{ loop(list) }}', '{{ loop.index }}'],
    ),
  },
);
const template = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const data = fc
  .dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }))
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

const prototypes = () =>
  [Object.prototype, Array.prototype, String.prototype, Function.prototype, Map.prototype].map((prototype) =>
    Object.getOwnPropertyNames(prototype),
  );

/** Twice the time limit for rendering an email (`renderLimits`), in milliseconds. */
const maxMs = 500;

it('no template and no data can crash, block or modify the process', async () => {
  const before = prototypes();
  let rendered = 0;
  await fc.assert(
    fc.asyncProperty(template, template, data, async (html, partial, values) => {
      const copy = JSON.stringify(values);
      const snippets = (name: string): string | undefined => (name === 'p' ? partial : undefined);
      const source = { subject: 's', html, text: 't', engine: 'jinja', autoescape: html.length % 2 === 0 } as const;
      await expectProcessorTime(async () => {
        try {
          extractMessages(source, snippets);
          const { artifact } = await compileVersion(source, snippets);
          renderArtifact(JSON.parse(JSON.stringify(artifact)), values);
          rendered += 1;
        } catch (error) {
          if (!(error instanceof TemplateError) && !(error instanceof RenderingRejected)) throw error;
        }
      }, maxMs);
      expect(JSON.stringify(values)).toBe(copy);
    }),
    { numRuns: 3_000 },
  );
  expect(prototypes()).toEqual(before);
  // Enough templates must be rendered, otherwise the test is weak.
  expect(rendered).toBeGreaterThan(200);
});
