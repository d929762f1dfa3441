/** The snippets of the templates below. */
export const snippets: Readonly<Record<string, string>> = {
  footer: 'Bye {{ name }}{% set leaked = 1 %}\n',
  macros: '{% macro button(text, href="#") %}<a href="{{ href }}">{{ text }}</a>{% endmacro %}{% set colour = "red" %}',
  layout: '<{% block title %}Default{% endblock %}|{% block body %}{% endblock %}>',
  middle: '{% extends "layout" %}{% block body %}middle({{ super() }}){% endblock %}',
};

/** A template and its output; null for an error. Python's Jinja must agree. */
export const cases: readonly (readonly [template: string, printed: string | null])[] = [
  // Values
  ['{{ true }} {{ none }} {{ 1.0 }} {{ 1e16 }} {{ 0.00001 }} {{ 1e-4 }}', 'True None 1.0 1e+16 1e-05 0.0001'],
  [`{{ ['a', 1, none, 'it\\'s'] }} {{ ('x',) }} {{ () }}`, `['a', 1, None, "it's"] ('x',) ()`],
  ["{{ {'a': [1.5], 2: true} }}", "{'a': [1.5], 2: True}"],
  ['{{ user.address }}', "{'city': 'Köln', 'zip': '50667'}"],
  ['{{ nothing }}|{{ user.nope }}|{{ nope }}', 'None||'],
  ['{{ nope.deeper }}', null],
  ['{{ user.nope.deeper }}', null],
  ['{{ [nope] }}', '[Undefined]'],
  ["{{ 'a\\tb\\u00fc\\x41\\q' }}", 'a\tbüA\\q'],
  ['{{ 0x1f }} {{ 0b101 }} {{ 0o17 }} {{ 1_000 }} {{ 12345678901234567890 }}', '31 5 15 1000 12345678901234567890'],
  // Arithmetic
  ['{{ 7 / 2 }} {{ 6 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 % -3 }}', '3.5 3.0 3 -4 2 -2'],
  ['{{ 2 ** 10 }} {{ 2 ** -1 }} {{ 2 ** 100 }} {{ -2 ** 2 }}', '1024 0.5 1267650600228229401496703205376 4'],
  [
    '{{ 0.1 + 0.2 }} {{ 1.5 + 1.5 }} {{ true + 1 }} {{ 9007199254740993 + 1 }}',
    '0.30000000000000004 3.0 2 9007199254740994',
  ],
  ['{{ "a" + 1 }}', null],
  ['{{ "a" ~ 1 ~ none }} {{ "ab" * 3 }} {{ [1] + [2] }}', 'a1None ababab [1, 2]'],
  ['{{ 1 / 0 }}', null],
  ['{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ "a" < "b" }} {{ [1, 2] < [1, 3] }}', 'True False True True'],
  ['{{ 1 < "a" }}', null],
  ['{{ 1 == 1.0 == true }} {{ "1" == 1 }} {{ [1] == (1,) }}', 'True False False'],
  ['{{ 2 in [1, 2] }} {{ "an" in "banana" }} {{ "name" in user }} {{ 9 not in xs }}', 'True True True True'],
  // Conditions
  ['{{ "a" if yes }}{{ "b" if no }}{{ "c" if no else "d" }}', 'ad'],
  ['{{ none or "x" }} {{ 0 and 1 }} {{ not "" }}', 'x 0 True'],
  ['{% if n > 5 %}a{% elif n == 3 %}b{% else %}c{% endif %}', 'b'],
  // Slices and items
  ['{{ word[0] }}{{ word[-1] }} {{ word[1:4] }} {{ word[::-1] }} {{ xs[9] }}', "i> t's >b< s'ti "],
  ['{{ user["name"] }} {{ rows.0.name }} {{ rows[-1].name }} {{ pairs.0.1 }}', 'Grace Pencil Ink 1'],
  // Loops
  ['{% for x in xs %}{{ loop.index }}/{{ loop.length }}{{ "," if not loop.last }}{% endfor %}', '1/3,2/3,3/3'],
  ['{% for x in none_here %}a{% else %}empty{% endfor %}', 'empty'],
  ['{% for a, b in pairs %}{{ a }}{{ b }}{% endfor %}', 'a1b2'],
  ['{% for a, b in xs %}{{ a }}{% endfor %}', null],
  ['{% for x in xs if x > 1 %}{{ loop.index }}{{ x }} {% endfor %}', '13 22 '],
  ['{% for k, v in user.address.items() %}{{ k }}={{ v }} {% endfor %}', 'city=Köln zip=50667 '],
  ['{% for c in "abc" %}{{ loop.cycle("1", "2") }}{{ c }}{% endfor %}', '1a2b1c'],
  ['{% for x in n %}{% endfor %}', null],
  ['{% set x = 1 %}{% for i in xs %}{% set x = x + i %}{{ x }} {% endfor %}{{ x }}', '4 2 3 1'],
  // Names
  ['{% set a, b = pairs[0] %}{{ a }}{{ b }}', 'a1'],
  ['{% set t %}<{{ name }}>{% endset %}{{ t }}{{ t|length }}', '<Ada>5'],
  ['{% set t | upper | replace("D", "-") %}{{ name }}{% endset %}{{ t }}', 'A-A'],
  ['{% set ns = namespace(a=1) %}{% for i in xs %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }}', '7'],
  ['{% set user.name = 1 %}', null],
  ['{% with a = 1, b = n %}{{ a }}{{ b }}{% endwith %}{{ a }}', '13'],
  ['{% if yes %}{% set inner = 1 %}{% endif %}{{ inner }}', '1'],
  // Macros
  ['{% macro m(a, b=2) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1) }}', '12(){}'],
  ['{% macro m(a) %}{{ a }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, c=3) }}', "1(2,){'c': 3}"],
  ['{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}', null],
  ['{% macro m(a) %}{{ a }}{% endmacro %}{{ m(b=2) }}', null],
  [
    '{% macro box(t) %}[{{ t }}:{{ caller() }}]{% endmacro %}{% call box("x") %}in {{ name }}{% endcall %}',
    '[x:in Ada]',
  ],
  [
    '{% macro each(l) %}{% for i in l %}{{ caller(i) }}{% endfor %}{% endmacro %}{% call(i) each(xs) %}<{{ i }}>{% endcall %}',
    '<3><1><2>',
  ],
  ['{% macro fac(k) %}{{ k if k < 2 else k * fac(k - 1)|int }}{% endmacro %}{{ fac(5) }}', '120'],
  ['{{ m.name }}{% macro m() %}{% endmacro %}{{ m.name }}', null],
  // Whitespace
  ['a\n{% if yes %}\nb\n{% endif %}\nc\n', 'a\n\nb\n\nc'],
  ['a  {%- if yes -%}  b  {%- endif -%}  c', 'abc'],
  ['a {{- name -}} b {#- c -#} d', 'aAdabd'],
  ['{% raw %}{{ x }}{% if %}{% endraw %}', '{{ x }}{% if %}'],
  ['{%- raw -%}  {{ x }}  {%- endraw -%}  y', '{{ x }}y'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ["{{ '}}' }}{{ '%}' }}{{ {'a': {'b': 1}} }}", "}}%}{'a': {'b': 1}}"],
  // Filters
  [
    '{{ 2.5|round }} {{ 3.5|round }} {{ 2.675|round(2) }} {{ 42.55|round(1, "floor") }} {{ 42|round }}',
    '2.0 4.0 2.67 42.5 42',
  ],
  ['{{ "it\'s a fine-day (ok) <b>x"|title }} {{ "it\'s".title() }}', "It's A Fine-Day (Ok) <B>x It'S"],
  [
    '{{ text|truncate(20) }}|{{ "Hello World!"|truncate(10) }}|{{ "Hello World!"|truncate(9, true) }}',
    'The quick...|Hello World!|Hello World!',
  ],
  ['{{ "foo bar baz qux"|truncate(9) }} {{ "foo bar baz qux"|truncate(11, False, "...", 0) }}', 'foo... foo bar...'],
  ['{{ nope|default("x") }} {{ ""|default("y") }} {{ ""|default("z", true) }} {{ none|d("k") }}', 'x  z None'],
  ['{{ "%s has %d, %.2f, %5s|%-5s|%%"|format("a", 3, 2.5, "b", "c") }}', 'a has 3, 2.50,     b|c    |%'],
  ['{{ "%(a)s"|format(a=1) }} {{ "{} {1} {x!r:>5}".format(1, 2) }}', null],
  ['{{ "{:,.2f} {:>6} {:^6}| {:05d} {:x}".format(1234.5, "a", "b", 42, 255) }}', '1,234.50      a   b   | 00042 ff'],
  ["{{ {'b': '<', 'a': [1, none, true, 'é']}|tojson }}", '{"a": [1, null, true, "\\u00e9"], "b": "\\u003c"}'],
  ['{{ {"a": 1}|tojson(-3) }}', '{\n"a": 1\n}'],
  ['{{ {"a": {"b": 1}}|tojson(2) }}', '{\n  "a": {\n    "b": 1\n  }\n}'],
  ['{{ "a b&c/d?é~!"|urlencode }} {{ {"a": "b c", "d": "/"}|urlencode }}', 'a%20b%26c/d%3F%C3%A9~%21 a=b+c&d=%2F'],
  [
    '{{ 1|filesizeformat }} {{ 1500|filesizeformat }} {{ 1500|filesizeformat(true) }} {{ 13e6|filesizeformat }}',
    '1 Byte 1.5 kB 1.5 KiB 13.0 MB',
  ],
  ['{{ "&amp &#39x &lt;b&gt &copyx &bogus; &#x41;"|striptags }}', "& 'x <b> ©x &bogus; A"],
  ['{{ html|striptags }} {{ "<!-- x --><b>a</b>  b &lt;"|striptags }}', 'Hi & bye a b <'],
  ['{{ "a\nb\n\nc"|indent }}|{{ "a\nb"|indent(2, true) }}', 'a\n    b\n\n    c|  a\n  b'],
  [`{{ {'class': 'a b', 'id': none, 'x': '"<'}|xmlattr }}`, ' class="a b" x="&#34;&lt;"'],
  [
    '{{ words|sort }} {{ words|sort(true) }} {{ words|sort(case_sensitive=true) }}',
    "['Apple', 'apple', 'fig', 'pear'] ['pear', 'fig', 'Apple', 'apple'] ['Apple', 'apple', 'fig', 'pear']",
  ],
  [
    '{% for k, l in rows|groupby("kind") %}{{ k }}:{{ l|map(attribute="name")|join(",") }};{% endfor %}',
    'a:Pencil,Ink;b:paper;',
  ],
  ['{% for g in rows|groupby("kind") %}{{ g.grouper }}{{ g.list|length }}{% endfor %}', 'a2b1'],
  [
    '{{ [1, 2, 3, 4, 5]|batch(2, 0)|list }} {{ [1, 2, 3, 4, 5]|slice(2)|list }}',
    '[[1, 2], [3, 4], [5, 0]] [[1, 2, 3], [4, 5]]',
  ],
  ['{{ xs|sum }} {{ rows|sum(attribute="price") }} {{ xs|min }} {{ words|max }} {{ []|first }}', '6 17.75 1 pear '],
  ['{{ rows|selectattr("ok")|map(attribute="name")|list }} {{ xs|select("gt", 1)|list }}', "['Pencil', 'Ink'] [3, 2]"],
  ['{{ " x "|trim }}|{{ "abc"|center(7) }}|{{ "foo bar"|wordcount }}|{{ "abc"|reverse }}', 'x|  abc  |2|cba'],
  [
    '{{ "42.9"|int }} {{ "x"|int(7) }} {{ "0x1f"|int(base=16) }} {{ "1e3"|float }} {{ "x"|float }}',
    '42 7 31 1000.0 0.0',
  ],
  [
    '{{ "<a>"|e }} {{ "<a>"|e|e }} {{ "<a>"|safe }} {{ ("<a>"|e) + "<b>" }}',
    '&lt;a&gt; &lt;a&gt; <a> &lt;a&gt;&lt;b&gt;',
  ],
  [
    '{{ user|dictsort|first }} {{ {"b": 1, "A": 2}|dictsort }}',
    "('address', {'city': 'Köln', 'zip': '50667'}) [('A', 2), ('b', 1)]",
  ],
  [
    '{{ "see http://example.com/x?a=1&b=2, ok"|urlize }}',
    'see <a href="http://example.com/x?a=1&amp;b=2" rel="noopener">http://example.com/x?a=1&amp;b=2</a>, ok',
  ],
  ['{% filter upper %}a{{ name }}{% endfilter %}', 'AADA'],
  ['{{ "ab cd ef"|wordwrap(5) }} {{ "aaaaaaa"|wordwrap(3) }}', 'ab cd\nef aaa\naaa\na'],
  // Tests
  [
    '{{ 3 is odd }} {{ 4 is divisibleby 2 }} {{ nope is defined }} {{ 1.0 is float }} {{ true is number }}',
    'True True False True True',
  ],
  [
    '{{ "a" is string }} {{ user is mapping }} {{ xs is iterable }} {{ none is none }} {{ "A" is upper }}',
    'True True True True True',
  ],
  ['{{ 1 is sameas 1 }} {{ true is sameas true }} {{ range is callable }} {{ 2 is in xs }}', 'True True True True'],
  // Methods
  [
    '{{ "a,b,,c".split(",") }} {{ " a  b ".split() }} {{ "a b c".split(" ", 1) }}',
    "['a', 'b', '', 'c'] ['a', 'b'] ['a', 'b c']",
  ],
  [
    '{{ "Abc".startswith("A") }} {{ "abc".replace("b", "x") }} {{ ",".join(["a", "b"]) }} {{ "x".center(3, "*") }}',
    'True axc a,b *x*',
  ],
  [
    '{{ user.get("name") }} {{ user.get("x", "y") }} {{ user.keys()|list }} {{ user.address.values()|list }}',
    "Grace y ['name', 'age', 'tags', 'address'] ['Köln', '50667']",
  ],
  ['{% set l = [1] %}{% do l.append(2) %}{{ l }} {{ l.pop() }} {{ l }} {{ [3, 1].index(1) }}', '[1, 2] 2 [1] 1'],
  [
    '{{ range(3)|list }} {{ range(3) }} {{ range(5, 0, -2)|list }} {{ dict(a=1) }}',
    "[0, 1, 2] range(0, 3) [5, 3, 1] {'a': 1}",
  ],
  ['{% set c = cycler("a", "b") %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}', 'abab'],
  ['{% set j = joiner("|") %}{% for x in xs %}{{ j() }}{{ x }}{% endfor %}', '3|1|2'],
  // Snippets
  ['{% include "footer" %}{{ leaked }}', 'Bye Ada'],
  ['{% for name in ["x", "y"] %}{% include "footer" %} {% endfor %}', 'Bye x Bye y '],
  ['{% include "footer" without context %}|{% include "nope" ignore missing %}', 'Bye |'],
  ['{% include ["nope", "footer"] %}', 'Bye Ada'],
  ['{% import "macros" as m %}{{ m.button("Go") }}{{ m.colour }}', '<a href="#">Go</a>red'],
  ['{% from "macros" import button as b, colour %}{{ b("Go", "/x") }}{{ colour }}', '<a href="/x">Go</a>red'],
  [
    '{% extends "layout" %}{% block title %}T {{ name }}{% endblock %}dropped{% block body %}{{ super() }}B{% endblock %}',
    '<T Ada|B>',
  ],
  ['{% extends "middle" %}{% block title %}{{ super() }}!{% endblock %}', '<Default!|middle()>'],
  [
    '{% extends "layout" %}{% set x = 5 %}{% block body %}{{ x }}{{ self.title() }}{% endblock %}',
    '<Default|5Default>',
  ],
  // Escaping
  [
    '{% autoescape true %}{{ word }}{{ word|safe }}{{ "<i>" }}{{ html|e }}{% endautoescape %}',
    "it&#39;s &lt;b&gt;it's <b>&lt;i&gt;&lt;p class=&#34;x&#34;&gt;Hi &amp;amp; bye&lt;/p&gt;",
  ],
  [
    '{% autoescape true %}{% set b %}<b>{{ word }}</b>{% endset %}{{ b }}{{ b ~ "<" }}{% endautoescape %}',
    '<b>it&#39;s &lt;b&gt;</b><b>it&#39;s &lt;b&gt;</b>&lt;',
  ],
  ['{% autoescape true %}{{ ["<a>", "<b>"|safe]|join("<br>"|safe) }}{% endautoescape %}', '&lt;a&gt;<br><b>'],
  // Messages
  [
    '{% trans %}100% {{ name }}{% endtrans %} {{ _("Hi") }} {{ gettext("Yo") }} {{ ngettext("one", "many", n) }}',
    '100% Ada Hi Yo many',
  ],
  ['{% trans count=xs|length %}one{% pluralize %}{{ count }} of {{ name }}{% endtrans %}', '3 of Ada'],
  ['{% set t = "{% trans %}" %}{{ t }}', '{% trans %}'],
];
