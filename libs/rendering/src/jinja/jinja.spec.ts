import { closeMjmlPool, compileVersion, extractMessages, MissingTemplateData, TemplateFailed } from '../index.js';
import type { Catalogue, VersionSource } from '../index.js';
import { getRejection, renderHtml, renderVersion } from '../testing/rendering.js';
import { messageKey } from '../translation/message.js';
import { parsePluralForms } from '../translation/plural-rule.js';

afterAll(closeMjmlPool);

const rejection = (html: string, snippets: Record<string, string> = {}): Promise<string> =>
  getRejection({ html, engine: 'jinja' }, snippets);
const jinja = async (source: Partial<VersionSource>, data: unknown = {}, snippets: Record<string, string> = {}) =>
  renderVersion({ engine: 'jinja', text: 'text', ...source }, data, { snippets });
const failure = (html: string, data: unknown = {}, snippets: Record<string, string> = {}): Promise<unknown> =>
  jinja({ html }, data, snippets).catch((error: unknown) => error);

describe('the language of a version', () => {
  const compileEngine = async (source: Partial<VersionSource>, snippets: Record<string, string> = {}) =>
    (await compileVersion({ subject: 's', ...source }, (name) => snippets[name])).artifact.engine;

  it.each([
    ['plain text', 'mustache'],
    ['{{ name }} {{user.name}} {{-first-name-}}', 'mustache'],
    ['{% trans n=user.count %}{{ n }}{# note #}{% endtrans %}{% raw %}{% if %}{{#x}}{% endraw %}', 'mustache'],
    ['{{#a}}{{/a}}', 'mustache'],
    ['{{{a}}}', 'mustache'],
    ['{{ {"a": 1}|tojson }}', 'jinja'],
    ["{{- {'a': b}['a'] }}", 'jinja'],
    ['{{ {}|length }}', 'jinja'],
    ['{{ { key: 1 } }}', 'jinja'],
    ['@media x{#id{color:red}} {{ a }}', 'mustache'],
    ['{% if a %}{% endif %}', 'jinja'],
    ['{{ a|upper }}', 'jinja'],
    ["{{ 'x' }}", 'jinja'],
    ['{# comment #}', 'jinja'],
    ['{% trans n=items|length %}{{ n }}{% endtrans %}', 'jinja'],
  ])('%s is %s', async (html, engine) => {
    expect(await compileEngine({ html })).toBe(engine);
  });

  it('is detected from all parts and snippets', async () => {
    expect(await compileEngine({ html: '{{ name }}', subject: '{{ name|upper }}' })).toBe('jinja');
    expect(await compileEngine({ html: '{% snippet "s" %}' }, { s: '{% set x = 1 %}' })).toBe('jinja');
  });

  it('can be set by the author', async () => {
    expect(await compileEngine({ html: '{{ name }}', engine: 'jinja' })).toBe('jinja');
    expect(await getRejection({ html: '{% if a %}{% endif %}', engine: 'mustache' })).toMatch(
      /is not part of the template/,
    );
  });

  it('is unique: a mixture is rejected, over parts and snippets', async () => {
    expect(await getRejection({ engine: undefined, html: '{{^x}}{{/x}}', subject: '{{ y|e }}' })).toMatch(
      /^subject, line 1: \{\{ y\|e \}\} is Jinja, .*\nhtml, line 1: \{\{\^x\}\} is Mustache\n/,
    );
    expect(
      await getRejection({ engine: undefined, html: 'a\n{% snippet "s" %}{{#x}}{{/x}}' }, { s: '\n{{ a ~ b }}' }),
    ).toMatch(/^html, line 2 \(snippet "s", line 2\): \{\{ a ~ b \}\} is Jinja/);
  });
});

