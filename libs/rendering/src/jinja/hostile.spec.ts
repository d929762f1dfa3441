import { expectProcessorTime } from '@postrider/processor-time';
import { compileVersion, RenderBudgetExceeded, RenderingRejected, renderArtifact, TemplateError } from '../index.js';

const render = async (html: string, data: unknown = {}, snippets: Record<string, string> = {}): Promise<unknown> => {
  const source = { subject: 's', html, text: 't', engine: 'jinja' } as const;
  const { artifact } = await compileVersion(source, (name) => snippets[name]);
  return renderArtifact(artifact, data).html;
};

/** Twice the time limit of an email in a worker (`renderLimits`), in milliseconds. */
const maxMs = 500;

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const endless = '{% macro m(x) %}{{ m(x) }}{% endmacro %}{{ m(1) }}';
const doubling = `{% set s = "ab" %}${'{% set s = s ~ s %}'.repeat(60)}{{ s }}`;

/** Templates that cause much work with little input. They are rejected early. */
const hostile: readonly (readonly [template: string, data?: unknown, snippets?: Record<string, string>])[] = [
  ["{{ 'a' * 10**9 }}"],
  ["{{ 'a' * 10**9 * 10**9 }}"],
  ["{{ ('a' * 1000000)|length }}{% for i in range(100) %}{% set x = ('a' * 1000000)|upper %}{% endfor %}"],
  ['{{ [1] * 10**8 }}'],
  ['{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}'],
  ['{% for i in range(10**9) %}{% endfor %}'],
  ['{{ range(10**12)|list|length }}'],
  ["{{ '%1000000000d' % 1 }}"],
  ["{{ '%.1000000000f' % 1 }}"],
  ["{{ '{:1000000000}'.format(1) }}"],
  ["{{ '{:01000000,}'.format(1) }}"],
  ["{{ 'a'.center(10**9) }}{{ 'a'|center(10**9) }}"],
  ["{{ 'a'.ljust(10**9) }}"],
  ["{{ 'a'.zfill(10**9) }}"],
  ['{{ 2 ** (10**9) }}'],
  ['{{ 9 ** (9 ** (9 ** 9)) }}'],
  [`{% set t = (1, 2) %}{% set u = (1, 2) %}${'{% set t = (t, t) %}{% set u = (u, u) %}'.repeat(60)}{{ t == u }}`],
  [`{% set t = (1, 2) %}${'{% set t = (t, t) %}'.repeat(60)}{{ {t: 1} }}`],
  [`{% set t = (1, 2) %}{% set u = (1, 2) %}${'{% set t = (t, t) %}{% set u = (u, u) %}'.repeat(60)}{{ t < u }}`],
  ["{{ ('a' * 3000000)|wordwrap(1)|length }}{{ ('a' * 3000000)|wordwrap(1)|length }}"],
  ['{% set x = 10 ** 4000 %}{% for i in range(1000) %}{% set y = x * x %}{% endfor %}'],
  [endless],
  ['{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{{ a() }}{% endmacro %}{{ a() }}'],
  ['{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(90) }}'],
  ['{% include "s" %}', {}, { s: '{% include "s" %}' }],
  ['{% import "s" as m %}', {}, { s: '{% import "s" as m %}' }],
  ['{% extends "s" %}', {}, { s: '{% extends "s" %}' }],
  ['{% for x in t recursive %}{{ loop(x) if x is iterable }}{% endfor %}', { t: nested(2_000) }],
  ['{% set l = [1] %}{% for x in l %}{% do l.append(x) %}{% endfor %}'],
  ['{% set l = [1] %}{% for i in range(40) %}{% do l.extend(l) %}{% endfor %}{{ l|length }}'],
  ['{% set l = [] %}{% do l.append(l) %}{{ l }}'],
  ['{% set l = [] %}{% do l.append(l) %}{{ l == [l] }}{{ l|tojson }}'],
  [doubling],
  ["{{ ('a' * 100000).replace('', 'b' * 1000) }}"],
  ["{{ ('a' * 100000)|replace('a', 'b' * 1000) }}"],
  ["{{ ('a' * 3000)|list|join('b' * 3000) }}"],
  ["{{ ('a\\n' * 100000)|indent(10000) }}"],
  ["{{ ('<' * 2000000)|striptags|length }}{% for i in range(50) %}{{ ('<' * 1000000)|striptags|length }}{% endfor %}"],
  ["{% for i in range(100000) %}{{ ('a.' * 1000)|urlize|length }}{% endfor %}"],
  ["{% for i in range(100000) %}{{ ('a' * 5000)|wordwrap(10)|length }}{% endfor %}"],
  ['{% for i in range(100000) %}{{ xs|sort|length }}{% endfor %}', { xs: Array.from({ length: 5_000 }, (_, i) => -i) }],
  [
    '{% for i in range(100000) %}{{ xs|unique|list|length }}{% endfor %}',
    { xs: Array.from({ length: 5_000 }, (_, i) => i) },
  ],
  ['{% for i in range(100000) %}{{ 5000 in xs }}{% endfor %}', { xs: Array.from({ length: 5_000 }, (_, i) => -i) }],
  [
    '{% for i in range(100000) %}{{ d == e }}{% endfor %}',
    { d: Array.from({ length: 5_000 }, (_, i) => i), e: Array.from({ length: 5_000 }, (_, i) => i) },
  ],
  [
    '{% for i in range(100000) %}{{ d|length }}{{ d.items()|length }}{% endfor %}',
    { d: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i])) },
  ],
  ['{% for i in range(100000) %}{% set x = t[::-1] %}{{ t|upper|length }}{% endfor %}', { t: 'é'.repeat(60_000) }],
  [`{% filter upper %}${'{% for i in range(100) %}'.repeat(6)}xxxxxxxxxx${'{% endfor %}'.repeat(6)}{% endfilter %}`],
  [`${'{% set a %}'.repeat(40)}${"{{ 'x' * 1000000 }}".repeat(4)}${'{% endset %}{{ a }}{{ a }}'.repeat(40)}`],
];

