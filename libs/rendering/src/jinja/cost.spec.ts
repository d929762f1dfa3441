import { expectHold } from '@postrider/processor-time';
import { compileVersion, RenderingRejected } from '../index.js';
import { renderSmall } from '../render.js';
import { filterNames } from './filters/filters.js';
import { tests } from './filters/tests.js';
import { dictMethods, listMethods } from './python/collection-methods.js';
import { textMethods } from './python/text-methods.js';

/** Twice the longest event loop block in docs/operate/limits-internal.md#event-loop, in milliseconds. */
const hold = 40;

const slowest = 'a'.repeat(83_000);
const part = `${'a'.repeat(2_000)}b${'a'.repeat(40_000)}`;

const expectShort = async (template: string, data: unknown): Promise<void> => {
  const source = { subject: 's', html: template, text: 't', engine: 'jinja' } as const;
  const { artifact } = await compileVersion(source, () => undefined);
  await expectHold(() => attempt(() => renderSmall(artifact, data, {})), hold);
};

function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof RenderingRejected)) throw error;
  }
}

describe('a search in a text does not take longer in a longer part', () => {
  const r = [...part].toReversed().join('');
  it.each([
    'h.find(p)',
    'h.rfind(r)',
    'h.index(p)',
    'h.rindex(r)',
    'h.count(p)',
    'h.replace(p, "x")',
    'h.replace(p, "x", 1)',
    'h.split(p)',
    'h.split(p, 1)',
    'h.rsplit(r, 1)',
    'h.partition(p)',
    'h.rpartition(r)',
    'p in h',
    'p not in h',
    'p is in h',
    'h|replace(p, "x")',
    '[h]|select("in", h)|list',
    '[p]|select("in", h)|list',
  ])('%s', async (expression) => {
    await expectShort(`{{ (${expression})|string|length }}`, { h: slowest, p: part, r });
  });
});

const numbers = Array.from({ length: 4_000 }, (_, index) => index);
const keys = (more: string): Record<string, number> =>
  Object.fromEntries(numbers.map((number) => [`k${number}${more}`, number]));

/** With this data, the loop below makes each filter, method and operator do the most work per step. */
const data: Readonly<Record<string, unknown>> = {
  text: `${'ab'.repeat(30_000)}😀`,
  same: `${'ab'.repeat(30_000)}😀`,
  plain: 'ab'.repeat(30_000),
  wide: 'ł'.repeat(30_000),
  tags: '<'.repeat(60_000),
  quotes: "'\\n".repeat(20_000),
  spaces: 'a '.repeat(30_000),
  lines: '\n'.repeat(60_000),
  hyphens: `a${'-'.repeat(30_000)} `,
  words: 'a-b'.repeat(10_000),
  digits: `${'1'.repeat(60_000)}!`,
  digit: '9'.repeat(4_300),
  fields: `{0${'['.repeat(60_000)}}`,
  percents: '%s'.repeat(10_000),
  braces: '{0}'.repeat(5_000),
  pattern: '%A'.repeat(5_000),
  addresses: `${'a.'.repeat(990)}@x `.repeat(8),
  hosts: `www.${'a.'.repeat(990)}! `.repeat(8),
  brackets: `${')'.repeat(1_900)}.a) `.repeat(8),
  zeros: ['0'.repeat(100)],
  numbers,
  others: [...numbers],
  long: Array.from({ length: 20 }, () => 'x'.repeat(3_000)),
  dict: keys(''),
  large: Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, 1])),
  different: keys('x'),
  empty: {},
};

