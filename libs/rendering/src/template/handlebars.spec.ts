import { toNumber } from '@postrider/numbers';
import { compileVersion } from '../index.js';
import { getRejection, renderHtml, renderText, renderVersion } from '../testing/rendering.js';

type Case = [template: string, data: unknown, expected: string];

const cases: Case[] = [
  ['{{#each items}}<{{name}}>{{/each}}', { items: [{ name: 'a' }, { name: 'b' }] }, '<a><b>'],
  ['{{#each items}}<{{this}}>{{/each}}', { items: ['a', 2] }, '<a><2>'],
  ['{{#each items}}<{{this.name}}>{{/each}}', { items: [{ name: 'a' }] }, '<a>'],
  ['{{#each order.items}}x{{/order.items}}', { order: { items: [1, 2] } }, 'xx'],
  ['{{#each items}}x{{else}}none{{/each}}', { items: [] }, 'none'],
  ['{{#items}}{{{this}}}{{/items}}', { items: ['<', '>'] }, '<>'],
  ['{{#rows}}[{{#each this}}{{.}}{{/each}}]{{/rows}}', { rows: [[1, 2], [3]] }, '[12][3]'],
  ['{{#if vip}}A{{/if}}', { vip: true }, 'A'],
  ['{{#if vip}}A{{/if}}', {}, ''],
  // Prints once for any length of the list, without entering it.
  ['{{#if items}}[{{#each items}}{{this}}{{/each}}]{{/if}}', { items: [1, 2, 3] }, '[123]'],
  ['{{#if items}}x{{else}}none{{/if}}', { items: [] }, 'none'],
  ['{{#if user}}{{name}}{{/if}}', { name: 'outer', user: { name: 'inner' } }, 'outer'],
  ['{{#if a}}{{#if b}}ab{{else}}a{{/if}}{{else}}none{{/if}}', { a: 1 }, 'a'],
  ['{{#unless paid}}due{{else}}paid{{/unless}}', {}, 'due'],
  ['{{#unless paid}}due{{else}}paid {{name}}{{/unless}}', { paid: { name: 'x' }, name: 'y' }, 'paid y'],
  ['{{#with user}}{{name}}{{/with}}', { user: { name: 'Ada' } }, 'Ada'],
  ['a\n{{#if x}}\nb\n{{else}}\nc\n{{/if}}\nd', { x: 1 }, 'a\nb\nd'],
  // Prints as in Handlebars.
  ['{{#each prices}}<{{this}}>{{/each}}', { prices: { b: 1, a: '2' } }, '<1><2>'],
  ['{{#each rows}}<{{name}}>{{else}}none{{/each}}', { rows: { x: { name: 'a' } } }, '<a>'],
  ['{{#each rows}}x{{else}}none{{/each}}', { rows: {} }, 'none'],
  ['{{#each rows}}x{{else}}none{{/each}}', { rows: 'text' }, 'none'],
  ['{{#each items}}<{{name}}>{{/each}}', { name: 'outer', items: [{ name: 'a' }, {}] }, '<a><>'],
  ['{{#each items}}<{{this.name}}{{#if vip}}!{{/if}}>{{/each}}', { vip: true, name: 'outer', items: [{}] }, '<>'],
  ['{{#with user}}<{{name}}>{{/with}}', { name: 'outer', user: { age: 7 } }, '<>'],
  ['{{#with list}}{{length}}{{/with}}', { list: [1, 2] }, '2'],
  ['{{#with n}}{{this}}{{else}}none{{/with}}', { n: 0 }, '0'],
  ['{{#with n}}{{this}}{{else}}none{{/with}}', { n: '' }, 'none'],
  ['{{#items}}<{{name}}>{{/items}}', { name: 'outer', items: [{}] }, '<outer>'],
  [
    '{{#each items}}<{{unsubscribe_url}}{{swu.webview_url}}>{{/each}}',
    { unsubscribe_url: 'u', swu: { webview_url: 'w' }, items: [1] },
    '<uw>',
  ],
  ['{{!-- a note --}}x{{!-- another }}', {}, 'x'],
  // Sections whose names are those of helpers.
  ['{{#each}}{{n}}{{/each}}{{#if}}y{{/if}}', { each: [{ n: 1 }], if: true }, '1y'],
  ['{{$ref}}', { $ref: 'money' }, 'money'],
];

it.each(cases)('%s of %j', async (template, data, expected) => {
  expect(await renderText(template, data)).toBe(expected);
});