describe('an expensive template is rejected before it costs much', () => {
  it.each(hostile.map(([template, data, snippets]) => ({ template, data, snippets })))(
    '$template',
    async ({ template, data, snippets }) => {
      await expectProcessorTime(async () => {
        await expect(render(template, data, snippets)).rejects.toThrow(RenderingRejected);
      }, maxMs);
    },
  );
});

describe('a source that is designed to be slow is parsed fast', () => {
  it.each([
    '{{'.repeat(200_000),
    '{%'.repeat(200_000),
    '{#'.repeat(200_000),
    `{{ ${' '.repeat(500_000)}`,
    `{{ a }}${' '.repeat(500_000)}{{- b -}}${' '.repeat(400_000)}`,
    "{{ '".repeat(100_000),
    `{{ '${'\\'.repeat(300_000)} }}`,
    `{% trans trimmed %}${' '.repeat(400_000)}x${'\n '.repeat(100_000)}{% endtrans %}`,
    '{% raw %}'.repeat(50_000),
    '{% snippet '.repeat(50_000),
    `{{ ${'['.repeat(15_000)} }}`,
    '{% if x %}'.repeat(60_000),
    '{% endif %}'.repeat(60_000),
    '{{ a|nope }}'.repeat(19_000),
    `{{ ${'a + '.repeat(4_000)}a }}`,
    `{{ ${'not '.repeat(4_000)}a }}`,
    `{{ ${'- '.repeat(7_000)}a }}`,
    `{{ a${' if b else a'.repeat(1_300)} }}`,
    `${'{% macro m() %}'.repeat(45)}${'{{ a.b.c }}'.repeat(15_000)}${'{% endmacro %}'.repeat(45)}`,
    '\n{% set x = 1 %}'.repeat(19_000),
  ])('%#', async (template) => {
    await expectProcessorTime(
      () =>
        compileVersion({ subject: 's', html: template, engine: 'jinja' }, () => undefined).catch((error: unknown) => {
          if (!(error instanceof TemplateError)) throw error;
        }),
      2 * maxMs,
    );
  });
});

it('an ordinary email stays within the budget', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    name: `Item ${index}`,
    price: index / 4,
    tags: ['a', 'b'],
  }));
  const template =
    '{% macro cell(x) %}<td>{{ x|e }}</td>{% endmacro %}{% for r in rows|sort(attribute="price") %}<tr>{{ cell(r.name) }}{{ cell("%.2f"|format(r.price)) }}{{ cell(r.tags|join(", ")) }}{% if loop.last %}!{% endif %}</tr>{% endfor %}';
  expect(await render(template, { rows })).toContain('<td>Item 499</td><td>124.75</td><td>a, b</td>!');
});

it('an exceeded budget is reported with its part', async () => {
  await expect(render(endless)).rejects.toEqual(new RenderBudgetExceeded('html', 'depth', 100));
});
