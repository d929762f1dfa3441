/** Generates random templates that fit its data from a grammar; the same seed generates the same templates. */
export class TemplateGenerator {
  private names: string[] = [];
  private depth = 0;

  constructor(private seed: number) {}

  /** The data of every template. */
  static readonly data = {
    name: 'Ada',
    word: "it's <b>",
    text: 'The quick brown-fox  jumps\nover the lazy dog. Über 50% & more',
    empty: '',
    path: 'a/b c?d=é',
    n: 3,
    zero: 0,
    neg: -7,
    big: 1234567,
    price: 19.99,
    half: 2.5,
    small: 0.00001,
    yes: true,
    no: false,
    nothing: null,
    xs: [3, 1, 2],
    none: [],
    words: ['pear', 'Apple', 'fig', 'apple'],
    mixed: [1, 'two', null, true, [4, 5], { k: 'v' }],
    user: { name: 'Grace', age: 36, tags: ['x', 'y'], address: { city: 'Köln', zip: '50667' } },
    rows: [
      { name: 'Pencil', price: 1.5, qty: 2, kind: 'a', ok: true },
      { name: 'paper', price: 4, qty: 1, kind: 'b', ok: false },
      { name: 'Ink', price: 12.25, qty: 0, kind: 'a', ok: true },
    ],
    pairs: [
      ['a', 1],
      ['b', 2],
    ],
    html: '<p class="x">Hi &amp; bye</p>',
  } as const;

  template(): string {
    this.names = [];
    this.depth = 0;
    return this.body(3);
  }