/** The most expensive use of each filter, method, test and operator. */
const dearest = [
  ...['text == same', 'text < same', 'text in [same]', 'numbers == others', 'numbers < others', 'dict == different'],
  ...['dict.keys() == different.keys()', '9999 in numbers', 'same in dict', 'dict[same]', '{text: 1}[same]'],
  ...['text[0]', 'text[-1]', 'text[::2]', 'text[0:1]', 'text|first', 'text|last', 'text|random', 'text|length'],
  ...[
    'numbers|first',
    'dict|first',
    'dict|last',
    'dict|length',
    'dict|random',
    'large and 1',
    'not large',
    'large|length',
    'large|first',
    'large.keys()',
  ],
  ...['text|list', 'text|reverse', 'text|upper', 'wide|lower', 'text|title', 'text|capitalize', 'text|trim("ab")'],
  ...['spaces|wordcount', 'wide|wordcount', 'text|truncate(10)', 'tags|escape', 'tags|forceescape', 'tags|striptags'],
  ...['tags|safe ~ tags', '(tags|safe) + tags', '(tags|safe).replace("x", tags)', '"a"|replace("a", tags|safe)'],
  ...['quotes|tojson', 'tags|tojson', 'wide|urlencode', '[[wide, wide]]|urlencode', 'dict|urlencode', 'dict|xmlattr'],
  ...['{tags: tags}|xmlattr', 'addresses|urlize', 'hosts|urlize', 'brackets|urlize', 'wide|wordwrap(1)'],
  ...['wide|wordwrap(1, true, "x", false)', 'hyphens|wordwrap(5)', 'words|wordwrap(5)', 'lines|wordwrap(1)'],
  ...['lines|indent(100)', 'lines|indent(100, true, true)', 'digits|float', 'digits|int', 'digits|filesizeformat'],
  ...['digit|int', 'digit|int(0, 36)', 'digit|int|string', 'digit|int * 3', '"{:,}".format(digit|int)'],
  ...['"{:01000,}".format(1)', '"{:_b}".format(digit|int)', '"%1000d" % 1', '"%.1000f" % 0.1', 'fields.format(1)'],
  ...['braces.format(text)', 'percents % text', '("%s" * 1000) % ((plain,) * 1000)', '"{0:.5}".format(text)'],
  ...[
    '"%.5s" % text',
    '"%r" % quotes',
    '"{!r}".format(quotes)',
    '[quotes] * 100',
    '[plain] * 1000',
    '[quotes, quotes]',
  ],
  ...['0|date(pattern)', 'text|center(70000)', '"a".center(9, text)', 'text.zfill(70000)', 'text.ljust(70000)'],
  ...[
    'numbers|sort',
    'numbers|sort(reverse=true)',
    'long|sort',
    '(long * 50)|sort',
    '(long * 50)|min',
    '(long * 50)|max',
  ],
  ...[
    '(long * 50)|unique|list',
    '(long * 50)|groupby(0)',
    'long|join',
    '(long * 50)|join',
    '([tags] * 50)|join("" | safe)',
  ],
  ...['([numbers] * 50)|sum(start=[])', 'numbers|sum', 'numbers|map("string")|list', 'numbers|batch(1)|list'],
  ...['numbers|slice(1000)|list', 'dict|dictsort', 'dict|items', 'dict|items|list', 'numbers|select("odd")|list'],
  ...[
    'numbers|groupby(0)',
    'dict.items()',
    'dict.keys()',
    'dict.values()',
    'dict.get(same)',
    'dict.copy()',
    'dict(dict)',
  ],
  ...['namespace(**dict)', 'numbers.index(9999)', 'numbers.count(9999)', 'others.copy()', '(long * 50).index("x")'],
  ...[
    'text.split()',
    'spaces.split()',
    'spaces.rsplit()',
    'spaces.rsplit(none, 9)',
    'lines.splitlines()',
    'spaces.split("a")',
  ],
  ...['text.startswith(same)', 'text.startswith((same,) * 3000)', 'text.endswith((same,) * 3000)', 'text.strip("ab")'],
  ...['text.swapcase()', 'text.title()', 'text.casefold()', 'text.istitle()', 'text.isalpha()', 'plain.isdigit()'],
  ...['text.removeprefix(same)', 'text.removesuffix(same)', '"a".join(text)', 'text.join("ab")', 'text.find("x", 5)'],
  ...['text is lower', 'text is upper', 'text is sequence', 'text is iterable', 'dict is sequence', 'text is eq same'],
  ...[
    'text is lt same',
    'numbers is in [others]',
    'cycler(*numbers)',
    'joiner(tags)()',
    'text|string',
    'text|attr("upper")',
  ],
  ...[
    'text|default(same)',
    'numbers|list',
    'numbers + others',
    'numbers * 1',
    '(1, 2) * 3000',
    'range(9000)',
    'range(9000)|list',
  ],
  ...[
    '10 ** 4000 * 10 ** 190',
    '(10 ** 4000)|string',
    '(10 ** 4000) // 7',
    '2 ** 13000',
    '0.1|round(100)',
    '1e300|round(2)',
  ],
  ...['text|money("EUR")', 'digits|money("EUR")', 'text|date', 'ngettext("a", "b", text)', '_(text)', 'empty and 1'],
  // The others, each with its largest input.
  ...['percents|format(*((text,) * 10))', 'numbers|reject("odd")|list', '(long * 50)|selectattr(0)|list', '-1.5|abs'],
  ...['(long * 50)|rejectattr(0)|list', 'text|d(same)', 'tags|e', 'text|count', 'plain.upper()', 'wide.lower()'],
  ...['wide.capitalize()', 'text.lstrip("ab")', 'text.rstrip("b😀a")', 'plain.rfind(same)', 'plain.rindex("b")'],
  ...[
    'braces.format_map(dict)',
    'text.rjust(70000)',
    'plain.partition("x")',
    'plain.rpartition("x")',
    'digit.isdecimal()',
  ],
  ...[
    'wide.isnumeric()',
    'wide.isalnum()',
    'spaces.isspace()',
    'tags.isupper()',
    'tags.islower()',
    'numbers.append(1)',
  ],
  ...['numbers.extend(others)', 'numbers.insert(0, 1)', 'numbers.remove(3999)', 'others.clear()', 'numbers.reverse()'],
  ...['numbers.pop(0)', 'numbers.sort()', 'dict.update(different)', 'dict.setdefault(same, 1)', 'dict.pop(same, 1)'],
  ...['dict is defined', 'dict is undefined', 'dict is none', 'dict is boolean', 'dict is true', 'dict is false'],
  ...['digit is integer', 'digit is float', 'digit is number', 'text is string', 'dict is mapping', 'dict is callable'],
  ...[
    'text is escaped',
    '(digit|int) is odd',
    '(digit|int) is even',
    '(digit|int) is divisibleby(7)',
    'text is sameas same',
  ],
  ...[
    'numbers is equalto others',
    'numbers is ne others',
    'text is gt same',
    'text is greaterthan same',
    'text is ge same',
  ],
  ...['numbers is lessthan others', 'numbers is le others'],
];

describe('nothing in the language costs much more than it is charged', () => {
  it.each(dearest)('%s', async (expression) => {
    const template = `{% for i in range(4000) %}{% set x = ${expression} %}{% endfor %}`;
    await expectShort(template, data);
  });

  it('all names are tested', () => {
    const all = dearest.join(' ');
    const named = (pattern: RegExp): Set<string> =>
      new Set([...all.matchAll(pattern)].map(([, name]) => name as string));
    const filters = named(/\|\s*(\w+)/g);
    const methods = named(/\.(\w+)\(/g);
    const checks = named(/ is (\w+)/g);
    expect({
      filters: filterNames.filter((name) => !filters.has(name)),
      methods: [textMethods, listMethods, dictMethods].flatMap(Object.keys).filter((name) => !methods.has(name)),
      tests: Object.keys(tests).filter((name) => /^\w+$/.test(name) && !checks.has(name)),
    }).toEqual({ filters: [], methods: [], tests: [] });
  });
});
