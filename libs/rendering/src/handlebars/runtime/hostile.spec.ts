import { compileVersion, RenderingRefused, TemplateError } from '../../index.js';
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
])('%s is refused when it prints itself without end', async (template, snippets) => {
  await expect(print(template, { list: [1] }, snippets)).rejects.toThrow(RenderingRefused);
});

it.each([
  '{{#if x}}'.repeat(100),
  `{{#if x}}${'{{else if y}}'.repeat(300)}{{/if}}`,
  '{{#if x}}'.repeat(60) + '{{/if}}'.repeat(60),
])('source %# is refused, because its blocks are nested too deep', async (html) => {
  await expect(compileVersion({ subject: 's', html, engine: 'handlebars' }, () => undefined)).rejects.toThrow(
    TemplateError,
  );
});
