import { compileVersion } from '../index.js';
import { TemplateUses } from './uses.js';

const findUses = async (text: string, snippets: Record<string, string> = {}): Promise<TemplateUses> =>
  TemplateUses.of((await compileVersion({ subject: 'S', text }, (name) => snippets[name])).artifact);

const listed = async (text: string, snippets: Record<string, string> = {}): Promise<string[]> =>
  (await findUses(text, snippets)).variables().map(({ name, uses }) => `${name} ${uses.join(' ')}`);

describe('the data that a template reads', () => {
  it.each<[template: string, uses: string[], snippets?: Record<string, string>]>([
    ['no tags', []],
    ['{{name}} {{{user.name}}}', ['name printed', 'user.name printed']],
    [
      '{{#items}}{{name}} {{price.cents}}{{/items}}',
      ['items looped', 'items[].name printed', 'items[].price.cents printed'],
    ],
    ['{{#items}}{{.}}{{/items}}{{^items}}none{{/items}}', ['items looped tested', 'items[] printed']],
    ['{{#vip}}Thank you{{/vip}}', ['vip tested']],
    // The currency is also used outside, so it does not belong to the item.
    [
      '{{currency}}{{#items}}{{price}} {{currency}}{{/items}}',
      ['currency printed', 'items looped', 'items[].price printed'],
    ],
    ['{{#if vip}}{{name}}{{/if}}', ['vip tested', 'name printed']],
    ['{{#each items}}{{this.name}}{{/each}}', ['items looped', 'items[].name printed']],
    ['{{name}}{{#each items}}{{name}}{{/each}}', ['name printed', 'items looped', 'items[].name printed']],
    ['{{#with user}}{{name}}{{/with}}', ['user tested', 'user.name printed']],
    ['{{> row}}', ['name printed'], { row: '{{name}}' }],
    ['{{unsubscribe_url}}{{swu.webview_url}}{{swu.other}}', ['swu.other printed']],
    ['{{ unsubscribe_url|e }}{{ name|e }}', ['name printed']],
    [
      '{{#tree}}{{label}}{{> node}}{{/tree}}',
      ['tree looped', 'tree[].label printed'],
      { node: '{{#tree}}{{label}}{{> node}}{{/tree}}' },
    ],
    ['{% trans %}Hello {{name}}{% endtrans %}', ['name printed']],
    ['{% trans count %}One{% pluralize %}{{count}}{% endtrans %}', ['count printed']],

    ['{{ name|upper }} {{ user.name }}', ['name printed', 'user.name printed']],
    [
      '{{ user["name"] }} {{ user.get("city") }}{% if a %}{% endif %}',
      ['user.name printed', 'user.city printed', 'a tested'],
    ],
    [
      '{% for item in items %}{{ item.name }} {{ loop.index }}{% else %}{{ none_text }}{% endfor %}',
      ['items looped', 'items[].name printed', 'none_text printed'],
    ],
    ['{% if a and b.c == 1 and d is defined %}{{ e }}{% endif %}', ['a tested', 'b.c tested', 'd tested', 'e printed']],
    ['{% set total = order.total %}{{ total }}', ['order.total printed']],
    ['{% for group in items|sort(attribute="n") %}{{ group }}{% endfor %}', ['items looped', 'items[] printed']],
    ['{{ items|length }}{{ items|first }}', ['items looped tested', 'items[] printed']],
    ['{% macro row(x) %}{{ x.a }}{{ shop }}{% endmacro %}{{ row(item) }}', ['shop printed', 'item printed']],
    ['{% for key, value in user.items() %}{{ key }}{{ value }}{% endfor %}', ['user tested']],
    ['{% with a = b.c %}{{ a.d }}{% endwith %}', ['b.c.d printed']],
    ['{% include "row" %}', ['name printed'], { row: '{{ name|e }}' }],
    ['{{ price|round(digits) ~ unit }}', ['digits printed', 'price printed', 'unit printed']],
    ['{{ name|center(3) }}{{ a if b else c }}', ['name printed', 'b tested', 'a printed', 'c printed']],
  ])('%j', async (template, uses, snippets = {}) => {
    expect((await listed(template, snippets)).toSorted()).toEqual(uses.toSorted());
  });

  it('is limited', async () => {
    const uses = await findUses(Array.from({ length: 1_100 }, (_, n) => `{{v${n}}}`).join(''));
    expect(uses.variables()).toHaveLength(1_000);
    expect(uses.complete).toBe(false);
    expect((await findUses('{{a}}')).complete).toBe(true);
  });
});

describe('the schema of the data', () => {
  const value = { type: ['string', 'number', 'boolean', 'null'] };
  const inferSchema = async (template: string) => {
    const { $schema, ...schema } = (await findUses(template)).schema();
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
    return schema;
  };

  it('requires the values that are printed with any data', async () => {
    const mustache = '{{user.name}}{{#vip}}{{perk}}{{/vip}}{{#items}}{{name}}{{/items}}';
    const jinja =
      '{{ user.name }}{% if vip %}{{ perk }}{% endif %}{% for i in items %}{{ i.name }}{% endfor %}{{ x|default(1) }}';
    const shared = {
      user: { type: 'object', properties: { name: value }, required: ['name'] },
      items: { type: 'array', items: { type: 'object', properties: { name: value } } },
    };
    expect(await inferSchema(mustache)).toEqual({
      type: 'object',
      properties: { ...shared, vip: { type: 'array', items: { type: 'object', properties: { perk: value } } } },
      required: ['user'],
    });
    expect(await inferSchema(jinja)).toEqual({
      type: 'object',
      properties: { ...shared, vip: {}, perk: value, x: value },
      required: ['user'],
    });
  });

  it('of a template without data allows any object', async () => {
    expect(await inferSchema('Hello')).toEqual({ type: 'object' });
  });
});

it('lists the data that a template in Handlebars reads', async () => {
  const text =
    '{{name}}{{#each order.items as |item|}}{{item.price}}{{title}}{{../currency}}{{/each}}{{#if vip}}{{insert nick}}{{/if}}';
  const { artifact } = await compileVersion({ subject: 's', text, engine: 'handlebars' }, () => undefined);
  const { variables, schema } = TemplateUses.of(artifact).all;
  expect(variables.map(({ name, uses }) => `${name} ${uses.join()}`)).toEqual([
    'name printed',
    'order.items looped',
    'order.items[].price printed',
    'order.items[].title printed',
    'currency printed',
    'vip tested',
    'nick printed',
  ]);
  expect(schema).toMatchObject({ required: ['name'] });
});
