import { compileVersion, loadArtifact, renderArtifact, withAddresses } from '../index.js';
import type { VersionSource } from '../index.js';

const compiled = async (source: Partial<VersionSource>, snippets: Record<string, string> = {}) => {
  const { artifact } = await compileVersion({ subject: 'Subject', ...source }, (name) => snippets[name]);
  return loadArtifact(JSON.parse(JSON.stringify(artifact)));
};

/** The found addresses of an email, whose content is the same with and without the search. */
async function getLinks(
  source: Partial<VersionSource>,
  data: Record<string, unknown> = {},
  snippets: Record<string, string> = {},
): Promise<string[]> {
  const artifact = await compiled(source, snippets);
  const { links = [], ...mail } = renderArtifact(artifact, data, { links: true });
  expect(mail).toEqual(renderArtifact(artifact, data));
  const { html = '' } = mail;
  return links.map((start) => html.slice(start, html.indexOf(html[start - 1]!, start)));
}

describe('the links of an email', () => {
  it.each<[what: string, html: string, links: string[]]>([
    ['an anchor', '<p><a href="https://a.example/">a</a></p>', ['https://a.example/']],
    ['in single quotes', `<a class=x href='https://a.example/'>a</a>`, ['https://a.example/']],
    ['in capitals', '<A\n HREF = "https://a.example/">a</A>', ['https://a.example/']],
    ['an area', '<map><area shape="rect" href="https://a.example/"/></map>', ['https://a.example/']],
    ['several', '<a href="1">1</a><a href="2">2</a>', ['1', '2']],
    ['empty', '<a href="">1</a>', ['']],
    ['with > in an attribute', '<a title=">" href="1">1</a>', ['1']],
    ['the first of two', '<a href="1" href="2">1</a>', ['1']],
    ['behind an unclosed tag of text', '<p <b><a href="1">1</a>', ['1']],
    ['behind a <', 'a < b <a href="1">1</a> <3 <a href="2">2</a>', ['1', '2']],
    ['behind a comment', '<!doctype html><!-- <a href="0"> --><a href="1">1</a>', ['1']],
    ['behind style', '<style>a > b { } <a href="0"></style ><a href="1">1</a>', ['1']],
    ['none in a title', '<title><a href="0"></title>', []],
    ['none without quotes', '<a href=https://a.example/>a</a>', []],
    ['none of other elements', '<link href="1"><base href="2"><abbr href="3"><x-a href="4"><img src="5">', []],
    ['none of another attribute', '<a data-href="1" xhref="2" name="3">a</a>', []],
    ['none that is marked', '<a href="1" data-no-track>1</a><a data-no-track="" href="2">2</a>', []],
    ['none that is marked in capitals', '<a href="1" DATA-NO-TRACK/>', []],
    ['none that is never closed', '<a href="1"', []],
  ])('%s', async (_what, html, links) => {
    expect(await getLinks({ html })).toEqual(links);
    expect(await getLinks({ html, engine: 'jinja' })).toEqual(links);
  });

  it.each<[what: string, html: string, links: string[]]>([
    ['with data in it', '<a href="https://a.example/?n={{n}}">a</a>', ['https://a.example/?n=x&amp;y']],
    ['of data alone', '<a href="{{{url}}}">a</a>', ['https://b.example/']],
    ['in sections', '{{#items}}<a href="{{.}}">a</a>{{/items}}{{^none}}<a href="9">a</a>{{/none}}', ['1', '2', '9']],
    ['with a section in the tag', '<a {{#n}}class="b"{{/n}} href="1">a</a>', ['1']],
    ['with a choice of addresses', '<a href="{{#n}}1{{/n}}{{^n}}2{{/n}}">a</a>', ['1']],
    ['in a snippet', '{% snippet "link" %}', ['https://s.example/x&amp;y']],
    ['in a partial', '<div>{{> link}}</div>', ['https://s.example/x&amp;y']],
    ['in messages', '{% trans %}<a href="1">{{ n }}</a> or <a href="2">b</a>{% endtrans %}', ['1', '2']],
    [
      'in a message with plural forms',
      '{% trans count=items.length %}<a href="1">a</a>{% pluralize %}<a href="2">{{ count }}</a>{% endtrans %}',
      ['2'],
    ],
    ['none of an unknown element', '<{{n}} href="1"><{{{a}}} href="2">', []],
    ['none without quotes around data', '<a href={{n}}>a</a>', []],
    ['none in html that is data', '{{{link}}}', []],
  ])('in Mustache: %s', async (_what, html, links) => {
    const data = { n: 'x&y', a: 'a', url: 'https://b.example/', items: ['1', '2'], link: '<a href="1">' };
    expect(await getLinks({ html }, data, { link: '<a href="https://s.example/{{n}}">s</a>' })).toEqual(links);
  });

  it.each<[what: string, html: string, links: string[]]>([
    ['with data in it', '<a href="https://a.example/?n={{ n|e }}">a</a>', ['https://a.example/?n=x&amp;y']],
    ['of data alone', '<a href="{{ url|e }}">a</a>', ['https://b.example/']],
    ['in loops', '{% for i in items %}<a href="{{ i }}">a</a>{% else %}<a href="0">a</a>{% endfor %}', ['1', '2']],
    ['in branches', '{% if n %}<a href="1">{% elif a %}<a href="2">{% else %}<a href="3">{% endif %}a</a>', ['1']],
    ['in macros', '{% macro b(u) %}<a href="{{ u }}">b</a>{% endmacro %}{{ b("1") }}{{ b("2") }}', ['1', '2']],
    [
      'around a call',
      '{% macro b() %}<b>{{ caller() }}</b>{% endmacro %}{% call b() %}<a href="1">{% endcall %}',
      ['1'],
    ],
    ['captured', '{% set x %}<a href="1">a</a>{% endset %}{{ x }}{{ x|upper|lower }}', ['1', '1']],
    ['filtered', '{% filter replace("a", "a") %}<a href="1">a</a>{% endfilter %}', ['1']],
    ['escaped away', '{% set x %}<a href="1">a</a>{% endset %}{{ x|striptags }}', []],
    ['in an included snippet', '{% include "link" %}', ['https://s.example/x&y']],
    ['in blocks', '{% extends "layout" %}{% block main %}<a href="2">b</a>{% endblock %}', ['1', '2']],
    ['in messages', '{% trans n %}<a href="1">{{ n }}</a> or <a href="2">b</a>{% endtrans %}', ['1', '2']],
    [
      'in a message with plural forms',
      '{% trans count=items|length %}<a href="1">a</a>{% pluralize %}<a href="2">{{ count }}</a>{% endtrans %}',
      ['2'],
    ],
    [
      'within with and autoescape',
      '{% autoescape true %}{% with a = 1 %}<a href="1">{% endwith %}{% endautoescape %}',
      ['1'],
    ],
  ])('in Jinja: %s', async (_what, html, links) => {
    const data = { n: 'x&y', a: 'a', url: 'https://b.example/', items: ['1', '2'] };
    const snippets = {
      link: '<a href="https://s.example/{{ n }}">s</a>',
      layout: '<a href="1">a</a>{% block main %}{% endblock %}',
    };
    expect(await getLinks({ html, engine: 'jinja' }, data, snippets)).toEqual(links);
  });

  it('keep their positions with a preheader, and in MJML', async () => {
    const html = '<a href="0">0</a><body class="x"><a href="1">1</a></body>';
    expect(await getLinks({ html, preheader: 'Short: <a href="9">' })).toEqual(['0', '1']);
    const mjml = `<mjml><mj-body><mj-section><mj-column><mj-button href="https://a.example/{{n}}">a</mj-button>
      </mj-column></mj-section></mj-body></mjml>`;
    expect(await getLinks({ html: mjml }, { n: 1 })).toEqual(['https://a.example/1']);
  });

  it('are only found in the HTML', async () => {
    expect(await getLinks({ html: '<p>', text: '<a href="1">', ampHtml: '<a href="1">' })).toEqual([]);
  });

  it('are omitted unless requested', async () => {
    expect(renderArtifact(await compiled({ html: '<a href="1">' }), {})).not.toHaveProperty('links');
  });
});

