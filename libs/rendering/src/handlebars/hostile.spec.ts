import { expectProcessorTime } from '@postrider/processor-time';
import { compileVersion, RenderingRefused, TemplateError } from '../index.js';
import { renderVersion } from '../testing/rendering.js';

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

const deep = (depth: number): unknown => (depth === 0 ? [1] : [deep(depth - 1)]);
const loops = (depth: number): string => '{{#each @root.list}}'.repeat(depth) + 'x' + '{{/each}}'.repeat(depth);
const list = Array.from({ length: 1_000 }, (_, index) => index);

it.each<[template: string, data: unknown, snippets?: Record<string, string>]>([
  [loops(6), { list }],
  ['{{> tree}}', { list: [1] }, { tree: '{{#if list}}{{> tree}}{{/if}}' }],
  ['{{> tree}}', { list: [1] }, { tree: '  {{#if list}}{{#if list}}{{> tree}}{{/if}}{{> tree}}{{/if}}' }],
  ['{{> one}}', {}, { one: '{{#if @root}}{{> two}}{{/if}}', two: '{{#if @root}}{{> one}}{{/if}}' }],
  [`{{#each list}}{{@root.big}}{{/each}}`, { list, big: '<'.repeat(60_000) }],
  [
    '{{#each list}}{{> page}}\n{{/each}}',
    { list, text: '\n'.repeat(60_000) },
    { page: '    {{> text}}\n', text: '{{@root.text}}' },
  ],
  [
    '{{#each list}}{{#each @root.list}}{{#equals @root.a @root.b}}{{/equals}}{{/each}}{{/each}}',
    { list, a: `${'x'.repeat(60_000)}1`, b: `${'x'.repeat(60_000)}2` },
  ],
])('%s is refused before it costs much', async (template, data, snippets) => {
  await expectProcessorTime(async () => {
    await expect(print(template, data, snippets)).rejects.toThrow(RenderingRefused);
  }, 2_000);
});

it('prints lists that are nested deeply', async () => {
  expect(await print('{{a}}', { a: deep(50) })).toBe('');
});

it.each([
  '{{'.repeat(100_000),
  '{{#if x}}'.repeat(50_000),
  `${'{{#if x}}'.repeat(10_000)}${'{{/if}}'.repeat(10_000)}`,
  `{{#if x}}${'{{else if y}}'.repeat(10_000)}{{/if}}`,
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
  '{{a b}}'.repeat(19_000),
  '\n{{user.name}}'.repeat(19_000),
])('source %# is compiled or refused fast', async (html) => {
  await expectProcessorTime(
    () =>
      compileVersion({ subject: 's', html, engine: 'handlebars' }, () => undefined).catch((error: unknown) => {
        if (!(error instanceof TemplateError)) throw error;
      }),
    8_000,
  );
});
