import type { TransMessage } from '../../index.js';
import { compileVersion, extractMessages, renderArtifact } from '../../index.js';
import { cases as casesByHand, snippets } from './cases.js';
import type { OracleResult, OracleCase, OracleMessage } from './python-oracle.js';
import { callMessages, runOracle, hasOracle, oracleMs } from './python-oracle.js';
import { oracleConfig } from './config.js';
import { TemplateGenerator } from './template-generator.js';

const { runs, seed } = oracleConfig;

async function own({ template, data, autoescape, snippets = {} }: OracleCase): Promise<OracleResult> {
  try {
    const source = { subject: 's', html: template, text: 't', engine: 'jinja', autoescape } as const;
    const { artifact } = await compileVersion(source, (name) => snippets[name]);
    return { text: renderArtifact(JSON.parse(JSON.stringify(artifact)), data).html ?? '' };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Python prints the memory address of an iterator. */
const outcome = (response: OracleResult): string =>
  'text' in response ? response.text.replaceAll(/ object at 0x[\da-f]+/g, ' object') : 'an error';

/** The arguments of gettext's functions, in order. */
const argumentsByFunction: Readonly<Record<string, readonly (keyof TransMessage)[]>> = {
  _: ['msgid'],
  gettext: ['msgid'],
  ngettext: ['msgid', 'msgidPlural'],
  pgettext: ['context', 'msgid'],
  npgettext: ['context', 'msgid', 'msgidPlural'],
};

const ofOracle = ([name, texts]: OracleMessage): Partial<TransMessage> =>
  Object.fromEntries(
    [texts].flat().flatMap((text, index) => (text === null ? [] : [[argumentsByFunction[name]?.[index], text]])),
  );

const translated = [
  '{% trans %}100% sure{% endtrans %}',
  '{% trans %}{{ p }}% off %(x)s{% endtrans %}',
  '{% trans x=1 %}%(x)s and {{ x }}{% endtrans %}',
  '{% trans n=a|length %}100% one{% pluralize %}100% more{% endtrans %}',
  '{% trans a, n=b.c %}{{ a }}{% pluralize n %}{{ n }} %{% endtrans %}',
  '{% trans %} \n New {{ user }}\t{% endtrans %}',
  '{% trans "menu" %}Open{% endtrans %}{% trans "menu" n %}File{% pluralize %}Files{% endtrans %}',
  '{% trans trimmed %}\n  Dear {{ name }},\n\n   welcome  back \n{% endtrans %}',
  '{% trans notrimmed %} a {% endtrans %}',
  'x {%- trans -%}  a  {%- endtrans -%} y',
  '{% trans %}a {{- x -}} b{# c #}{% endtrans %}',
  '{% trans %}a {% raw %}{{ x }} 5%{% endraw %}{% endtrans %}',
  '{% trans %}a\r\nb\rc{% endtrans %}',
  '{% if x %}{% for y in z %}{% trans %}in {{ y }}{% endtrans %}{% endfor %}{% endif %}',
  '{% macro m(x) %}{% trans %}of {{ x }}{% endtrans %}{% endmacro %}{% set t %}{% trans %}set{% endtrans %}{% endset %}',
  '{{ _("a") }}{{ gettext("b")|upper }}{{ ngettext("c", "d", n) }}{{ _(\'e "f"\') ~ "g" }}',
  '{% trans %}first{% endtrans %}{{ _("second") }}{% trans %}third{% endtrans %}',
  '{{ "{% trans %}text{% endtrans %}" }}{% set a = _("%(n)s x") %}',
];

const withOracle = hasOracle() ? describe : describe.skip;

describe('manual cases', () => {
  it.each(casesByHand)('%s', async (template, expected) => {
    const each = { template, data: TemplateGenerator.data, autoescape: false, snippets };
    expect(outcome(await own(each))).toBe(expected ?? 'an error');
  });
});

withOracle('the same as Jinja of Python', () => {
  it('agrees with the manual cases', async () => {
    const cases = casesByHand.map(([template]) => ({
      template,
      data: TemplateGenerator.data,
      autoescape: false,
      snippets,
    }));
    const responses = await runOracle(cases);
    expect(casesByHand.map(([template], index) => [template, outcome(responses[index] as OracleResult)])).toEqual(
      casesByHand.map(([template, expected]) => [template, expected ?? 'an error']),
    );
  });

  it('extracts the same messages as its i18n extension', async () => {
    const messages = (await callMessages(translated)).map(({ messages: found }) => found.map(ofOracle));
    expect(translated.map((html) => extractMessages({ subject: '', html, engine: 'jinja' }, () => undefined))).toEqual(
      messages.map((found) => found.map((message) => expect.objectContaining(message) as TransMessage)),
    );
  });

  it(
    `prints what Jinja prints of ${runs} random templates (JINJA_FUZZ_SEED=${seed})`,
    async () => {
      const generator = new TemplateGenerator(seed);
      const cases = Array.from({ length: runs }, (_, index): OracleCase => ({
        template: generator.template(),
        data: TemplateGenerator.data,
        autoescape: index % 2 === 0,
      })).filter(({ template }) => template !== '');
      const responses = await runOracle(cases);
      const different: string[] = [];
      let printed = 0;
      for (const [index, each] of cases.entries()) {
        const theirs = responses[index] as OracleResult;
        const ours = await own(each);
        if ('text' in theirs) printed += 1;
        if (outcome(theirs) !== outcome(ours))
          different.push(
            `${each.autoescape ? 'autoescape' : 'plain'}: ${each.template}\n  Jinja: ${JSON.stringify(theirs)}\n  here:  ${JSON.stringify(ours)}`,
          );
      }
      expect(`${different.length} of ${cases.length} differ\n${different.slice(0, 10).join('\n')}`).toBe(
        `0 of ${cases.length} differ\n`,
      );
      // Enough templates must print something, otherwise the test is weak.
      expect(printed).toBeGreaterThan(cases.length / 2);
    },
    oracleMs(runs),
  );
});