describe('mistakes are reported with part, line, tag and a replacement', () => {
  it.each([
    ['a\n{% if x %}', 'html, line 2: {% if x %}: it is never closed by {% endif %}'],
    ['{% endfor %}', 'html, line 1: {% endfor %}: it closes {% for %}, which is not open'],
    [
      '{% for a in b %}{% endif %}{% endfor %}',
      'html, line 1: {% endif %}: it closes {% if %} while {% for %} is open; close that first with {% endfor %}',
    ],
    ['{% elseif x %}', 'html, line 1: {% elseif x %}: there is no tag elseif; write {% elif %}'],
    ['{{ a|upcase }}', 'html, line 1: {{ a|upcase }}: there is no filter upcase; write |upper'],
    ['{{ a|uper }}', 'html, line 1: {{ a|uper }}: there is no filter uper; did you mean |upper?'],
    [
      '{{ a|pprint }}',
      'html, line 1: {{ a|pprint }}: the filter pprint is not available: it shows data to a developer, which no email does; write |tojson',
    ],
    [
      '{% if a is empty %}{% endif %}',
      'html, line 1: {% if a is empty %}: there is no test empty; write {% if not value %}',
    ],
    ['{% if a = 1 %}{% endif %}', /= assigns a value, .* compare with ==/],
    ['{{ "a }}', 'html, line 1: {{ "a }}: the string that " begins has no end'],
    ['{{ a', 'html, line 1: {{ a is never closed by }}'],
    ['{{ }}', 'html, line 1: {{ }}: it prints nothing'],
    ['{{ a b }}', 'html, line 1: {{ a b }}: it needs the end of the tag where it has b'],
    ['{{ a & b }}', 'html, line 1: {{ a & b }}: & means nothing in a tag'],
    ['{% include name %}', /must be written out/],
    ['{% include "nope" %}', 'html, line 1: {% include "nope" %}: there is no snippet "nope"'],
    ['{# never', /is never closed by #\}/],
    ['{% raw %}x', 'html, line 1: {% raw %} is never closed by {% endraw %}'],
    ['{% trans %}{{ a.b }}{% endtrans %}', /\{\{ a\.b \}\} is not a plain name/],
    ['{% trans %}a{% if x %}{% endtrans %}', /\{% if x %\} is not allowed inside a trans block/],
    ['a\u0001b', 'html, line 1: the control character U+0001 is not allowed'],
    ['{% set true = 1 %}', /nothing can be assigned to true/],
    ['{% call 3 %}{% endcall %}', /needs the call of a macro/],
    [`{{ ${'('.repeat(500)} }}`, /nested more than 100 levels deep|means|closes/],
    [`{{ a${'.b'.repeat(500)} }}`, /nested more than 100 levels deep/],
    ['{% if x %}'.repeat(60) + '{% endif %}'.repeat(60), /nested more than 50 tags deep/],
  ])('%s', async (html, message) => {
    expect(await rejection(html)).toMatch(message);
  });

  it('all mistakes are reported at once, including those in snippets', async () => {
    expect(
      await rejection('{{ a|nope }}\n{% if %}\n{% snippet "s" %}\n{% endif %}{% bogus %}', { s: '\n{{ 1 + }}' }),
    ).toBe(
      [
        'html, line 1: {{ a|nope }}: there is no filter nope',
        'html, line 2: {% if %}: it needs an expression where it has its end',
        'html, line 3 (snippet "s", line 2): {{ 1 + }}: it needs a value where it has its end',
        'html, line 4: {% bogus %}: there is no tag bogus',
      ].join('\n'),
    );
  });

  it('a mistake in a snippet is reported with its line', async () => {
    expect(await rejection('a\n{% include "s" %}', { s: 'a\nb\n{{ x|nope }}' })).toMatch(
      /^html, line 2 \(snippet "s", line 3\): \{\{ x\|nope \}\}/,
    );
  });
});

describe('errors with the data', () => {
  it.each([
    ['a\n{{ user.name }}', {}, 'html, line 2: user is undefined, so it has no attribute name'],
    ['{{ user.address.city }}', { user: {} }, 'html, line 1: user.address is undefined, so it has no attribute city'],
    ['{{ "a" + 1 }}', {}, 'html, line 1: + does not work with str and int; join texts and numbers with ~'],
    ['{% set nope = a or range %}{{ nope() }}', { a: 1 }, 'html, line 1: the number 1 cannot be called'],
    ['{% for x in 3 %}{% endfor %}', {}, 'html, line 1: the number 3 is not a list, so it has no items to go through'],
    [
      '{% macro m(x) %}\n{{ x.y.z }}{% endmacro %}\n{{ m({}) }}',
      {},
      'html, line 2: x.y is undefined, so it has no attribute z',
    ],
  ])('%s', async (html, data, message) => {
    const error = await failure(html, data);
    expect(error).toBeInstanceOf(TemplateFailed);
    expect((error as Error).message).toBe(message);
  });

  it('name the snippet and its line', async () => {
    expect(await failure('a\n{% include "s" %}', {}, { s: '\n{{ 1 / 0 }}' })).toMatchObject({
      message: 'html, line 2 (snippet "s", line 2): a number is divided by 0',
    });
  });

  it('strict: list every printed name without a value', async () => {
    const source = {
      subject: '{{ a }}',
      html: '{{ b.c }}{{ d|upper }}{{ e|default("x") }}{% if f %}{% endif %}{% for g in h %}{% endfor %}{% trans %}{{ i }}{% endtrans %}{{ j ~ "" }}',
      text: 't',
      engine: 'jinja' as const,
    };
    await expect(renderVersion(source, { b: {} }, { strict: true })).rejects.toEqual(
      new MissingTemplateData(['a', 'b.c', 'd', 'i', 'j']),
    );
  });
});

describe('templates can only access data', () => {
  it.each([
    '{{ ().__class__ }}',
    '{{ "".constructor }}',
    '{{ user.constructor }}',
    '{{ user.__proto__ }}',
    '{{ user["__proto__"] }}',
    '{{ user.toString }}{{ user.hasOwnProperty }}',
    '{{ range.constructor }}',
    '{{ list.length }}{{ list.map }}{{ list.__proto__ }}',
    '{{ _.constructor }}',
    '{{ user|attr("constructor") }}{{ list|map(attribute="constructor")|join }}',
    '{{ loop.constructor }}'.replace('loop', 'cycler(1)'),
  ])('%s', async (html) => {
    expect((await jinja({ html }, { user: {}, list: [] })).html).toBe('');
  });

  it("only the language's own functions can be called", async () => {
    for (const html of [
      '{{ range.constructor("return process")() }}',
      '{{ user.constructor.constructor("return process")() }}',
      '{{ "a".constructor("b") }}',
      '{{ list.push(1) }}',
      '{{ list.sort.call(list) }}',
    ])
      expect(((await failure(html, { user: {}, list: [] })) as Error).name).toMatch(/^Template(?:Failed|Error)$/);
  });

  it('a method that modifies data cannot be called by a computed name', async () => {
    const data = { list: [1] };
    expect(await failure('{{ list["app" ~ "end"](2) }}', data)).toMatchObject({
      message: expect.stringMatching(/the method append must be written out/) as string,
    });
    expect((await jinja({ html: '{% do (list|attr("append"))(2) %}{{ list }}' }, data)).html).toBe('[1, 2]');
    expect(data).toEqual({ list: [1] });
  });

  it('data is never modified, not even by append', async () => {
    const data = { list: [1], user: { a: 1 } };
    const { html } = await jinja(
      { html: '{% do list.append(2) %}{% do user.update(b=2) %}{{ list }}{{ user }}' },
      data,
    );
    expect(html).toBe("[1, 2]{'a': 1, 'b': 2}");
    expect(data).toEqual({ list: [1], user: { a: 1 } });
  });
});

describe('snippets', () => {
  it('are inlined as text, so that their macros can be called', async () => {
    const snippets = { 'macro: card': '{% macro card(t) %}<{{ t }}>{% endmacro %}', half: '{% if yes %}' };
    expect(await renderHtml("{% snippet 'macro: card' %}{{ card('x') }}", {}, snippets)).toBe('<x>');
    expect(await renderHtml('{% snippet half %}a{% endif %}', { yes: true }, snippets)).toBe('a');
    expect(await renderHtml('a {%- snippet "s" -%} b{{ 1 + 1 }}', {}, { s: 'x' })).toBe('axb2');
  });

  it('can be nested 10 deep, but not in themselves', async () => {
    expect(await rejection('{% snippet "s" %}', { s: '{% snippet "s" %}' })).toMatch(/includes itself \(s > s\)/);
    const chain = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`s${i}`, `{% snippet s${i + 1} %}`]));
    expect(await rejection('{% snippet s0 %}', { ...chain, s12: '' })).toMatch(/nested more than 10 deep/);
  });

  it('are listed, including nested ones', async () => {
    const bodies: Record<string, string> = { a: '{% include "b" %}', b: '{% snippet "c" %}', c: '' };
    const { snippetNames } = await compileVersion({ subject: '', html: '{% snippet "a" %}' }, (name) => bodies[name]);
    expect(snippetNames).toEqual(['a', 'b', 'c']);
  });
});

