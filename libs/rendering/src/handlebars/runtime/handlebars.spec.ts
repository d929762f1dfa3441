import { toNumber } from '@postrider/numbers';
import { compileVersion, extractMessages, TemplateFailed } from '../../index.js';
import { messageKey } from '../../translation/message.js';
import { getRejection, renderVersion } from '../../testing/rendering.js';

const engine = 'handlebars';
const print = async (html: string, data: unknown = {}, snippets: Record<string, string> = {}) =>
  (await renderVersion({ html, text: 't', engine }, data, { snippets })).html;

type Case = [template: string, data: unknown, expected: string];

it.each<Case>([
  ['{{a}} {{{a}}} {{&a}}', { a: `<&"'\`=>` }, `&lt;&amp;&quot;&#x27;&#x60;&#x3D;&gt; <&"'\`=> <&"'\`=>`],
  [
    '{{#each items}}{{@index}}{{#if @first}}!{{/if}}{{name}}{{#unless @last}},{{/unless}}{{/each}}',
    { items: [{ name: 'a' }, { name: 'b' }] },
    '0!a,1b',
  ],
  ['{{#each prices as |price key|}}{{key}}={{price}} {{/each}}', { prices: { b: 1, a: 2 } }, 'b=1 a=2 '],
  ['{{#each rows}}{{#each this}}{{@../index}}{{@index}}{{/each}}{{/each}}', { rows: [[1], [1, 2]] }, '001011'],
  ['{{#with user}}{{name}} of {{../shop}} {{@root.shop}}{{/with}}', { shop: 'S', user: { name: 'Ada' } }, 'Ada of S S'],
  ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', { b: 1 }, 'B'],
  ['{{#*inline "b"}}[{{> a}}]{{/inline}}{{#*inline "a"}}A{{/inline}}{{> b}}', {}, '[A]'],
  [
    '{{#*inline "a"}}{{v}}{{#each c}}({{> a}}){{/each}}{{/inline}}{{> a}}',
    { v: 1, c: [{ v: 2, c: [{ v: 3 }] }] },
    '1(2(3))',
  ],
  ['{{#if zero}}x{{/if}}{{#if zero includeZero=true}}y{{/if}}', { zero: 0 }, 'y'],
  ['a {{~name~}} b', { name: '-' }, 'a-b'],
  ['{{{{raw}}}}{{name}}{{{{/raw}}}} \\{{name}} \\\\{{name}}', { name: 'n' }, '{{name}} {{name}} \\n'],
  ['{{!-- {{a}} --}}{{! b }}x', {}, 'x'],
  ['{{[first name]}} {{user.[0]}}', { 'first name': 'F', user: ['u'] }, 'F u'],
  ['{{lookup names code}}', { names: { de: 'Deutsch' }, code: 'de' }, 'Deutsch'],
  ['{{> row}}{{> row item}}{{> row name="<x>" n=1}}', { name: 'o', item: { name: 'i' } }, '[o][i][&lt;x&gt;1]'],
  ['{{> keys a=1 b=2}}', {}, 'ba'],
  ['{{#with list}}{{#each this}}{{../name}}{{/each}}{{/with}}', { name: 'n', list: ['x'] }, 'n'],
  ['{{#> layout}}{{#*inline "nav"}}N{{name}}{{/inline}}body{{/layout}}', { name: 1 }, '(N1:body)'],
  ['{{#> nothing}}fallback{{/nothing}}', {}, 'fallback'],
  ['  {{> lines}}\nend', {}, '  a\n  b\nend'],
  ['{% snippet "text" %}{% raw %}{{x}}{% endraw %}', {}, 'T{{x}}'],
  // Numbers print as they are written, and count by their value.
  ['{{price}}{{#if none}}x{{else}}y{{/if}}', { price: toNumber('10.50'), none: toNumber('0.0') }, '10.50y'],
  // The helpers of SendGrid and Mailgun.
  ['{{#equals a "x"}}same{{else}}other{{/equals}}{{#notEquals a 1}}!{{/notEquals}}', { a: 'x' }, 'same!'],
  ['{{#greaterThan (length items) 1}}many{{else}}few{{/greaterThan}}', { items: [1, 2] }, 'many'],
  ['{{#each items}}{{#greaterThan 1 a.b}}>{{/greaterThan}}{{/each}}', { items: [null, { a: null }, { a: 0 }] }, '>>'],
  ['{{#lessThan n 10.5}}less{{/lessThan}}', { n: toNumber('10.0') }, 'less'],
  ['{{#and a b}}both{{else}}not both{{/and}} {{#or a b}}one{{/or}}', { a: 1 }, 'not both one'],
  ['{{#if (equal plan "pro")}}P{{/if}}', { plan: 'pro' }, 'P'],
  ['{{insert name "default=friend"}} {{insert other}}', { other: 'o' }, 'friend o'],
  ['{{formatDate at "MMMM DD, YYYY h:mm A"}}', { at: '2026-11-27T17:05:00.000Z' }, 'November 27, 2026 5:05 PM'],
  ['{{formatDate at "dddd HH:mm ZZ" "-0800"}}', { at: 1_795_348_800 }, 'Sunday 04:00 -0800'],
  ['{{#each items}}<{{unsubscribe_url}}>{{/each}}', { unsubscribe_url: 'u', items: [1] }, '<u>'],
])('%s of %j', async (template, data, expected) => {
  const snippets = {
    row: '[{{name}}{{n}}]',
    layout: '({{> nav}}:{{> @partial-block}})',
    lines: 'a\nb\n',
    keys: '{{#each this}}{{@key}}{{/each}}',
    text: 'T',
  };
  expect(await print(template, data, snippets)).toBe(expected);
});

