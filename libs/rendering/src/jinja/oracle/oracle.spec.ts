import { compileVersion, renderArtifact } from '../../index.js';
import { cases as casesByHand, snippets } from './cases.js';
import { oracleConfig } from './config.js';
import type { OracleAnswer, OracleCase } from './python-oracle.js';
import { askOracle, hasOracle } from './python-oracle.js';
import { TemplateGenerator } from './template-generator.js';

const { runs, seed } = oracleConfig;

async function own({ template, data, autoescape, snippets = {} }: OracleCase): Promise<OracleAnswer> {
  try {
    const source = { subject: 's', html: template, text: 't', engine: 'jinja', autoescape } as const;
    const { artifact } = await compileVersion(source, (name) => snippets[name]);
    return { text: renderArtifact(JSON.parse(JSON.stringify(artifact)), data).html ?? '' };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** What Python prints of an iterator has the place in memory. */
const outcome = (answer: OracleAnswer): string =>
  'text' in answer ? answer.text.replaceAll(/ object at 0x[\da-f]+/g, ' object') : 'an error';

const withOracle = hasOracle() ? describe : describe.skip;

describe('cases by hand', () => {
  it.each(casesByHand)('%s', async (template, expected) => {
    const each = { template, data: TemplateGenerator.data, autoescape: false, snippets };
    expect(outcome(await own(each))).toBe(expected ?? 'an error');
  });
});

withOracle('the same as Jinja of Python', () => {
  it('agrees with the cases by hand', async () => {
    const asked = casesByHand.map(([template]) => ({
      template,
      data: TemplateGenerator.data,
      autoescape: false,
      snippets,
    }));
    const answers = await askOracle(asked);
    expect(casesByHand.map(([template], index) => [template, outcome(answers[index] as OracleAnswer)])).toEqual(
      casesByHand.map(([template, expected]) => [template, expected ?? 'an error']),
    );
  });

  it(`prints what Jinja prints of ${runs} random templates (JINJA_FUZZ_SEED=${seed})`, async () => {
    const generator = new TemplateGenerator(seed);
    const cases = Array.from({ length: runs }, (_, index): OracleCase => ({
      template: generator.template(),
      data: TemplateGenerator.data,
      autoescape: index % 2 === 0,
    })).filter(({ template }) => template !== '');
    const answers = await askOracle(cases);
    const different: string[] = [];
    let printed = 0;
    for (const [index, each] of cases.entries()) {
      const theirs = answers[index] as OracleAnswer;
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
    // Enough of them must print something, or this tests little.
    expect(printed).toBeGreaterThan(cases.length / 2);
  });
});
