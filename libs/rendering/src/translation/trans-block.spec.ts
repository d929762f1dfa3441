import { extractMessages } from '../index.js';
import type { Catalogue, TransMessage } from '../index.js';
import { messageKey } from './message.js';
import { parsePluralForms } from './plural-rule.js';
import { getRejection, renderHtml, renderText, renderVersion } from '../testing/rendering.js';

const getMessages = (text: string, snippets: Record<string, string> = {}): TransMessage[] =>
  extractMessages({ subject: '', text }, (name) => snippets[name]);
const getMsgid = (text: string): string | undefined => getMessages(text)[0]?.msgid;

describe("messages are exactly those that Jinja's i18n extension extracts", () => {
  it.each([
    ['{% trans %}100% sure{% endtrans %}', '100% sure'],
    ['{% trans %}{{ p }}% off{% endtrans %}', '%(p)s%% off'],
    ['{% trans %}%(name)s literal{% endtrans %}', '%(name)s literal'],
    ['{% trans x=1 %}%(x)s and {{ x }}{% endtrans %}', '%%(x)s and %(x)s'],
    ['{% trans n %}100% sure{% endtrans %}', '100% sure'],
    ['{% trans %}New {% endtrans %}', 'New '],
    ['{% trans %} \n\nEvent Page ["{% endtrans %}', ' \n\nEvent Page ["'],
    ['{% trans %}a\r\nb\rc{% endtrans %}', 'a\nb\nc'],
    ['{% trans trimmed %}\n  Dear {{ name }},\n\n   welcome  back \n{% endtrans %}', 'Dear %(name)s, welcome  back'],
    ['{% trans notrimmed %} a {% endtrans %}', ' a '],
    ['{%- trans -%}  a  {%- endtrans -%}', 'a'],
    ['{% trans %}a {{- x -}} b{% endtrans %}', 'a%(x)sb'],
    ['{% trans %}a{# dropped #}b{! kept !}{{! dropped }}c{% endtrans %}', 'ab{! kept !}c'],
    ['{% trans %}a {% raw %}{{x}} 5%{% endraw %}{% endtrans %}', 'a {{x}} 5%'],
    ['{% trans %}{{x}} and {{x}}{% endtrans %}', '%(x)s and %(x)s'],
    ['{% trans %}<b>"Bold"</b> &amp; \\n{% endtrans %}', '<b>"Bold"</b> &amp; \\n'],
    ['{% trans %}{{ user.name }} {{{ a }}} {{& b.c }}{% endtrans %}', '%(user.name)s %(a)s %(b.c)s'],
  ])('%j', (text, msgid) => {
    expect(getMsgid(text)).toBe(msgid);
  });

  it('with plural, context and format', () => {
    expect(
      getMessages(
        '{% trans "cart" n=items.length, user %}One for {{user}}{% pluralize %}{{n}} for {{user}}{% endtrans %}',
      ),
    ).toEqual([{ msgid: 'One for %(user)s', msgidPlural: '%(n)s for %(user)s', context: 'cart', format: true }]);
    expect(getMessages('{% trans n %}100% one{% pluralize %}100% more{% endtrans %}')).toEqual([
      { msgid: '100% one', msgidPlural: '100% more', format: false },
    ]);
  });

  it('in order of appearance, HTML first, including snippets and partials, but not raw blocks', () => {
    const source = {
      subject: '{% trans %}5{% endtrans %}',
      text: '{% trans %}4{% endtrans %}',
      html: '{% trans %}1{% endtrans %}{% raw %}{% trans %}no{% endtrans %}{% endraw %}{% snippet s %}{{> p}}{{> p}}',
    };
    const bodies: Record<string, string> = { s: '{% trans %}2{% endtrans %}', p: '{% trans %}3{% endtrans %}' };
    expect(extractMessages(source, (name) => bodies[name]).map(({ msgid }) => msgid)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });
});

describe('trans blocks that Jinja rejects are rejected at save time', () => {
  it.each([
    ['{% trans %}a{% trans %}b{% endtrans %}', /trans blocks cannot be nested/],
    ['a\n{% trans %}b', /line 2: \{% trans %\} is never closed by \{% endtrans %\}/],
    ['{% trans %}{% snippet s %}{% if %}{% endtrans %}', /\{% if %\} is not part/],
    ['{% trans %}{{#a}}x{{/a}}{% endtrans %}', /\{\{#a\}\} is not allowed inside a trans block/],
    ['{% trans %}{{> a}}{% endtrans %}', /\{\{> a\}\} is not allowed inside a trans block/],
    ['{% trans n, n %}x{% endtrans %}', /defines "n" twice/],
    ['{% trans n m %}x{% endtrans %}', /needs a comma/],
    ['{% trans user.name %}x{% endtrans %}', /write name=user\.name/],
    ['{% trans n= %}x{% endtrans %}', /needs a name after "n="/],
    ['{% trans n=items|length %}x{% endtrans %}', /cannot be read at "\|length"/],
    ['{% trans n %}a{% pluralize m %}b{% endtrans %}', /names no variable of the block/],
    ['{% trans %}a{% pluralize %}b{% endtrans %}', /pluralize needs a variable/],
    ['{% trans n %}a{% pluralize %}b{% pluralize %}c{% endtrans %}', /only one pluralize/],
    ['{% pluralize %}', /stands outside a trans block/],
  ])('%j', async (html, message) => {
    expect(await getRejection({ html }, { s: '' })).toMatch(message);
  });
});

describe('a block without a translation prints its own text', () => {
  it.each([
    ['{% trans %}100% {{a}} %% %(a)s{% endtrans %}', { a: 'x' }, '100% x %% %(a)s'],
    ['{% trans %}100% sure{% endtrans %}', {}, '100% sure'],
    ['{% trans who=user.name %}Hi {{who}}{% endtrans %}', { user: { name: 'Ada' } }, 'Hi Ada'],
    ['{% trans n %}one{% pluralize %}{{n}}{% endtrans %}', { n: 1 }, 'one'],
    ['{% trans n %}one{% pluralize %}{{n}}{% endtrans %}', { n: '1' }, 'one'],
    ['{% trans n %}one{% pluralize %}{{n}} more{% endtrans %}', { n: 0 }, '0 more'],
    ['{% trans n %}one{% pluralize %}{{n}} more{% endtrans %}', { n: 1.5 }, '1.5 more'],
    ['{% trans n %}one{% pluralize %}more{% endtrans %}', {}, 'more'],
    ['{% trans a, n %}one{% pluralize n %}more{% endtrans %}', { a: 5, n: 1 }, 'one'],
    ['{% trans %}{{n}} one{% pluralize %}{{n}} more{% endtrans %}', { n: 2 }, '2 more'],
    [
      '{{#list}}{% trans %}{{name}} of {{total}}{% endtrans %};{{/list}}',
      { total: 2, list: [{ name: 'a' }, { name: 'b' }] },
      'a of 2;b of 2;',
    ],
    ['{% trans %}{% endtrans %}', {}, ''],
  ])('%j with %j', async (text, data, expected) => {
    expect(await renderText(text, data)).toBe(expected);
  });

  it('with values escaped in HTML, unless they are unescaped variables', async () => {
    expect(await renderHtml('{% trans %}<b>{{a}}</b> {{{b}}}{% endtrans %}', { a: '<', b: '<' })).toBe('<b>&lt;</b> <');
    expect(await renderHtml('{% trans %}{{{a}}} {{a}}{% endtrans %}', { a: '<' })).toBe('&lt; &lt;');
  });
});

describe('a block with a translation', () => {
  const polish = parsePluralForms(
    'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  );
  const catalogue = (messages: Record<string, string[]>, plural = polish): Catalogue => ({
    plural,
    messages: Object.fromEntries(
      Object.entries(messages).map(([key, forms]) => [
        messageKey(key.split('|')[1] ?? key, key.includes('|') ? key.split('|')[0] : ''),
        forms,
      ]),
    ),
  });

  it.each([
    [
      'its placeholders may move',
      '{% trans %}{{a}} of {{b}}{% endtrans %}',
      { '%(a)s of %(b)s': ['%(b)s: %(a)s (100%%)'] },
      { a: 1, b: 2 },
      '2: 1 (100%)',
    ],
    [
      'text without placeholders is literal',
      '{% trans %}100% sure{% endtrans %}',
      { '100% sure': ['na 100% i %(x)s'] },
      {},
      'na 100% i %(x)s',
    ],
    [
      'context tells messages apart',
      '{% trans "month" %}May{% endtrans %} {% trans %}May{% endtrans %}',
      { 'month|May': ['maj'], May: ['może'] },
      {},
      'maj może',
    ],
    ['others stay as they are', '{% trans %}A{% endtrans %}{% trans %}B{% endtrans %}', { B: ['b'] }, {}, 'Ab'],
    [
      'one that does not fit is not used',
      '{% trans %}{{a}}{% endtrans %}',
      { '%(a)s': ['%(b)s'] },
      { a: 1, b: 2 },
      '1',
    ],
    [
      'values are not templates',
      '{% trans %}{{a}}{% endtrans %}',
      { '%(a)s': ['<%(a)s>'] },
      { a: '%(a)s {{a}}' },
      '<%(a)s {{a}}>',
    ],
  ])('%s', async (_, text, messages, data, expected) => {
    expect(
      (await renderVersion({ text, translations: catalogue(messages as unknown as Record<string, string[]>) }, data))
        .text,
    ).toBe(expected);
  });

  it('has a size limit for long ones that are used often', async () => {
    const text = '{% trans %}a{% endtrans %}'.repeat(10_000);
    expect(await getRejection({ text, translations: catalogue({ a: ['x'.repeat(10_000)] }) })).toMatch(
      /^text, line 1: the part with its translations is larger than 5 MB/,
    );
  });

  it('never parses it as a template', async () => {
    const translations = catalogue({ Hi: ['{{a}} {% raw %} {{#b}}'] });
    expect((await renderVersion({ text: '{% trans %}Hi{% endtrans %}', translations }, { a: 'x' })).text).toBe(
      '{{a}} {% raw %} {{#b}}',
    );
  });

  it.each([
    [1, '1 plik'],
    [2, '2 pliki'],
    [5, '5 plików'],
    [12, '12 plików'],
    [22, '22 pliki'],
    [0, '0 plików'],
    [112, '112 plików'],
    ['3', '3 pliki'],
    [-1, '-1 plik'],
  ])('in Polish: %j is "%s"', async (n, expected) => {
    const translations = catalogue({ '%(n)s file': ['%(n)s plik', '%(n)s pliki', '%(n)s plików'] });
    const text = '{% trans n=files.length %}{{n}} file{% pluralize %}{{n}} files{% endtrans %}';
    expect((await renderVersion({ text, translations }, { files: { length: n } })).text).toBe(expected);
  });

  it.each([
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few'],
    [10, 'few'],
    [11, 'many'],
    [99, 'many'],
    [100, 'other'],
    [102, 'other'],
    [103, 'few'],
  ])('in Arabic: %j uses the form "%s"', async (n, expected) => {
    const arabic = parsePluralForms(
      'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
    );
    const translations = catalogue({ item: ['zero', 'one', 'two', 'few', 'many', 'other'] }, arabic);
    expect(
      (await renderVersion({ text: '{% trans n %}item{% pluralize %}items{% endtrans %}', translations }, { n })).text,
    ).toBe(expected);
  });

  it("uses the source language's plural rule for untranslated plurals", async () => {
    const translations = catalogue({ other: ['inny'] });
    expect(
      (await renderVersion({ text: '{% trans n %}one{% pluralize %}more{% endtrans %}', translations }, { n: 2 })).text,
    ).toBe('more');
  });
});
