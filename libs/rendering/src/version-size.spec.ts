import { artifactBytes, compileVersion } from './index.js';
import { getRejection } from './testing/rendering.js';

const tooMany = 'the version has more than 20,000 tags (all parts, snippets and translations together)';
const tooLarge = 'the version compiles to more than 10 MB (all parts, snippets and translations together)';

describe('the tags of a version', () => {
  it('are counted over all parts', async () => {
    await compileVersion({ subject: 's', html: '{{a}}'.repeat(10_000), text: '{{a}}'.repeat(10_000) }, () => undefined);
    expect(await getRejection({ html: '{{a}}'.repeat(10_000), text: `\n{{#a}}{{/a}}${'{{a}}'.repeat(10_000)}` })).toBe(
      `text, line 2: ${tooMany}`,
    );
  });

  it('include those of snippets, partials and translations', async () => {
    const snippets = { s: '{{a}}'.repeat(7_000) };
    const all = '{% snippet s %}{% snippet s %}\n{{> s}}';
    expect(await getRejection({ html: all }, snippets)).toBe(`html, line 2 (snippet "s", line 1): ${tooMany}`);
    expect(await getRejection({ html: `${'{% trans %}{{a}}{{b}}{% endtrans %}'.repeat(10_001)}` })).toBe(
      `html, line 1: ${tooMany}`,
    );
  });

  it('exclude comments and closing tags', async () => {
    const html = '{{#a}}{{! no }}{{/a}}'.repeat(20_000);
    expect((await compileVersion({ subject: 's', html }, () => undefined)).warnings).toEqual([]);
  });
});

describe('the memory of a version', () => {
  it('is limited', async () => {
    const part = 'x'.repeat(1_048_576);
    const four = { html: part, text: part, preheader: part, ampHtml: part };
    await compileVersion({ subject: 's', ...four }, () => undefined);
    const names = `{{${Array.from({ length: 120 }, () => 'ab').join('.')}}}`.slice(0, 250);
    const tags = `{{${names.slice(2, 250).replace(/\.[^.]*$/, '')}}}`.repeat(2_000);
    expect(await getRejection({ ...four, ampHtml: tags })).toBe(`amp_html, line 1: ${tooLarge}`);
  });

  it('is slightly overestimated', async () => {
    const one = async (html: string): Promise<number> =>
      artifactBytes((await compileVersion({ subject: '', html }, () => undefined)).artifact);
    // Measured: 128, 192 and 145 bytes per tag.
    for (const [html, measured] of [
      ['{{a}}', 128],
      ['{{#a}}x{{/a}}', 192],
      ['{{n123}}t1234', 145],
    ] as const) {
      const each = (await one(html.repeat(1_000))) / 1_000;
      expect(each).toBeGreaterThan(measured);
      expect(each).toBeLessThan(2 * measured);
    }
  });
});