describe('escaping', () => {
  it('is off by default, and always in text and subject', async () => {
    const source = { subject: '{{ x|e|safe ~ x }}', html: '{{ x }}', text: '{{ x }}' };
    expect(await jinja(source, { x: '<' })).toMatchObject({ html: '<', text: '<', subject: '&lt;<' });
    const escaping = { ...source, autoescape: true, subject: '{{ x }}' };
    expect(await jinja(escaping, { x: '<' })).toMatchObject({ html: '&lt;', text: '<', subject: '<' });
  });
});

describe('messages', () => {
  const catalogue: Catalogue = {
    plural: parsePluralForms('nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);'),
    messages: {
      [messageKey('Hello %(name)s')]: ['Hallo %(name)s {{ x }}'],
      [messageKey('one')]: ['%(n)s kus', '%(n)s kusy', '%(n)s kusu'],
      [messageKey('Go')]: ['Los'],
      [messageKey('file')]: ['soubor', 'soubory', 'souboru'],
      [messageKey('Bad %(name)s')]: ['%(other)s'],
    },
  };

  it('are translated, with names from set and for', async () => {
    const html =
      '{% set name = "Ada" %}{% trans %}Hello {{ name }}{% endtrans %};{% for n in [1, 3, 7] %}{% trans n %}one{% pluralize %}{{ n }} more{% endtrans %},{{ ngettext("file", "files", n) }};{% endfor %}{{ _("Go") }}';
    expect((await jinja({ html, translations: catalogue })).html).toBe(
      'Hallo Ada {{ x }};1 kus,soubor;3 kusy,soubory;7 kusu,souboru;Los',
    );
  });

  it('warn about a translation that does not fit', async () => {
    const { warnings } = await compileVersion(
      { subject: '', html: '{% trans %}Bad {{ name }}{% endtrans %}', engine: 'jinja', translations: catalogue },
      () => undefined,
    );
    expect(warnings).toEqual([
      'html, line 1: the translation of "Bad %(name)s" does not fit its placeholders and is not used',
    ]);
  });

  it('of gettext have values by name', async () => {
    const messages = {
      [messageKey('Yo %(x)s, 5%%')]: ['%(x)s, yo! 5%%'],
      [messageKey('%(num)s apple')]: ['%(num)s jablko', '%(num)s jablka', '%(num)s jablek'],
      [messageKey('No %(x)s')]: ['%(other)s'],
    };
    const html =
      '{{ gettext("Yo %(x)s, 5%%", x=name|upper) }};{{ ngettext("%(num)s apple", "%(num)s apples", 3) }};{{ _("No %(x)s", x=1) }};{{ _("Old %(x)s")|format(x=2) }}';
    const source = { html, translations: { ...catalogue, messages } };
    expect((await renderVersion(source, { name: 'ada' })).html).toBe('ADA, yo! 5%;3 jablka;No 1;Old 2');
    expect((await renderVersion({ html }, { name: 'ada' })).html).toBe('Yo ADA, 5%;3 apples;No 1;Old 2');
    const { warnings } = await compileVersion({ subject: '', ...source }, () => undefined);
    expect(warnings).toEqual(['html: the translation of "No %(x)s" does not fit its placeholders and is not used']);
    expect(extractMessages({ subject: '', html }, () => undefined)).toEqual([
      { msgid: 'Yo %(x)s, 5%%', format: true },
      { msgid: '%(num)s apple', msgidPlural: '%(num)s apples', format: true },
      { msgid: 'No %(x)s', format: true },
      { msgid: 'Old %(x)s', format: true },
    ]);
  });

  it.each([
    ['{{ _("Hi %(x)s and %(y)s", x=1) }}', 'the message has no value for %(y)s; add y=value'],
    ['{{ _("100% %(x)s", x=1) }}', 'a % in the message "100% %(x)s" is neither %% nor a placeholder %(name)s'],
    ['{{ _("Hi %(x)s", **values) }}', 'the values of a message must be named one by one: name=value'],
  ])('of gettext are rejected if a value is missing: %s', async (html, what) => {
    expect(await rejection(html)).toContain(what);
  });

  it('are extracted in order, including those of expressions and snippets', () => {
    const html =
      '{% if x %}{% trans %}A {{ x }}{% endtrans %}{% endif %}{{ _("B") }}{{ ngettext("C", "Cs", n) }}{% include "s" %}{{ "{% trans %}no{% endtrans %}" }}';
    expect(extractMessages({ subject: '{{ _("S") }}', html }, () => '{% trans "ctx" %}D{% endtrans %}')).toEqual([
      { msgid: 'A %(x)s', format: true },
      { msgid: 'B', format: false },
      { msgid: 'C', msgidPlural: 'Cs', format: false },
      { msgid: 'D', context: 'ctx', format: false },
      { msgid: 'S', format: false },
    ]);
  });
});

it('MJML keeps Jinja tags', async () => {
  const mjml = `<mjml><mj-body><mj-section><mj-column>
    <mj-raw>{% for x in xs %}</mj-raw><mj-text color="{{ "red" }}">{{ x|upper }} {% trans %}Hi "{{ x }}"{% endtrans %} {% raw %}{{ y }}{% endraw %}</mj-text><mj-raw>{% endfor %}</mj-raw>
  </mj-column></mj-section></mj-body></mjml>`;
  const html = await renderHtml(mjml, { xs: ['a', 'b'] });
  expect(html).toContain('A Hi "a" {{ y }}');
  expect(html).toContain('B Hi "b" {{ y }}');
  expect(html).not.toContain('{%');
  expect(
    await getRejection({
      engine: undefined,
      html: '<mjml><mj-body>{% if x %}<mj-section></mj-section>{% endif %}</mj-body></mjml>',
    }),
  ).toMatch(/\{% if x %\} is lost when MJML is compiled/);
});