it('escapes nothing in subject and text', async () => {
  const mail = await renderVersion({ subject: '{{a}}', text: '{{a}}', engine }, { a: '<&>' });
  expect([mail.subject, mail.text]).toEqual(['<&>', '<&>']);
});

it('translates messages, with names of blocks and plural forms', async () => {
  const source = {
    subject: 's',
    text: '{{#each items as |item|}}{% trans %}Hello {{ item.name }}{% endtrans %} {% trans n=item.n %}One{% pluralize %}{{ n }} pieces{% endtrans %};{{/each}}',
    engine,
    translations: { messages: { [messageKey('Hello %(item.name)s')]: ['Hallo %(item.name)s'] } },
  } as const;
  const data = {
    items: [
      { name: 'A', n: 1 },
      { name: 'B', n: 2 },
    ],
  };
  expect((await renderVersion(source, data)).text).toBe('Hallo A One;Hallo B 2 pieces;');
  expect(extractMessages(source, () => undefined).map(({ msgid }) => msgid)).toEqual(['Hello %(item.name)s', 'One']);
});

it('lists the missing names in strict mode', async () => {
  const text =
    '{{a}}{{#each list}}{{b.c}}{{@root.d}}{{/each}}{{insert e "default=x"}}{{#if f}}{{/if}}{{formatDate g "YYYY"}}{{h}}';
  await expect(renderVersion({ text, engine }, { list: [1], h: {} }, { strict: true })).rejects.toThrow(
    'Missing template data: a, b.c, @root.d, g, h (is an object: print one of its values)',
  );
});

