import { compileVersion, TemplateError } from '../index.js';
import type { VersionSource } from '../index.js';

const findProblems = async (source: Partial<VersionSource>): Promise<string[]> => {
  try {
    await compileVersion({ subject: 's', ...source }, () => undefined);
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return error.message.split('\n');
    throw error;
  }
};

describe('a tag of another language is reported with its line and a replacement', () => {
  it.each([
    ['{{<parent}}{{/parent}}', /^html, line 1: \{\{<parent\}\} is inheritance of templates/],
    ['{{.Name}}', /^html, line 1: \{\{\.Name\}\} is Go; write \{\{Name\}\}/],
    ['{{ if .Paid }}x{{ end }}', /^html, line 1: \{\{ if \.Paid \}\} is Go; write \{\{#Paid\}\}/],
    ['{{range .Items}}x{{end}}', /^html, line 1: \{\{range \.Items\}\} is Go; write \{\{#Items\}\}/],
    ['{% if a %}{{.Name}}{% endif %}', /^html, line 1: \{\{\.Name\}\} is Go/],
    ['{% assign x = 1 %}', /^html, line 1: .*assign is Liquid, not Jinja; write \{% set name = value %\}/],
    ['{{ day | date: "%Y" }}', /^html, line 1: .* is Liquid; write arguments in parentheses: .*\|date\("%Y"\)/],
    ['{% if x %}{{ day | date: "%Y" }}{% endif %}', /^html, line 1: .* is Liquid; .*\|date\("%Y"\)/],
    ['{{ total | money }}', /^html, line 1: .*money needs a currency: .*\|money\("EUR"\)/],
    ['{{u/name}}', /is a path of Handlebars; write \{\{u\.name\}\}, and for a division \{\{ u \/ name \}\}/],
    ['{{#each u/list}}x{{/each}}', /is a path of Handlebars; write u\.list for u\/list$/],
  ])('%s', async (html, message) => {
    expect((await findProblems({ html }))[0]).toMatch(message);
  });

  it.each([
    ['{{#if a}}x{{else if b}}y{{/if}}', /^html, line 1: \{\{else if b\}\} is Handlebars/],
    ['{{~name~}}', /trims whitespace as in Handlebars; write \{\{- name -\}\}/],
    ['{{items.[0].name}}', /is Handlebars, not Mustache; write \{\{items\.0\.name\}\}/],
    ['{{formatDate day "short"}}', /calls a helper as in Handlebars/],
    ['{{./name}}', /^html, line 1: \{\{\.\/name\}\} is a path of Handlebars; write name for \.\/name/],
    ['{{#each ./items}}x{{/each}}', /is a path of Handlebars; write items for \.\/items/],
    ['{{#if (eq a "b")}}x{{/if}}', /is Handlebars; Mustache has no comparisons: .*\{% if a == "b" %\}/],
    ['{{#if eq a "b"}}x{{/if}}', /is Handlebars; Mustache has no comparisons: .*\{% if a == "b" %\}/],
    ['{{#if a == "b"}}x{{/if}}', /is Handlebars; Mustache has no comparisons: .*\{% if a == "b" %\}/],
    ['{{#unless (gt count 1)}}x{{/unless}}', /Mustache has no comparisons: .*\{% if not count > 1 %\}/],
    ['{{#if (and (gt a 1) b)}}x{{/if}}', /Mustache has no comparisons: .*\{% if a == b %\}/],
    ['{{#if a}}{{../name}}{{/if}}', /is Handlebars, not Mustache; .*\{\{#items\}\}/],
  ])('%s in a version in Mustache', async (html, message) => {
    expect((await findProblems({ html, engine: 'mustache' }))[0]).toMatch(message);
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
    const lines = (await findProblems({ engine, html, text })).map((problem) => problem.split(':', 1)[0]);
    expect(lines).toEqual(['html, line 1', 'html, line 2', 'html, line 3', 'text, line 1']);
  });

  it('a mixture of two languages, with the lines of both', async () => {
    expect(await findProblems({ html: '{{#a}}\n{% if b %}\n{{/a}}\n{% endif %}' })).toEqual([
      'html, line 2: {% if b %} is Jinja, but the template has Mustache too; write all of it in one language',
      'html, line 1: {{#a}} is Mustache',
      'html, line 3: {{/a}} is Mustache',
      'html, line 4: {% endif %} is Jinja',
    ]);
  });

  it('a mixture of six languages, with every line and language', async () => {
    const html = [
      '{{#items}}',
      '{% if b %}',
      '{{.Name}}',
      '{% assign x = 1 %}',
      '{{ day | date: "%Y" }}',
      '{{../name}}',
      '{{./name}}',
      '{{u/name}}',
      '{{formatDate day "short"}}',
      '{{#each a}}',
      '{{else}}',
      '{{<parent}}',
      '{{ plain }}',
    ].join('\n');
    const problems = await findProblems({ html, subject: '{{range .Items}}' });
    expect(problems.map((problem) => /^(\w+), line (\d+)/.exec(problem)?.slice(1).join(' '))).toEqual([
      'html 2',
      'html 1',
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((line) => `html ${line}`),
      'subject 1',
    ]);
    expect(problems.map((problem) => /\b(?:Jinja|Mustache|Go|Liquid|Handlebars)\b/.exec(problem)?.[0])).toEqual([
      ...['Jinja', 'Mustache', 'Go', 'Liquid', 'Liquid', 'Handlebars', 'Handlebars', 'Handlebars', 'Handlebars'],
      ...['Handlebars', 'Handlebars', 'Mustache', 'Go'],
    ]);
  });

  it('a mixture in a snippet, with the lines of the snippet', async () => {
    const snippets: Record<string, string> = { one: 'a\n{{ b|upper }}\n{{.Go}}' };
    const compiled = compileVersion(
      { subject: '{{#a}}{{/a}}', text: '\n{% snippet "one" %}' },
      (name) => snippets[name],
    );
    await expect(compiled).rejects.toThrow(
      [
        'text, line 2 (snippet "one", line 2): {{ b|upper }} is Jinja, but the template has Mustache too; write all of it in one language',
        'text, line 2 (snippet "one", line 3): {{.Go}} is Go; write {{Go}}',
        'subject, line 1: {{#a}} is Mustache',
      ].join('\n'),
    );
  });
});

describe('a version whose tags are valid in both languages', () => {
  const compile = (source: Partial<VersionSource>) => compileVersion({ subject: 's', ...source }, () => undefined);

  it('is Mustache, with a warning about it', async () => {
    const { artifact, warnings } = await compile({ html: 'a\n{{ name }}{% trans %}b{% endtrans %}' });
    expect(artifact.engine).toBe('mustache');
    expect(warnings).toEqual([
      'html, line 2: {{ name }} is the same in Mustache and Jinja; it is read as Mustache, which escapes it in HTML and prints nothing for null. Set engine to choose',
    ]);
  });

  it.each(['subject', 'text'] as const)('is not escaped in the %s, and the warning does not claim so', async (part) => {
    const { warnings } = await compile({ [part]: '{{ name }}' });
    expect(warnings).toEqual([
      `${part}, line 1: {{ name }} is the same in Mustache and Jinja; it is read as Mustache, which prints nothing for null. Set engine to choose`,
    ]);
  });

  it('warns about the output of a snippet', async () => {
    const { warnings } = await compileVersion({ subject: 's', html: '\n{% snippet "one" %}' }, () => 'a\n{{ name }}');
    expect(warnings).toEqual([
      expect.stringMatching(/^html, line 2 \(snippet "one", line 2\): \{\{ name \}\} is the same/),
    ]);
  });

  it.each([
    [{ html: '{% raw %}{{ name }}{% endraw %}' }, 'mustache'],
    [{ html: '{% trans %}Hello{% endtrans %}' }, 'mustache'],
    [{ html: '<a href="{{ unsubscribe_url }}">Leave</a>{{ swu.webview_url }}' }, 'mustache'],
    [{ html: '{{ name }}', engine: 'mustache' as const }, 'mustache'],
    [{ html: '{{ name }}{{#a}}{{/a}}' }, 'mustache'],
    [{ html: 'no tags' }, 'mustache'],
    [{ html: '{{ name }}', defaultEngine: 'jinja' as const }, 'jinja'],
    [{ html: '{{ name }}{{#a}}{{/a}}', defaultEngine: 'jinja' as const }, 'mustache'],
  ])('has no warning without a choice: %j', async (source, engine) => {
    const { artifact, warnings } = await compile(source);
    expect([artifact.engine, warnings]).toEqual([engine, []]);
  });
});
