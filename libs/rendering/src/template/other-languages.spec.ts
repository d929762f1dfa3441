import { compileVersion, TemplateError } from '../index.js';
import type { VersionSource } from '../index.js';

const problemsOf = async (source: Partial<VersionSource>): Promise<string[]> => {
  try {
    await compileVersion({ subject: 's', ...source }, () => undefined);
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return error.message.split('\n');
    throw error;
  }
};

describe('a tag of another language is named with the line and with what to write', () => {
  it.each([
    ['{{<parent}}{{/parent}}', /^html, line 1: \{\{<parent\}\} is inheritance of templates/],
    ['{{#if a}}x{{else if b}}y{{/if}}', /^html, line 1: \{\{else if b\}\} is Handlebars/],
    ['{{.Name}}', /^html, line 1: \{\{\.Name\}\} is Go; write \{\{Name\}\}/],
    ['{{ if .Paid }}x{{ end }}', /^html, line 1: \{\{ if \.Paid \}\} is Go; write \{\{#Paid\}\}/],
    ['{{range .Items}}x{{end}}', /^html, line 1: \{\{range \.Items\}\} is Go; write \{\{#Items\}\}/],
    ['{% if a %}{{.Name}}{% endif %}', /^html, line 1: \{\{\.Name\}\} is Go/],
    ['{% assign x = 1 %}', /^html, line 1: .*assign is Liquid, not Jinja; write \{% set name = value %\}/],
    ['{{ day | date: "%Y" }}', /^html, line 1: .* is Liquid; write arguments in parentheses: .*\|date\("%Y"\)/],
    ['{% if x %}{{ day | date: "%Y" }}{% endif %}', /^html, line 1: .* is Liquid; .*\|date\("%Y"\)/],
    ['{{ total | money }}', /^html, line 1: .*money needs a currency: .*\|money\("EUR"\)/],
    ['{{~name~}}', /trims whitespace as in Handlebars; write \{\{- name -\}\}/],
    ['{{items.[0].name}}', /is Handlebars, not Mustache; write \{\{items\.0\.name\}\}/],
    ['{{formatDate day "short"}}', /calls a helper as in Handlebars/],
    ['{{u/name}}', /is a path of Handlebars; write \{\{u\.name\}\}, and for a division \{\{ u \/ name \}\}/],
    ['{{#if (eq a "b")}}x{{/if}}', /is Handlebars; Mustache has no comparisons: .*\{% if a == "b" %\}/],
    ['{{#if a}}{{../name}}{{/if}}', /is Handlebars, not Mustache; .*\{\{#items\}\}/],
  ])('%s', async (html, message) => {
    expect((await problemsOf({ html }))[0]).toMatch(message);
  });

  it.each([
    '{{ a/b }}{% if x %}{% endif %}',
    '{{ a / b }}',
    '{{ a if b }}',
    '{{ not a }}',
    '{{ a is defined }}',
    '{{ a or b }}',
  ])('%s is Jinja', async (html) => {
    const { artifact } = await compileVersion({ subject: 's', html }, () => undefined);
    expect(artifact.engine).toBe('jinja');
  });
});

describe('all problems are reported at once', () => {
  it.each([
    ['mustache' as const, '{{ a|b }}\n{% if c %}\n{{../d}}', 'x {{@e}}'],
    ['jinja' as const, '{{ a|nope }}\n{{ | }}\n{% bogus %}', '{{ x|nope }}'],
  ])('in %s, over all parts', async (engine, html, text) => {
    const lines = (await problemsOf({ engine, html, text })).map((problem) => problem.split(':', 1)[0]);
    expect(lines).toEqual(['html, line 1', 'html, line 2', 'html, line 3', 'text, line 1']);
  });

  it('a mixture of two languages names the lines of both', async () => {
    expect(await problemsOf({ html: '{{#a}}\n{% if b %}\n{{/a}}\n{% endif %}' })).toEqual([
      'html, line 2: {% if b %} is Jinja, but the template has Mustache too; write all of it in one language',
      'html, line 1: {{#a}} is Mustache',
      'html, line 3: {{/a}} is Mustache',
      'html, line 4: {% endif %} is Jinja',
    ]);
  });
});

describe('a version whose tags are the same in both languages', () => {
  const compile = (source: Partial<VersionSource>) => compileVersion({ subject: 's', ...source }, () => undefined);

  it('is Mustache, with a warning of how it is read', async () => {
    const { artifact, warnings } = await compile({ html: 'a\n{{ name }}{% trans %}b{% endtrans %}' });
    expect(artifact.engine).toBe('mustache');
    expect(warnings).toEqual([
      'html, line 2: {{ name }} is the same in Mustache and Jinja; it is read as Mustache, which escapes it in HTML and prints nothing for null. Set engine to choose',
    ]);
  });

  it.each([
    [{ html: '{{ name }}', engine: 'mustache' as const }, 'mustache'],
    [{ html: '{{ name }}{{#a}}{{/a}}' }, 'mustache'],
    [{ html: 'no tags' }, 'mustache'],
    [{ html: '{{ name }}', defaultEngine: 'jinja' as const }, 'jinja'],
    [{ html: '{{ name }}{{#a}}{{/a}}', defaultEngine: 'jinja' as const }, 'mustache'],
  ])('gives no warning where there is nothing to choose: %j', async (source, engine) => {
    const { artifact, warnings } = await compile(source);
    expect([artifact.engine, warnings]).toEqual([engine, []]);
  });
});