it('prints as in Handlebars around links, which are marked', async () => {
  const html = '{{#each items}}<a href="https://x.example/{{id}}">{{name}}</a>{{/each}}';
  expect(await renderHtml(html, { name: 'outer', items: { a: { id: 1 } } })).toBe('<a href="https://x.example/1"></a>');
});

it('sections are supported in partials and in snippets', async () => {
  const snippets = { row: '{{#if sold}}-{{else}}{{this.name}}{{/if}}', all: '{{#each items}}{{> row}}{{/each}}' };
  expect(await renderText('{% snippet "all" %}', { items: [{ name: 'a' }, { sold: 1 }] }, snippets)).toBe('a-');
});

it('warns once for each kind and part', async () => {
  const text =
    '{{#each a}}{{this}}{{/each}}\n{{#each b}}{{#if this}}x{{/if}}{{/each}}{{#unless c}}{{/unless}}{{#with list}}{{/with}}';
  const { warnings } = await compileVersion({ subject: '{{#if a}}A{{/if}}', text }, () => undefined);
  expect(warnings).toEqual([
    'text, line 1: {{#each a}} is Handlebars; it is read as a section that prints for each item of a list, or each value of an object, in which only names of the item print',
    'text, line 1: {{this}} is Handlebars; it is read as {{.}}',
    'text, line 2: {{#if this}} is Handlebars; it is read as {{#.}}...{{/.}}, printed once',
    'text, line 2: {{#unless c}} is Handlebars; it is read as {{^c}}...{{/c}}',
    'text, line 2: {{#with list}} is Handlebars; it is read as a section that prints once unless list is empty, in which only names of the value print',
    'subject, line 1: {{#if a}} is Handlebars; it is read as {{#a}}...{{/a}}, printed once',
  ]);
});

it.each([
  ['{{#if a}}x', /\{\{#if a\}\} is never closed by \{\{\/a\}\}/],
  ['{{#if a}}x{{/each}}', /\{\{\/each\}\} closes \{\{#if a\}\} of line 1/],
  ['{{#if a}}{{#each b}}{{/if}}{{/each}}', /\{\{\/if\}\} closes \{\{#each b\}\} of line 1/],
  ['{{#if a}}x{{else}}y{{else}}z{{/if}}', /\{\{else\}\} is Handlebars/],
  ['{{#a}}x{{else}}y{{/a}}', /\{\{else\}\} is Handlebars/],
  ['{{else}}', /\{\{else\}\} is Handlebars/],
  ['{{!-- a {{b}} --}}', /\{\{!-- a \{\{b\}\} ends at the first \}\}, .*write \{\{! ... \}\} without tags/],
  [
    'a\\\\{{x}}',
    /\\\\\{\{x\}\} prints one backslash less in Handlebars; write \{% raw %\}\\\{% endraw %\}\{\{x\}\} for one, /,
  ],
  ['a\\{{x}}', /\\\{\{x\}\} prints \{\{x\}\} itself in Handlebars; write \{% raw %\}\{\{x\}\}\{% endraw %\}/],
  [
    '{{#rows}}{{this.name}}{{/rows}}',
    /\{\{this.name\}\} is Handlebars, but \{\{#rows\}\} is .*write \{\{#each rows\}\}, or \{\{name\}\}/,
  ],
  ['{{#if (eq a b)}}x{{/if}}', /\{\{#if \(eq a b\)\}\} is Handlebars/],
  ['{{#if a}}x{{else if b}}y{{/if}}', /\{\{else if b\}\} is Handlebars/],
  ['{{#each a as |x|}}{{/each}}', /is Handlebars/],
  ['{{<layout}}{{/layout}}', /\{\{<layout\}\} is inheritance of templates, which is not supported/],
  ['{{#b}}{{$title}}x{{/title}}{{/b}}', /\{\{\$title\}\} is inheritance of templates, which is not supported/],
])('rejects %s', async (html, message) => {
  expect(await getRejection({ html })).toMatch(message);
});

it('prints a lossless number in strict mode, because it is not an object', async () => {
  expect((await renderVersion({ text: '{{price}}' }, { price: toNumber('10.50') }, { strict: true })).text).toBe(
    '10.50',
  );
});

it('rejects an object where a value is printed, in strict mode', async () => {
  const data = { user: { name: 'Ada' }, list: [1, 2] };
  await expect(renderVersion({ text: '{{user}} {{list}} {{none}}' }, data, { strict: true })).rejects.toThrow(
    'Missing template data: user (is an object: print one of its values), none',
  );
  expect(await renderText('{{user.name}} {{list}}', data)).toBe('Ada 1,2');
});