  private random(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  private body(maxPieces: number): string {
    return Array.from({ length: 1 + this.below(maxPieces) }, () => this.piece()).join('');
  }

  private piece(): string {
    this.depth += 1;
    const deep = this.depth > 4;
    const piece = deep || this.random() < 0.55 ? this.leaf() : this.block();
    this.depth -= 1;
    return piece;
  }

  private leaf(): string {
    return this.pick([
      () => `{{ ${this.any()} }}`,
      () => `{{ ${this.any()} }}`,
      () => `{{ ${this.any()} }}`,
      () => `{{- ${this.text()} -}}`,
      () => this.pick([' text ', '\n', '<b>', 'a & b\n', '  \n  ', '{ not } a tag %}', '100%']),
      () => `{# ${this.pick(['note', '{{ x }}', '-'])} #}`,
      () => `{% set ${this.newName()} = ${this.any()} %}`,
      () => `{% raw %}{{ ${this.pick(['x', 'y|z'])} }}{% endraw %}`,
      () => `{% do ${this.list()} %}`,
    ])();
  }

  private block(): string {
    const dash = this.random() < 0.2 ? '-' : '';
    return this.pick([
      () => `{% if ${this.any()} ${dash}%}${this.body(2)}{% endif %}`,
      () =>
        `{%${dash} if ${this.bool()} %}${this.body(2)}{% elif ${this.bool()} %}${this.body(2)}{% else %}${this.body(2)}{% endif %}`,
      () => this.loop(dash),
      () => this.loop(dash),
      () =>
        `{% for k, v in ${this.dict()}${this.pick(['.items()', '|dictsort', '|items'])} %}{{ k }}={{ v }};{% endfor %}`,
      () => `{% set ${this.newName()} %}${this.body(2)}{% endset %}`,
      () => `{% set ${this.newName()} | upper %}${this.body(2)}{% endset %}`,
      () => `{% with w = ${this.any()}, v = ${this.int()} %}{{ w }}{{ v }}${this.body(2)}{% endwith %}`,
      () => `{% filter ${this.textFilter()} %}${this.body(2)}{% endfilter %}`,
      () => `{% autoescape ${this.pick(['true', 'false'])} %}${this.body(2)}{% endautoescape %}`,
      () => this.macro(),
      () => `{% trans %}Hello {{ name }}, 100%{% endtrans %}`,
      () => `{% trans count=${this.int()} %}one {{ count }}{% pluralize %}{{ count }} of them{% endtrans %}`,
      () => `{% trans trimmed x=${this.text()} %}\n  a\n  {{ x }}\n{% endtrans %}`,
      () =>
        `{% set ns = namespace(total=0) %}{% for i in ${this.ints()} %}{% set ns.total = ns.total + i %}{% endfor %}{{ ns.total }}`,
      () =>
        `{% for r in [[1, [2, [3]]], [4]] recursive %}{{ loop.depth }}{{ r if r is number }}{% if r is iterable %}[{{ loop(r) }}]{% endif %}{% endfor %}`,
    ])();
  }

  private loop(dash: string): string {
    const inside = this.pick([
      'index',
      'index0',
      'revindex',
      'revindex0',
      'first',
      'last',
      'length',
      'depth',
      'previtem',
      'nextitem',
      'cycle("odd", "even")',
      'changed(it)',
    ]);
    const known = this.names;
    this.names = [...known, 'it'];
    const body = this.body(2);
    this.names = known;
    const test =
      this.random() < 0.3 ? ` if ${this.pick(['it', 'it is defined', 'not it', 'it != 2', 'loop is undefined'])}` : '';
    const otherwise = this.random() < 0.3 ? '{% else %}none' : '';
    return `{% for it in ${this.list()}${test} %}{{ loop.${inside} }}:{{ it }}${body}${otherwise}{%${dash} endfor %}`;
  }

  private macro(): string {
    const known = this.names;
    this.names = [...known, 'a', 'b'];
    const body = this.body(2);
    this.names = known;
    const call = this.pick([
      () => `{{ m(${this.any()}) }}`,
      () => `{{ m(${this.any()}, ${this.any()}) }}`,
      () => `{{ m(b=${this.any()}, a=${this.any()}) }}`,
      () => `{{ m(1, 2, 3, 4) }}`,
      () => `{{ m(1, c=${this.any()}) }}`,
      () => `{% call m(${this.any()}) %}inner {{ name }}{% endcall %}`,
      () => `{% call(p) m(${this.any()}) %}inner {{ p }}{% endcall %}`,
    ])();
    const extra = this.pick([
      '',
      '',
      '{{ caller() }}',
      '{{ caller(a) }}',
      '{{ varargs }}',
      '{{ kwargs }}',
      '{{ varargs|length }}{{ kwargs.c }}',
    ]);
    return `{% macro m(a, b=${this.any()}) %}<{{ a }}|{{ b }}>${extra}${body}{% endmacro %}${call}`;
  }

  private newName(): string {
    const name = this.pick(['v1', 'v2', 'v3']);
    if (!this.names.includes(name)) this.names.push(name);
    return name;
  }

  private any(): string {
    this.depth += 1;
    const kind = this.depth > 6 ? 5 : this.below(9);
    const expression = [
      () => this.text(),
      () => this.text(),
      () => this.int(),
      () => this.number(),
      () => this.bool(),
      () => this.pick(['name', 'n', 'xs', 'user', 'nothing', 'yes', 'price', 'missing', 'html', ...this.names]),
      () => this.list(),
      () => this.dict(),
      () => `${this.any()} if ${this.bool()}${this.random() < 0.7 ? ` else ${this.any()}` : ''}`,
    ][kind] as () => string;
    const result = expression();
    this.depth -= 1;
    return result.includes(' if ') ? `(${result})` : result;
  }

  private text(): string {
    this.depth += 1;
    const simple = (): string =>
      this.pick([
        'name',
        'word',
        'text',
        'empty',
        'path',
        'html',
        'user.name',
        'user["name"]',
        'user.address.city',
        "'lit'",
        '"it\'s"',
        "'a\\nb'",
        "'%s'",
        "'x,y,,z'",
        "'  pad '",
        "'Ünï'",
      ]);
    if (this.depth > 5) {
      this.depth -= 1;
      return simple();
    }
    const result = this.pick([
      simple,
      simple,
      () => `${this.text()}|${this.textFilter()}`,
      () => `${this.text()}|${this.textFilter()}`,
      // Jinja evaluates constant expressions with other rules for marked text: see the documented differences.
      () => `(empty ~ ${this.text()} ~ ${this.any()})`,
      () => `(${this.text()} + ${this.text()})`,
      () => `(${this.text()} * ${this.pick(['0', '2', '3', '-1'])})`,
      () => `(${this.text()}).${this.textMethod()}`,
      () => `((${this.text()})|string)[${this.slice()}]`,
      () => `(${this.list()}|join(${this.pick(["', '", "''", "'<'"])}))`,
      () => `${this.any()}|string`,
      () => this.percent(),
      () => this.braces(),
      () => `(${this.number()}|filesizeformat${this.pick(['', '(true)'])})`,
      () => `({'a': ${this.any()}, 'b': nothing}|xmlattr)`,
      () => `(${this.dict()}|urlencode)`,
      () => `(${this.list()}|join(' ', ${this.pick(["attribute='name'", '0', "'price'"])}))`,
      () => `(${this.dict()}|tojson(${this.pick(['1', '2', 'none'])}))`,
      () => `('%s' % ${this.pick(['xs', '(1,)', '(xs,)', 'user', 'none'])})`,
      () => `${this.any()}|tojson`,
      () => `${this.any()}|default(${this.text()}${this.pick(['', ', true'])})`,
    ])();
    this.depth -= 1;
    return result;
  }

  private percent(): string {
    const number = this.pick(['%d', '%5d', '%-5d|', '%05d', '%+d', '%x', '%.2f', '%8.3f', '%e', '%g', '%s', '%r']);
    return this.pick([
      () => `('${number}' % ${this.number()})`,
      () => `('${number} and %s' | format(${this.number()}, ${this.any()}))`,
      () => `('%(a)s-%(b)s' % {'a': ${this.any()}, 'b': ${this.any()}})`,
      () => `('%5s|%-6s|%.2s' | format(${this.text()}, ${this.text()}, ${this.text()}))`,
    ])();
  }

  private braces(): string {
    const spec = this.pick([
      '',
      ':5',
      ':<6',
      ':>6',
      ':^7',
      ':*^9',
      ':,',
      ':.2f',
      ':08.2f',
      ':+',
      ':x',
      ':e',
      ':g',
      ':.3',
      ':,.2f',
      ':%',
      ':d',
      ':010',
      ':_',
    ]);
    return this.pick([
      () => `'{${spec}}'.format(${this.number()})`,
      () => `'{0}{1}{0}'.format(${this.any()}, ${this.any()})`,
      () => `'{a}/{b!r}'.format(a=${this.any()}, b=${this.any()})`,
      () => `'{0[name]}-{0[age]}'.format(user)`,
      () => `'{:>8}|{:^9}|'.format(${this.text()}, ${this.text()})`,
    ])();
  }

  private textFilter(): string {
    return this.pick([
      'upper',
      'lower',
      'title',
      'capitalize',
      'trim',
      "trim('ag')",
      'e',
      'escape',
      'forceescape',
      'safe',
      'string',
      'striptags',
      'urlencode',
      'truncate(9)',
      "truncate(12, true, '..')",
      'truncate(5, false, "", 0)',
      'wordwrap(10)',
      'wordwrap(7, false)',
      'center(20)',
      'indent',
      'indent(2, true)',
      "indent('> ', blank=true)",
      "replace('a', 'b')",
      "replace('e', '[', 1)",
      'reverse',
      'urlize',
      "default('d')",
      'tojson',
    ]);
  }

  private textMethod(): string {
    return this.pick([
      'upper()',
      'lower()',
      'title()',
      'capitalize()',
      'swapcase()',
      'strip()',
      "lstrip('aT')",
      'rstrip()',
      "replace('a', '--')",
      "replace('e', '', 1)",
      'center(12)',
      "center(13, '*')",
      "ljust(9, '.')",
      'rjust(9)',
      'zfill(8)',
      "join(['1', '2', '3'])",
      "partition(' ')[0]",
      "rpartition('a')[2]",
    ]);
  }

  private slice(): string {
    return this.pick(['0', '-1', '1:', ':2', ':-1', '1:3', '::2', '::-1', '-3:', '5:2', ':', '-2:0:-1']);
  }

  private int(): string {
    this.depth += 1;
    const simple = (): string => this.pick(['n', 'zero', 'neg', 'big', 'user.age', '0', '1', '2', '10', '-3', '1_000']);
    const result =
      this.depth > 6
        ? simple()
        : this.pick([
            simple,
            simple,
            () => `(${this.int()} ${this.pick(['+', '-', '*', '//', '%'])} ${this.int()})`,
            () => `${this.list()}|length`,
            () => `${this.text()}|length`,
            () => `${this.text()}|wordcount`,
            () => `${this.any()}|int`,
            () => `${this.number()}|int`,
            () => `${this.ints()}|${this.pick(['sum', 'min', 'max', 'first', 'last'])}`,
            () => `(${this.text()}).${this.pick(["count('a')", "find('o')", "rfind('e')", "split('a')|length"])}`,
            () => `(${this.pick(['2', '3', '-2', 'n'])} ** ${this.pick(['0', '2', '5', '40', '70'])})`,
            () => `(${this.int()}|abs)`,
          ])();
    this.depth -= 1;
    return result;
  }

  private number(): string {
    this.depth += 1;
    const simple = (): string =>
      this.pick([
        'price',
        'half',
        'small',
        'n',
        '1.0',
        '0.1',
        '1e3',
        '3.14159',
        '100.0',
        '2.675',
        '1e16',
        '12345.678',
        '0.5',
        '1.5',
      ]);
    const result =
      this.depth > 6
        ? simple()
        : this.pick([
            simple,
            () => this.int(),
            () => `(${this.number()} ${this.pick(['+', '-', '*', '/', '//', '%'])} ${this.number()})`,
            () => `${this.number()}|round`,
            () => `${this.number()}|round(${this.pick(['1', '2', '-1', "0, 'floor'", "1, 'ceil'"])})`,
            () => `${this.any()}|float`,
            () => `rows|sum(attribute='price')`,
            () => `-${simple()}`,
            () => `(${simple()} ** ${this.pick(['2', '0.5', '-1'])})`,
          ])();
    this.depth -= 1;
    return result;
  }

  private bool(): string {
    this.depth += 1;
    const result =
      this.depth > 6
        ? this.pick(['yes', 'no', 'true', 'False'])
        : this.pick([
            () => this.pick(['yes', 'no', 'true', 'False', 'name', 'none', 'nothing', 'missing']),
            () => `${this.number()} ${this.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.number()}`,
            () => `${this.text()} ${this.pick(['<', '>=', '==', '!=', 'in', 'not in'])} ${this.text()}`,
            () => `1 < ${this.int()} <= ${this.int()}`,
            () => `${this.any()} ${this.pick(['in', 'not in'])} ${this.list()}`,
            () => `${this.any()} == ${this.any()}`,
            () => `not ${this.bool()}`,
            () => `(${this.bool()} ${this.pick(['and', 'or'])} ${this.bool()})`,
            () =>
              `(${this.any()} is ${this.pick(['', 'not '])}${this.pick(['defined', 'undefined', 'none', 'string', 'number', 'mapping', 'iterable', 'sequence', 'integer', 'float', 'boolean', 'true', 'false', 'escaped', 'callable'])})`,
            () =>
              `(${this.int()} is ${this.pick(['odd', 'even', 'divisibleby 3', 'divisibleby(2)', 'eq 3', 'gt 2', 'lt(5)', 'ge 3', 'le 3', 'ne 3', 'in [1, 2]'])})`,
            () => `(${this.text()} is ${this.pick(['upper', 'lower'])})`,
            () =>
              `(${this.text()}).${this.pick(["startswith('a')", "endswith(('e', 'g'))", 'isdigit()', 'isalpha()', 'isupper()', 'isspace()', 'istitle()', 'isalnum()', 'islower()'])}`,
          ])();
    this.depth -= 1;
    return result;
  }

  private ints(): string {
    return this.pick([
      'xs',
      '[1, 2, 3]',
      'range(4)',
      'range(5, 0, -2)',
      'none',
      '(4, 5)',
      "rows|map(attribute='qty')|list",
      'xs|sort',
      'xs|reverse|list',
      'xs|select("odd")|list',
    ]);
  }

  private list(): string {
    this.depth += 1;
    const simple = (): string =>
      this.pick([
        'xs',
        'words',
        'none',
        'mixed',
        'rows',
        'pairs',
        'user.tags',
        '[]',
        "['a', 'b']",
        "(1, 'x')",
        'range(3)',
        'missing',
        'words[1:]',
      ]);
    const result =
      this.depth > 5
        ? simple()
        : this.pick([
            simple,
            simple,
            () => this.ints(),
            () => `[${this.any()}, ${this.any()}]`,
            () => `(${this.any()},)`,
            () => `(${this.list()}|list)[${this.slice().includes(':') ? this.slice() : ':'}]`,
            () =>
              `words|${this.pick(['sort', 'sort(true)', 'sort(case_sensitive=true)', 'unique|list', 'unique(true)|list', 'map("upper")|list', 'reverse|list', 'select("in", ["fig", "pear"])|list', 'reject("eq", "fig")|list', 'map("length")|list', 'map("truncate", 4, true, "")|list'])}`,
            () =>
              `rows|${this.pick(["sort(attribute='price')", "sort(attribute='kind,name')", "map(attribute='name')|list", "selectattr('ok')|list", "rejectattr('ok')|map(attribute='name')|list", "selectattr('qty', 'gt', 0)|list", "groupby('kind')", "unique(attribute='kind')|list", "map(attribute='nope', default='?')|list", "max(attribute='price')", "min(attribute='name')", "sum(attribute='qty')"])}`.replace(
                /^(rows\|(?:max|min|sum).*)$/,
                '[$1]',
              ),
            () => `${this.list()}|batch(2)|list`,
            () => `${this.list()}|batch(3, '-')|list`,
            () => `${this.list()}|slice(2)|list`,
            () => `${this.list()}|slice(3, 'x')|list`,
            () => `(${this.text()}).split(${this.pick(['', "' '", "','", 'None, 1', "'a', 1"])})`,
            () => `(${this.text()}).splitlines()`,
            () => `${this.text()}|list`,
            () => `(${this.dict()}).${this.pick(['keys()', 'values()', 'items()'])}|list`,
            () => `${this.dict()}|dictsort${this.pick(['', "(by='value')", '(true)', '(reverse=true)'])}`,
            () => `(${this.pick(['xs', '[1]'])} + ${this.pick(['words', '[]', '[2]'])})`,
            () => `([${this.any()}] * 2)`,
          ])();
    this.depth -= 1;
    return result;
  }

  private dict(): string {
    return this.pick([
      'user',
      'user.address',
      '{}',
      "{'a': 1, 'b': 'x'}",
      "{'b': 2, 'a': 1}",
      `{'k': ${this.depth > 5 ? 'n' : this.any()}}`,
      "dict(x='1', y='2')",
      "{1: 'one', 2.5: none}",
      'rows[0]',
    ]);
  }
}
