import { expectProcessorTime } from '@postrider/processor-time';
import { compileVersion, RenderBudgetExceeded, RenderingRejected, TemplateError } from '../../index.js';
import { renderVersion } from '../../testing/rendering.js';

const print = async (html: string, data: unknown, snippets: Record<string, string> = {}) =>
  (await renderVersion({ html, text: 't', engine: 'handlebars' }, data, { snippets })).html;

it.each([
  '{{constructor}}{{constructor.name}}{{this.constructor}}{{a.constructor}}{{a.__proto__}}{{__proto__.x}}',
  '{{lookup this "constructor"}}{{lookup a "__proto__"}}{{lookup (lookup this "constructor") "name"}}',
  '{{#with constructor}}{{name}}{{/with}}{{#each __proto__}}{{@key}}{{/each}}{{#constructor}}x{{/constructor}}',
  '{{a.push}}{{a.map}}{{text.toString}}{{text.trim}}{{number.toFixed}}{{lookup text "at"}}',
  '{{helperMissing}}{{blockHelperMissing}}{{@root.constructor.constructor}}{{@constructor}}{{@key}}',
])('%s reads nothing of a prototype', async (html) => {
  expect(await print(html, { a: [1], text: 'x', number: 1 })).toBe('');
});

it('calls nothing of the data', async () => {
  const data = { a: { toString: 'x', toHTML: 'y', valueOf: 'z' }, b: [{ toString: 1 }] };
  expect(await print('{{a}}{{b}}{{{a}}}{{#equals a "x"}}!{{/equals}}{{lookup b a}}', data)).toBe(
    '[object Object][object Object][object Object]',
  );
});

it.each<[template: string, snippets: Record<string, string>]>([
  ['{{> tree}}', { tree: '{{#if list}}{{> tree}}{{/if}}' }],
  ['{{> one}}', { one: '{{#if @root}}{{> two}}{{/if}}', two: '{{#if @root}}{{> one}}{{/if}}' }],
])('%s is rejected when it prints itself without end', async (template, snippets) => {
  await expect(print(template, { list: [1] }, snippets)).rejects.toThrow(RenderingRejected);
});

it.each([
  '{{#if x}}'.repeat(100),
  `{{#if x}}${'{{else if y}}'.repeat(300)}{{/if}}`,
  '{{#if x}}'.repeat(60) + '{{/if}}'.repeat(60),
])('source %# is rejected, because its blocks are nested too deep', async (html) => {
  await expect(compileVersion({ subject: 's', html, engine: 'handlebars' }, () => undefined)).rejects.toThrow(
    TemplateError,
  );
});

/** The time in which a worker compiles a version; quadratic time would take minutes. */
const deadlineMs = 10_000;

const big = { text: '<'.repeat(100_000) };
const numbers = Array.from({ length: 1_000 }, (_, index) => index);
const loops = (body: string): string => '{{#each @root.list}}'.repeat(3) + body + '{{/each}}'.repeat(3);
const tree = (depth: number): unknown => (depth === 0 ? {} : { child: tree(depth - 1) });

it.each<[template: string, budgets: string, data: unknown, snippets?: Record<string, string>]>([
  ['{{#each list}}{{@root.text}}{{/each}}', 'output milliseconds', { list: numbers, ...big }],
  ['{{#each list}}{{{@root.text}}}{{/each}}', 'output milliseconds', { list: numbers, ...big }],
  [
    '{{#each list}}{{@root.texts}}{{/each}}',
    'output milliseconds',
    { list: numbers, texts: Array(10).fill(big.text.slice(0, 9_000)) },
  ],
  [
    '{{#each list}}\n  {{> part}}\n{{/each}}',
    'output tokens milliseconds',
    { list: numbers, ...big },
    { part: '{{@root.text}}' },
  ],
  [
    `${' '.repeat(1_000)}{{> part}}\n`,
    'output tokens milliseconds',
    { lines: '\n'.repeat(90_000) },
    { part: '{{{lines}}}' },
  ],
  [loops(''), 'tokens milliseconds', { list: numbers }],
  [loops('{{#equals this 1}}x{{/equals}}'), 'tokens milliseconds', { list: numbers }],
  [loops('{{#if (and (greaterThan this 1) (lessThan this 1))}}x{{/if}}'), 'tokens milliseconds', { list: numbers }],
  [loops('{{#*inline "in"}}{{this}}{{/inline}}{{> in}}'), 'tokens milliseconds output', { list: numbers }],
  [loops('{{> part @root}}'), 'tokens milliseconds', { list: numbers }, { part: '' }],
  [loops('{{> part @root a=1}}'), 'tokens milliseconds', { list: numbers, ...(tree(20) as object) }, { part: '' }],
  [loops('{{formatDate 1 "YYYY"}}'), 'tokens milliseconds', { list: numbers }],
  ['{{> part}}', 'depth', tree(200), { part: '{{#child}}{{> part}}{{/child}}' }],
  ['{{> part}}', 'depth tokens milliseconds', { list: [1, 2] }, { part: '{{#each @root.list}}{{> part}}{{/each}}' }],
  [
    '{{#> part}}{{> part}}{{/part}}',
    'depth tokens milliseconds',
    {},
    { part: '{{#if @root}}{{> @partial-block}}{{> part}}{{/if}}' },
  ],
])('%s exceeds the budget of an email', async (html, budgets, data, snippets = {}) => {
  const error: unknown = await print(html, data, snippets).catch((thrown: unknown) => thrown);
  if (!(error instanceof RenderBudgetExceeded)) throw error;
  expect(budgets.split(' ')).toContain(error.budget);
});

it.each([
  '{{'.repeat(100_000),
  '{{/if}}'.repeat(50_000),
  `{{${'('.repeat(900)}`,
  `{{a ${'(length '.repeat(110)}a${')'.repeat(110)}}}`,
  `{{#if x}}${'\n'.repeat(400_000)}y{{/if}}`,
  `{{#if x}}{{/if}}${' \n'.repeat(200_000)}x{{#if y}}${' \n'.repeat(200_000)}{{/if}}`,
  '{{!--'.repeat(100_000),
  '{{{{raw}}}}'.repeat(50_000),
  '{% trans %}'.repeat(50_000),
  '{% raw %}'.repeat(50_000),
  '\\{{'.repeat(200_000),
  `{{"${'\\"'.repeat(200_000)}`,
  "{{'".repeat(100_000),
])('source %# is compiled or rejected in linear time', async (html) => {
  const compile = () =>
    compileVersion({ subject: 's', html, engine: 'handlebars' }, () => undefined).catch((error: unknown) => {
      if (!(error instanceof TemplateError)) throw error;
    });
  await expectProcessorTime(compile, deadlineMs);
});
