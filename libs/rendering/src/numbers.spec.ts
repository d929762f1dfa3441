import { LosslessNumber, parseExactly, withLosslessNumbers } from '@postrider/numbers';
import { compileVersion, renderArtifact } from './index.js';
import { Renderer } from './pool/renderer.js';
import { hasOracle, runOracle } from './jinja/oracle/python-oracle.js';
import { renderVersion } from './testing/rendering.js';

const written = [
  '1.0',
  '10.50',
  '1234567890123456789',
  '-1234567890123456789',
  '12345678901234567000',
  '9007199254740993',
  '1e5',
  '1E400',
  '0.1000000000000000055511151231257827',
  '1.10e-3',
];
const zeros = ['0', '0.0', '-0', '-0.0', '0e5', '0.00E-7'];
const number = (text: string): unknown => (text === '0' ? 0 : new LosslessNumber(text));

const html = async (engine: 'mustache' | 'jinja', source: string, data: unknown): Promise<string | undefined> =>
  (await renderVersion({ html: source, text: 't', engine }, data)).html;

describe.each(['mustache', 'jinja'] as const)('a number of the data in %s', (engine) => {
  it.each(written)('prints as written: %s', async (text) => {
    const data = { n: number(text), deep: { items: [{ n: number(text) }, number(text)] } };
    const source =
      engine === 'mustache'
        ? '{{n}} {{{n}}} {{deep.items.0.n}} {{#deep.items}}{{n}}{{/deep.items}} {{#n}}{{.}}{{/n}} {{deep.items.1}}'
        : '{{ n }} {{ n|e }} {{ deep.items[0].n }} {% for item in deep.items[:1] %}{{ item.n ~ deep.items[1] }}{% endfor %} {{ n if n }} {{ deep.items|last }}';
    expect(await html(engine, source, data)).toBe(`${text} ${text} ${text} ${text}${text} ${text} ${text}`);
  });

  it.each(zeros)('zero is false: %s', async (text) => {
    const source =
      engine === 'mustache'
        ? '{{#n}}some{{/n}}{{^n}}none{{/n}}'
        : '{% if n %}some{% endif %}{% if not n %}none{% endif %}';
    expect(await html(engine, source, { n: number(text) })).toBe('none');
  });

  it.each([
    ['1.0', 'one'],
    ['1e0', 'one'],
    ['2.0', '2.0 more'],
    ['1234567890123456789', '1234567890123456789 more'],
  ])('chooses the plural: %s', async (text, expected) => {
    const source = '{% trans n=count %}one{% pluralize %}{{ n }} more{% endtrans %}';
    expect(await html(engine, source, { count: number(text) })).toBe(expected);
  });

  it('has no properties', async () => {
    const source =
      engine === 'mustache'
        ? '({{n.text}}{{n.value}}{{n.length}}{{#n.text}}x{{/n.text}})'
        : '({{ n.text }}{{ n.value }})';
    expect(await html(engine, source, { n: number('1.0') })).toBe('()');
  });

  it('is printed the same in subject and text, and by a worker', async () => {
    const tag = engine === 'mustache' ? '{{n}}' : '{{ n }}{% if n > 1 %}{% endif %}';
    const { artifact } = await compileVersion({ subject: tag, html: `<p>${tag}</p>` }, () => undefined);
    const data = { n: number('10.50') };
    const expected = { subject: '10.50', html: '<p>10.50</p>', text: '10.50' };
    expect(renderArtifact(artifact, data)).toMatchObject(expected);
    const renderer = new Renderer();
    try {
      expect(
        await renderer.renderInWorker(
          { artifactId: 'art_1', artifact, data },
          { account: 'acc_1', signal: AbortSignal.timeout(20_000) },
        ),
      ).toMatchObject(expected);
    } finally {
      await renderer.close();
    }
  }, 30_000);
});

describe('numbers in Jinja', () => {
  it.each([
    ['{{ ("%(a)s"|safe) % d }} {{ "%(a)s" % d }} {{ "{a} {l[0]}".format(**d) }}', '1.0 1.0 1.0 2.50'],
    [
      '{{ d }} {{ d.items()|list }} {{ d.values()|list }}',
      "{'a': 1.0, 'l': [2.50, [1.0]]} [('a', 1.0), ('l', [2.50, [1.0]])] [1.0, [2.50, [1.0]]]",
    ],
    [
      '{{ d|tojson }} {{ d.l|first }} {{ d.l[1][0] }} {{ d["a"] }} {{ d|attr("a") }}',
      '{"a": 1.0, "l": [2.50, [1.0]]} 2.50 1.0 1.0 ',
    ],
    [
      '{% set x = d.a %}{{ x }}{% for n in d.l %} {{ n }}{% endfor %} {{ d.a|string|length }} {{ [d]|map(attribute="a")|join }}',
      '1.0 2.50 [1.0] 3 1.0',
    ],
    ['{{ d.l[0]|money("EUR") }} {{ [d.a]|map("money", "EUR")|first }}', '€2.50 €1.00'],
    ['{{ paid|money("USD") }} {{ much|money("JPY") }}', '$12,345,678,901,234,567,890.12 ¥100,000'],
    ['{% do d.l.append(d.a) %}{{ d.l }}', '[2.50, [1.0], 1.0]'],
    ['{% do d.l[1].append(d.a + 1) %}{{ d.l }} {{ d.a }}', '[2.50, [1.0, 2.0]] 1.0'],
  ])('%s', async (template, expected) => {
    expect(
      await html(
        'jinja',
        template,
        parseExactly('{"d":{"a":1.0,"l":[2.50,[1.0]]},"paid":12345678901234567890.12,"much":1e5}'),
      ),
    ).toBe(expected);
  });
});