it('marks links in branches, partials and blocks', async () => {
  const html =
    '{{#if a}}<a href="https://x.example/{{a}}">{{else}}<a href="https://y.example">{{/if}}t</a>\n  {{> foot}}\n';
  const snippets = { foot: '<a\nhref="https://z.example">z</a>' };
  const mail = await renderVersion({ html, engine }, { a: 1 }, { snippets, links: true });
  expect(mail.links?.map((at) => /^[^"]*/.exec(mail.html?.slice(at) ?? '')?.[0])).toEqual([
    'https://x.example/1',
    'https://z.example',
  ]);
});

it.each([
  ['{{upper name}}', /^html, line 1: \{\{upper name\}\} calls the helper upper, which does not exist; there are if, /],
  [
    'a\n{{#if (eq a b)}}x{{/if}}',
    /^html, line 2: \{\{#if \(eq a b\)\}\} calls the helper eq, which does not exist; write equals/,
  ],
  ['a\n{{b.[0}}', /^html, line 2: \{\{b\.\[0\}\} cannot be read/],
  ['{{#constructor x}}{{/constructor}}', /calls the helper constructor, which does not exist/],
  ['{{__proto__ x}}', /calls the helper __proto__, which does not exist/],
  ['{{#if a b}}x{{/if}}', /gives if 2 values; it takes 1/],
  ['{{each items}}', /needs a block: \{\{#each \.\.\.\}\}/],
  ['{{#each a sort=true}}{{/each}}', /gives each the option sort, which it does not have/],
  ['{{#if a as |x|}}{{/if}}', /block parameters, which only each and with have/],
  ['{{> (lookup a "b")}}', /computes the name of its partial/],
  ['{{> nope}}', /there is no snippet "nope"/],
  ['{{> itself}}', /the snippet "itself" includes itself without end/],
  ['{{#if a}}x', /^html, line 1: \{\{#if a\}\} is never closed by \{\{\/if\}\}$/],
  ['{{#if a}}\n{{/each}}', /^html, line 2: \{\{\/each\}\} closes \{\{#if a\}\} of line 1$/],
  ['{{/if}}', /closes a block that is not open/],
  ['{{else}}', /stands outside of a block/],
  ['x {{name', /is a tag that is never closed by \}\}/],
  ['{{a b', /is a tag that is never closed/],
  ['{{#if a == b}}x{{/if}}', /has the operator ==, which Handlebars does not have; write \{\{#equals a b\}\}/],
  ['{{name | upcase}}', /has a filter of Jinja or Liquid/],
  ['{{ day | date: "%Y" }}', /has a filter of Jinja or Liquid/],
  ['{{.Name}}', /is Go; write \{\{Name\}\}/],
  ['{{range .Items}}x{{end}}', /is Go; write \{\{#each Items\}\}\.\.\.\{\{\/each\}\}/],
  ['{% if a %}x{% endif %}', /\{% if a %\} is not Handlebars with trans, snippet and raw; write \{\{#if name\}\}/],
  ['{{- name -}}', /has a - for whitespace, which is ~ in Handlebars/],
  ['{{a [1 2]}}', /./],
  ['{{* note}}', /is a decorator/],
  ['{{a}b}}', /cannot be read/],
  ['{{list.0}}', /cannot be read at "0"; write the number of an item in brackets: list\.\[0\]/],
  ['a\u0001', /the control character U\+0001 is not allowed/],
  ['{% trans %}{{../a}}{% endtrans %}', /is not a plain name; in a trans block write \{% trans name=user\.name %\}/],
])('rejects %j', async (html, message) => {
  expect(await getRejection({ html, engine }, { itself: '{{> itself}}' })).toMatch(message);
});

it('reports the mistakes of all parts at once', async () => {
  const rejection = await getRejection({ html: '{{a b}}\n{{c d}}', text: '{{e f}}', engine });
  expect(rejection.split('\n').map((line) => line.split(':', 1)[0])).toEqual([
    'html, line 1',
    'html, line 2',
    'text, line 1',
  ]);
});

it('says where a date is wrong', async () => {
  const rendering = print('a\n{{formatDate at "YYYY"}}', { at: 'soon' });
  await expect(rendering).rejects.toThrow(TemplateFailed);
  await expect(rendering).rejects.toThrow(/^html, line 2: date needs Unix seconds or a date/);
});

describe('is detected', () => {
  const detected = async (html: string) => (await compileVersion({ subject: 's', html }, () => '')).artifact.engine;
  it.each([
    '{{#each a as |b|}}{{b}}{{/each}}',
    '{{#if a}}x{{else if b}}y{{/if}}',
    '{{#each a}}{{@index}}{{/each}}',
    '{{#each a}}{{../b}}{{/each}}',
    '{{#equals a b}}x{{/equals}}',
    '{{#if (equals a b)}}x{{/if}}',
    '{{~name~}}',
    '{{formatDate day "YYYY"}}',
    '{{> footer year=2026}}',
    '{{#a}}{{b}}{{/a}}{{c.[0]}}',
  ])('from %s', async (html) => {
    expect(await detected(html)).toBe('handlebars');
  });

  it.each(['{{#each a}}{{this.b}}{{/each}}', '{{#if a}}x{{else}}y{{/if}}', '{{> footer}}', '{{a}}'])(
    '%s does not suffice, because Mustache has it too',
    async (html) => {
      expect(await detected(html)).toBe('mustache');
    },
  );
});
