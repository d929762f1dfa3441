import { expectProcessorTime } from '@postrider/processor-time';
import { getRejection, renderHtml, renderText } from '../testing/rendering.js';

describe('templates in another language are rejected with part, line and tag', () => {
  it.each([
    [
      '{% if user %}x{% endif %}',
      /^html, line 1: \{% if user %\} is not part of the template language .*write \{\{#name\}\}/,
    ],
    ['a\nb {% for i in items %}', /^html, line 2: \{% for i in items %\} .*write \{\{#items\}\}/],
    ['\n\n{% set x = 1 %}', /^html, line 3: \{% set x = 1 %\} .*pass the value in template_data/],
    ['{% include "x" %}', /write \{% snippet "name" %\}/],
    ['{%- macro card() -%}', /\{%- macro card\(\) -%\} is not part of the template language/],
    ['{% constructor %}', /\{% constructor %\} is not part of the template language/],
    ['{% %}', /\{% %\} is not part of the template language/],
    ['\n{{ user.name|upper }}', /^html, line 2: \{\{ user.name\|upper \}\} uses a filter/],
    ['{{ "literal" }}', /is not a name/],
    ['{{ a ~ b }}', /is not a name/],
    ['{{ items[0] }}', /is not a name/],
    ['{{ f(x) }}', /is not a name/],
    ['{{ a.b. }}', /is not a name/],
    ['{{ first name }}', /is not a name/],
    ['{# a comment #}', /^html, line 1: \{# a comment #\} is not a Mustache comment; write \{\{! \.\.\. \}\}/],
    ['{{#a}}x{{else}}y{{/a}}', /\{\{else\}\} is Handlebars/],
    ['{{#a}}{{@index}}{{/a}}', /\{\{@index\}\} is Handlebars/],
    ['{{../name}}', /is Handlebars/],
    ['{{{{raw}}}}', /is not a name/],
    ['{{}}', /names nothing/],
    ['{{#}}x{{/}}', /names nothing/],
  ])('%j', async (html, message) => {
    expect(await getRejection({ html })).toMatch(message);
  });

  it.each(['subject', 'text', 'preheader'] as const)('in %s too', async (part) => {
    expect(await getRejection({ html: 'x', [part]: '{% if x %}' })).toMatch(new RegExp(`^${part}, line 1: `));
  });

  it('the AMP part has its name in the API', async () => {
    expect(await getRejection({ html: 'x', ampHtml: 'a\n{{ b|c }}' })).toMatch(/^amp_html, line 2: /);
  });
});

describe('malformed templates are rejected', () => {
  it.each([
    ['a\n{{#b}}\nc', 'html, line 2: {{#b}} is never closed by {{/b}}'],
    ['a\n{{/b}}', 'html, line 2: {{/b}} closes a section that is not open'],
    ['{{#a}}\n{{#b}}\n{{/a}}', 'html, line 3: {{/a}} closes {{#b}} of line 2'],
    ['a\n\n{{name', 'html, line 3: {{name is a tag that is never closed by }}'],
    ['{{{name}}', 'html, line 1: {{{name}} is a tag that is never closed by }}}'],
    ['{% trans', 'html, line 1: {% trans is a tag that is never closed by %}'],
    ['a{% raw %}b', 'html, line 1: {% raw %} is never closed by {% endraw %}'],
    ['a{% endtrans %}', 'html, line 1: {% endtrans %} stands outside a trans block'],
    ['a\nb\u0001c', 'html, line 2: the control character U+0001 is not allowed'],
    ['a\u0000', 'html, line 1: the control character U+0000 is not allowed'],
    ['a\ud800b', 'html, line 1: the control character U+D800 is not allowed'],
  ])('%j', async (html, message) => {
    expect(await getRejection({ html })).toBe(message);
  });
});

describe('text that resembles tags stays unchanged', () => {
  it.each([
    '<style>@media(max-width:600px){#main{width:100%}}</style>',
    '<a href="%sendgrid_unsub_url%">%recipient.name% 100%</a>',
    '{ {name} } }} %} #}',
    '<script type="application/ld+json">{"a":{"b":{"c":1}}}</script>',
  ])('%j', async (html) => {
    expect(await renderHtml(html)).toBe(html);
  });
});

describe('raw blocks', () => {
  it('print their content, including tags', async () => {
    expect(await renderHtml('{{a}} {% raw %}{{a}} {% trans %} {# x #}{% endraw %} {{a}}', { a: 1 })).toBe(
      '1 {{a}} {% trans %} {# x #} 1',
    );
  });

  it('apply whitespace control outside and inside', async () => {
    expect(await renderHtml('a \n{%- raw -%}  b  {%- endraw -%}\n c')).toBe('abc');
    expect(await renderHtml('a {{- x -}} b {%- raw %} c {% endraw -%} d', { x: '|' })).toBe('a|b c d');
  });
});

describe('escaping', () => {
  const data = { v: `<a href="/x?a=1&b='2'">` };

  it('escapes five characters in HTML and keeps addresses readable', async () => {
    expect(await renderHtml('{{v}}', data)).toBe('&lt;a href=&quot;/x?a=1&amp;b=&#39;2&#39;&quot;&gt;');
    expect(await renderHtml('<a href="{{u}}">', { u: 'https://x.example/?a=b`' })).toBe(
      '<a href="https://x.example/?a=b`">',
    );
    expect(await renderHtml('{{{v}}}{{&v}}', data)).toBe(data.v + data.v);
  });

  it('does not apply to text', async () => {
    expect(await renderText('{{v}}{{{v}}}', data)).toBe(data.v + data.v);
  });
});

describe('limits', () => {
  const affordably = (work: () => Promise<unknown>) => expectProcessorTime(work, 500);

  it('accept a subject of 4 KB and reject a longer one', async () => {
    expect(await getRejection({ subject: 'x'.repeat(4097), text: 'x' })).toBe(
      'subject, line 1: longer than 4,096 characters',
    );
  });

  it('accept a part of 1 MB, which compiles quickly, and reject a larger one', async () => {
    const line = 'Some text of a long mail, with no end in sight.\n';
    await affordably(() => renderHtml(line.repeat(Math.floor(1_048_576 / line.length))));
    expect(await getRejection({ html: 'x'.repeat(1_048_577) })).toBe('html, line 1: longer than 1,048,576 characters');
  });

  it.each([
    ['an unclosed tag with 64,000 spaces', `{{a${' '.repeat(64_000)}`, /never closed/],
    ['a closed one', `{{a${' '.repeat(64_000)}}}`, /a tag of more than 256 characters/],
    ['a block tag', `{% snippet${' '.repeat(64_000)}%}`, /a tag of more than 256 characters/],
    ['many raw blocks that never end', '{% raw %}'.repeat(50_000), /never closed/],
    ['many openings of comments', `${'{#'.repeat(300_000)}{{#x}}`, /never closed/],
    ['many openings of tags', '{{'.repeat(300_000), /never closed/],
    [
      '5,000 nested sections',
      `${'{{#a}}'.repeat(5_000)}${'{{/a}}'.repeat(5_000)}`,
      /nested more than 50 sections deep/,
    ],
  ])('%s', async (_, html, message) => {
    await affordably(async () => expect(await getRejection({ html })).toMatch(message));
  });

  it('reject too many tags', async () => {
    await affordably(() => renderText('{{^a}}{{/a}}'.repeat(10_000)));
    await affordably(async () =>
      expect(await getRejection({ text: `${'{{a}}'.repeat(200_000)}{{/b}}` })).toMatch(/not open/),
    );
  });

  it('accept megabytes of spaces between tags', async () => {
    await affordably(() =>
      renderHtml(`{{a}}${' '.repeat(200_000)}{{b}}{% trans trimmed %}${' '.repeat(200_000)}x{% endtrans %}`),
    );
  });

  it('accept 50 nested sections', async () => {
    expect(await renderHtml(`${'{{#a}}'.repeat(50)}x${'{{/a}}'.repeat(50)}`, { a: true })).toBe('x');
  });
});
