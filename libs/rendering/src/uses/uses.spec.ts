import { compileVersion, TemplateUses } from '../index.js';

const usesOf = async (text: string, snippets: Record<string, string> = {}): Promise<TemplateUses> =>
  TemplateUses.of((await compileVersion({ subject: 'S', text }, (name) => snippets[name])).artifact);

const listed = async (text: string, snippets: Record<string, string> = {}): Promise<string[]> =>
  (await usesOf(text, snippets)).variables().map(({ name, uses }) => `${name} ${uses.join(' ')}`);

describe('what a template reads', () => {
  it.each<[template: string, uses: string[], snippets?: Record<string, string>]>([
    ['no tags', []],
    ['{{name}} {{{user.name}}}', ['name printed', 'user.name printed']],
    [
      '{{#items}}{{name}} {{price.cents}}{{/items}}',
      ['items looped', 'items[].name printed', 'items[].price.cents printed'],
    ],
    ['{{#items}}{{.}}{{/items}}{{^items}}none{{/items}}', ['items looped tested', 'items[] printed']],
    ['{{#vip}}Thank you{{/vip}}', ['vip tested']],
    // The currency stands outside, too: it is not the item's.
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

  it('is bounded', async () => {
    const uses = await usesOf(Array.from({ length: 1_100 }, (_, n) => `{{v${n}}}`).join(''));
    expect(uses.variables()).toHaveLength(1_000);
    expect(uses.complete).toBe(false);
    expect((await usesOf('{{a}}')).complete).toBe(true);
  });
});

describe('the schema of its data', () => {
  const value = { type: ['string', 'number', 'boolean', 'null'] };
  const schemaOf = async (template: string) => {
    const { $schema, ...schema } = (await usesOf(template)).schema();
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
    return schema;
  };

  it('requires what is printed whatever the rest of the data is', async () => {
    const mustache = '{{user.name}}{{#vip}}{{perk}}{{/vip}}{{#items}}{{name}}{{/items}}';
    const jinja =
      '{{ user.name }}{% if vip %}{{ perk }}{% endif %}{% for i in items %}{{ i.name }}{% endfor %}{{ x|default(1) }}';
    const shared = {
      user: { type: 'object', properties: { name: value }, required: ['name'] },
      items: { type: 'array', items: { type: 'object', properties: { name: value } } },
    };
    expect(await schemaOf(mustache)).toEqual({
      type: 'object',
      properties: { ...shared, vip: { type: 'array', items: { type: 'object', properties: { perk: value } } } },
      required: ['user'],
    });
    expect(await schemaOf(jinja)).toEqual({
      type: 'object',
      properties: { ...shared, vip: {}, perk: value, x: value },
      required: ['user'],
    });
  });

  it('of a template without data is any object', async () => {
    expect(await schemaOf('Hello')).toEqual({ type: 'object' });
  });
});

describe('what the largest templates read', () => {
  const many = (count: number, piece: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => piece(n)).join('');

  it.each([
    ['names', many(20_000, (n) => `{{n${n}}}`)],
    ['fields', many(20_000, (n) => `{{a.b.c.d.e.f.n${n}.x}}`)],
    ['sections', many(10_000, (n) => `{{#n${n}}}{{x}}{{/n${n}}}`)],
    ['sections inside each other', `${'{{#a}}'.repeat(49)}${many(15_000, (n) => `{{x${n}}}`)}${'{{/a}}'.repeat(49)}`],
    ['loops of Jinja', many(6_000, (n) => `{%for x in n${n}%}{{x.y}}{%endfor%}`)],
    ['variables of Jinja', many(6_000, (n) => `{%set v${n}=a.b${n}%}{{v${n}|e}}`)],
    ['conditions of Jinja', many(6_000, (n) => `{%if a.b${n} and c.d${n}%}{{e|e}}{%endif%}`)],
    [
      'macros of Jinja',
      `${many(300, (n) => `{%macro m${n}(x)%}{{x.y}}{%endmacro%}`)}${many(6_000, (n) => `{{m${n % 300}(a.b${n})}}`)}`,
    ],
  ])('is found out at once: %s', async (_what, text) => {
    const { artifact } = await compileVersion({ subject: 'S', text }, () => undefined);
    const once = (): number => {
      const before = process.cpuUsage();
      const uses = TemplateUses.of(artifact);
      uses.variables();
      JSON.stringify(uses.schema());
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const held = Math.min(once(), once(), once());
    expect(held).toBeLessThan(250);
  });
});