describe('a list of numbers', () => {
  const data = { list: [number('1.0'), 2, number('10.50')] };
  it('prints them as written', async () => {
    expect(await html('mustache', '{{list}}', data)).toBe('1.0,2,10.50');
    expect(await html('jinja', '{{ list }} {{ list|join("+") }} {{ list|tojson }}', data)).toBe(
      '[1.0, 2, 10.50] 1.0+2+10.50 [1.0, 2, 10.50]',
    );
  });

  it('can be modified by the template', async () => {
    expect(await html('jinja', '{% do list.append(list[2] * 2) %}{{ list }}{{ list|sum }}', data)).toBe(
      '[1.0, 2, 10.50, 21.0]34.5',
    );
    expect(data.list).toHaveLength(3);
  });
});

const json =
  '{"big":1234567890123456789,"minus":-1234567890123456789,"price":10.50,"one":1.0,"zero":0.0,"huge":1E400,"exp":1e2,"nil":-0,"text":"1.0"}';
/** Computed numbers follow Python. */
const computed: [template: string, expected: string][] = [
  ['{{ big + 1 }} {{ big - 1 }} {{ big * 2 }}', '1234567890123456790 1234567890123456788 2469135780246913578'],
  ['{{ big // 10 }} {{ big % 10 }} {{ minus // 10 }} {{ minus % 10 }}', '123456789012345678 9 -123456789012345679 1'],
  [
    '{{ big / 2 }} {{ -big }} {{ +big }} {{ big ** 2 }}',
    '6.172839450617284e+17 -1234567890123456789 1234567890123456789 1524157875323883675019051998750190521',
  ],
  [
    '{{ big == 1234567890123456789 }} {{ big == 1234567890123456788 }} {{ big > 1234567890123456788 }}',
    'True False True',
  ],
  [
    '{{ price * 2 }} {{ price + 1 }} {{ -price }} {{ +price }} {{ price // 1 }} {{ price % 1 }}',
    '21.0 11.5 -10.5 10.5 10.0 0.5',
  ],
  [
    '{{ one + 1 }} {{ one == 1 }} {{ one is float }} {{ one is integer }} {{ big is integer }}',
    '2.0 True True False True',
  ],
  ['{{ "%.2f"|format(price) }} {{ "%d"|format(big) }} {{ "%05.1f"|format(one) }}', '10.50 1234567890123456789 001.0'],
  ['{{ "{:.1f} {:,}".format(price, big) }}', '10.5 1,234,567,890,123,456,789'],
  [
    '{{ price|round }} {{ price|int }} {{ price|float }} {{ price|abs }} {{ one|int }} {{ big|abs }}',
    '10.0 10 10.5 10.5 1 1234567890123456789',
  ],
  ['{{ [price, one, 3]|sum }} {{ [big, 1]|sum }}', '14.5 1234567890123456790'],
  [
    '{{ huge > 1 }} {{ huge == huge + 1 }} {{ exp == 100 }} {{ exp + 0 }} {{ zero == nil }} {{ nil + 0 }}',
    'True True True 100.0 True 0',
  ],
  ['{{ 1 if zero else 2 }}{{ 1 if nil else 2 }}{{ zero or "x" }}', '22x'],
  ['{{ {1: "a"}[one] }} {{ one in [1] }} {{ [one, 1, true]|unique|list|length }}', 'a True 1'],
  ['{{ text == one }} {{ text|float == one }}', 'False True'],
];

describe("Jinja's arithmetic with numbers of the data", () => {
  it.each(computed)('%s', async (template, expected) => {
    expect(await html('jinja', template, parseExactly(json))).toBe(expected);
  });

  it('is the same with numbers in texts', async () => {
    const data = withLosslessNumbers({ n: 10.5 }, { n: '10.50' });
    expect(await html('jinja', '{{ n }} {{ n * 2 }}', data)).toBe('10.50 21.0');
  });

  (hasOracle() ? it : it.skip)('is what Python works out', async () => {
    const cases = computed.map(([template]) => ({
      template,
      data: parseExactly(json),
      autoescape: false,
      snippets: {},
    }));
    expect((await runOracle(cases)).map((response) => ('text' in response ? response.text : response))).toEqual(
      computed.map(([, expected]) => expected),
    );
  });
});
