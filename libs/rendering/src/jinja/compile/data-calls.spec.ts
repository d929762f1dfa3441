import { compileVersion } from '../../compile-version.js';
import { getRejection } from '../../testing/rendering.js';

const getWarnings = async (html: string, snippet = '') =>
  (await compileVersion({ subject: 'S', html, engine: 'jinja' }, () => snippet)).warnings;

describe('names of another service', () => {
  it.each([
    ['{{ swu.lib.babel }}', ['html: swu.lib is what template_data has under that name']],
    ['{{ email_data.user.name }}{{ email_data.b }}', ['html: email_data is what template_data has under that name']],
    ['{% if swu.recipient %}x{% endif %}', ['html: swu has unsubscribe_url and webview_url']],
    ['{% include "s" %}', ['snippet "s": email_data is']],
  ])('warn in %s', async (html, warnings) => {
    expect(await getWarnings(html, '{{ email_data.a }}')).toEqual(
      warnings.map((warning) => expect.stringContaining(warning) as unknown),
    );
  });

  it.each([
    '{{ swu.webview_url }}{{ swu.unsubscribe_url }}',
    '{% set email_data = {"a": 1} %}{{ email_data.a }}',
    '{{ user.email_data }}{{ order.swu.lib }}',
  ])('do not warn in %s', async (html) => {
    expect(await getWarnings(html)).toEqual([]);
  });
});

const rejection = (html: string, snippets: Record<string, string> = {}) =>
  getRejection({ html, engine: 'jinja' }, snippets);

describe('a call that cannot work with any data is rejected at save time', () => {
  it.each([
    [
      '{{ request.route_url("x") }}',
      'request.route_url() cannot work: template_data is JSON, whose values have no method route_url; pass its result in template_data',
    ],
    [
      '{{ when.strftime("%Y") }}',
      'when.strftime() cannot work: template_data is JSON, whose values have no method strftime; write {{ when|date("%Y") }}',
    ],
    [
      '{% for o in orders %}{{ o.at.strftime("%d") }}{% endfor %}',
      'o.at.strftime() cannot work: .*write {{ o.at|date("%d") }}',
    ],
    ['{% for key, value in data.iteritems() %}{% endfor %}', 'data.iteritems() cannot work: .*write data.items()'],
    ['{% set day = order.day %}{{ day.isoformat() }}', 'day.isoformat() cannot work: .*write {{ day|date }}'],
    ['{% if not x.has_key("a") %}{% endif %}', 'x.has_key() cannot work: .*write key in x'],
    [
      '{{ swu.lib.babel.numbers.format_currency(1, "EUR") }}',
      'swu.lib.babel.numbers.format_currency() cannot work: .*write {{ price|money("EUR") }} and {{ day|date("long") }}',
    ],
    ['{{ url_for("x") }}', 'there is no function url_for: template_data is JSON, so pass its result there'],
    ['{% trans %}for{{ a }}, {{ tuple }}: {{ b }}!{{ c }}{% endtrans %}{{ f() }}', 'there is no function f: '],
    ['{% include "s" %}', '(snippet "s", line 1): d.strftime() cannot work'],
  ])('%s', async (html, what) => {
    const [start, end = ''] = what.split('.*');
    const message = await rejection(html, { s: '{{ d.strftime("%Y") }}' });
    expect(message).toContain(start);
    expect(message).toContain(end);
    expect(message).toMatch(/^html, line 1/);
  });

  it('the call is reported once in MJML, together with other problems', async () => {
    const html = '<mjml><mj-body><mj-raw>{{ a.b() }}\n{{ c() }}</mj-raw></mj-body></mjml>';
    expect((await rejection(html)).split('\n').map((line) => line.split(':', 1)[0])).toEqual([
      'html, line 1',
      'html, line 2',
    ]);
  });
});

describe('a call that may work is accepted', () => {
  it.each([
    '{% macro m(f) %}{{ f() }}{% endmacro %}{{ m(1) }}',
    '{% from "s" import other as o %}{{ o() }}{% import "s" as s %}{{ s.other() }}',
    '{% set row = cycler("a", "b") %}{{ row.next() }}{% for x in y %}{{ loop.cycle("a", "b") }}{% endfor %}',
    '{% if a %}{% set comma = joiner(", ") %}{% endif %}{{ comma() }}',
    '{% set ns = namespace(f=range) %}{{ ns.f(3) }}',
    '{% set add = list.append %}{{ add(1) }}{{ name.upper().lower() }}{{ order.items() }}',
    '{% for f in [range, dict] %}{{ f() }}{% endfor %}',
    '{% block b %}{{ self.b() }}{{ super() }}{% endblock %}',
    '{% call(user) box() %}{{ user.shown() }}{% endcall %}{% macro box() %}{{ caller(1) }}{% endmacro %}',
    '{{ (a or range)(3) }}{{ d.get("x").strip() }}{{ (x|attr("upper"))() }}',
    '{% with f = range %}{{ f(2) }}{% endwith %}{{ _("x") }}{{ ngettext("a", "b", 2) }}',
  ])('%s', async (html) => {
    const snippets: Record<string, string> = { s: '{% macro other() %}{% endmacro %}' };
    const { artifact } = await compileVersion({ subject: 's', html, engine: 'jinja' }, (name) => snippets[name]);
    expect(artifact.engine).toBe('jinja');
  });
});

describe('names with a slash', () => {
  it.each([
    [
      '<p>Hello</p>\n{{user/name}}',
      ['html, line 2: {{user/name}} divides user by name; write {{user.name}} for a field'],
    ],
    ['{{- user/name -}}', ['{{user/name}} divides user by name']],
    ['{% snippet "s" %}', ['{{order/total}} divides order by total']],
  ])('warn in %s', async (html, warnings) => {
    expect(await getWarnings(html, '{{ order/total }}')).toEqual(
      warnings.map((warning) => expect.stringContaining(warning) as unknown),
    );
  });

  it.each(['{{ a / b }}', '{{ a/2 }}', '{{ a.b/c }}', '{% set x = a/b %}', '{% raw %}{{a/b}}{% endraw %}'])(
    'do not warn in %s',
    async (html) => {
      expect(await getWarnings(html)).toEqual([]);
    },
  );
});