describe('the addresses of the email itself', () => {
  it.each<[source: string, engine: 'mustache' | 'jinja', used: string[] | undefined]>([
    ['{{unsubscribe_url}} {{webview_url}}', 'mustache', ['unsubscribe_url', 'webview_url']],
    ['<a href="{{&swu.webview_url}}">', 'mustache', ['webview_url']],
    ['{{#unsubscribe_url}}x{{/unsubscribe_url}}', 'mustache', ['unsubscribe_url']],
    ['{% trans %}Or {{ unsubscribe_url }}{% endtrans %}', 'mustache', ['unsubscribe_url']],
    ['unsubscribe_url {{user.unsubscribe_url}} {{unsubscribe_url.x}} {{unsubscribe}}', 'mustache', undefined],
    ['{{ unsubscribe_url }}{{ swu.webview_url|e }}', 'jinja', ['unsubscribe_url', 'webview_url']],
    ['{% if swu["unsubscribe_url"] %}x{% endif %}', 'jinja', ['unsubscribe_url']],
    ['{{ user.unsubscribe_url }}{{ "unsubscribe_url" }}', 'jinja', undefined],
    ['{% set unsubscribe_url = "https://a.example/" %}{{ unsubscribe_url }}', 'jinja', undefined],
  ])('%s in %s uses %j', async (html, engine, used) => {
    expect((await compiled({ html, engine })).addresses).toEqual(used);
  });

  it('are printed unless the data has such a name', async () => {
    const artifact = await compiled({ text: '{{unsubscribe_url}} {{swu.webview_url}} {{swu.x}}' });
    const own = { unsubscribe_url: 'u', webview_url: 'w' };
    const printed = (data: Record<string, unknown>) => renderArtifact(artifact, withAddresses(data, own)).text;
    expect(printed({})).toBe('u w ');
    expect(printed({ unsubscribe_url: 'mine', swu: { x: 1 } })).toBe('mine w 1');
    expect(printed({ swu: 'text' })).toBe('u  ');
  });
});
