import { expectProcessorTime } from '@postrider/processor-time';
import * as fc from 'fast-check';
import { RenderingRejected, TemplateError, compileVersion, extractMessages, renderArtifact } from './index.js';

/** Fragments that interact badly: tags of every kind, valid and broken, and names of prototypes. */
const fragment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '{{a}}',
      '{{{a}}}',
      '{{&b.c}}',
      '{{#a}}',
      '{{/a}}',
      '{{^b}}',
      '{{/b}}',
      '{{#list}}',
      '{{/list}}',
      '{{.}}',
      '{{> p}}',
      '{{! x }}',
      '{{',
      '}}',
      '{%',
      '%}',
      '{{{',
      '}}}',
      '{% trans %}',
      '{% trans n=a %}',
      '{% trans "c" trimmed n %}',
      '{% pluralize %}',
      '{% endtrans %}',
      '{% snippet "p" %}',
      '{% snippet q %}',
      '{% raw %}',
      '{% endraw %}',
      '{%- trans -%}',
      '{{- a -}}',
      '{#',
      '#}',
      '{{constructor}}',
      '{{#__proto__}}',
      '{{/__proto__}}',
      '{{toString.call}}',
      '{{#constructor.prototype}}',
      '{{/constructor.prototype}}',
      '{{list.push}}',
      '%',
      '%%',
      '%(a)s',
      '\n',
      '\r\n',
      '  ',
      '<body>',
      '<!--',
      '\u0001',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const template = fc.array(fragment, { maxLength: 25 }).map((fragments) => fragments.join(''));
const data = fc
  .dictionary(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'n',
      'list',
      'p',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'length',
      'push',
    ),
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

const prototypes = () =>
  [Object.prototype, Array.prototype, String.prototype, Function.prototype].map((prototype) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([name, { value }]) => [
      name,
      typeof value,
      typeof value === 'number' ? value : '',
    ]),
  );

/** Twice the time limit for rendering an email (`renderLimits`), in milliseconds. */
const maxMs = 500;

it('no template and no data can crash, block or modify the process', async () => {
  const before = prototypes();
  const expected = (error: unknown): void => {
    if (!(error instanceof TemplateError) && !(error instanceof RenderingRejected)) throw error;
  };
  let rendered = 0;
  await fc.assert(
    fc.asyncProperty(template, template, template, data, async (html, text, partial, values) => {
      const snippets = (name: string): string | undefined =>
        name === 'p' ? partial : name === 'q' ? '{{#a}}{{> p}}{{/a}}' : undefined;
      const source = { subject: text.slice(0, 50).replaceAll(/\{\{[^{}]*$/g, ''), html, text, preheader: '{{a}}' };
      const copy = JSON.stringify(values);
      await expectProcessorTime(async () => {
        for (const version of [source, { ...source, subject: '', text: undefined }, { subject: text }]) {
          try {
            extractMessages(version, snippets);
            const { artifact } = await compileVersion(version, snippets);
            const message = renderArtifact(JSON.parse(JSON.stringify(artifact)), values);
            expect(message.subject).not.toMatch(/[\u0000-\u001f\u007f]/);
            rendered += 1;
          } catch (error) {
            expected(error);
          }
        }
      }, maxMs);
      expect(JSON.stringify(values)).toBe(copy);
    }),
    { numRuns: 1_500 },
  );
  expect(prototypes()).toEqual(before);
  // Enough templates must be rendered, otherwise the test is weak.
  expect(rendered).toBeGreaterThan(250);
});
