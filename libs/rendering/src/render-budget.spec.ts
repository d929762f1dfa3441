import { jest } from '@jest/globals';
import { expectHold, expectProcessorTime } from '@postrider/processor-time';
import { compileVersion, renderArtifact } from './index.js';
import { renderLimits } from './limits.js';
import { renderSmall } from './render.js';
import { renderVersion } from './testing/rendering.js';

const items = (length: number): number[] => Array.from({ length }, () => 1);

/** Twice the time limit of an email in a worker, in milliseconds. */
const maxMs = 2 * renderLimits.milliseconds;
/** Twice the longest event loop block in docs/operate/limits-internal.md#event-loop, in milliseconds. */
const hold = 40;

/** The outcome of an email, which must not exceed the time limit. */
async function renderOutcome(source: Parameters<typeof renderVersion>[0], data: unknown): Promise<string> {
  const { artifact } = await compileVersion({ subject: 's', ...source }, () => undefined);
  let outcome = 'rendered';
  await expectProcessorTime(() => {
    try {
      renderArtifact(artifact, data);
    } catch (error) {
      outcome = `${(error as Error).name}: ${(error as Error).message}`;
    }
  }, maxMs);
  return outcome;
}

describe('the budget of an email', () => {
  afterEach(() => jest.restoreAllMocks());

  /** The budget of time must not be the first to be exceeded, however slow the machine is. */
  const stopClock = () => jest.spyOn(performance, 'now').mockReturnValue(0);

  it('limits what quotes add to the generated text', async () => {
    const html = `${'<blockquote>'.repeat(190)}<pre>{{#a}}{{#b}}{{{s}}}{{/b}}{{/a}}`;
    const outcome = await renderOutcome({ html }, { a: items(20), b: items(20), s: 'x\n'.repeat(1_250) });
    expect(outcome).toMatch(/^RenderBudgetExceeded: text made from the html needs more than /);
  });

  it.each([
    ['lists', '<ul><li>'],
    ['lists without items of their own', '<ul><li></li>'],
    ['numbered lists', '<ol start="1e300"><li>'],
  ])('limits what %s add to it', async (_, opening) => {
    const html = `${opening.repeat(90)}<pre>{{#a}}{{{s}}}{{/a}}`;
    const outcome = await renderOutcome({ html }, { a: items(100), s: 'x\n'.repeat(1_250) });
    expect(outcome).toMatch(/^RenderBudgetExceeded: text made from the html needs more than /);
  });

  it('is charged for each item of a list', async () => {
    stopClock();
    const data = { a: items(400), c: [[items(1_000)]] };
    const outcome = await renderOutcome({ html: '{{#a}}{{{c}}}{{/a}}', text: 'x' }, data);
    expect(outcome).toBe('RenderBudgetExceeded: html needs more than 200,000 rendered tags and pieces of text');
  });

  it('is shared by the parts: tags', async () => {
    stopClock();
    const part = '{{#a}}{{#a}}{{b}}{{/a}}{{/a}}';
    const data = { a: items(200) };
    expect(await renderOutcome({ text: part }, data)).toBe('rendered');
    expect(await renderOutcome({ html: part, text: part, preheader: part }, data)).toBe(
      'RenderBudgetExceeded: preheader needs more than 200,000 rendered tags and pieces of text',
    );
  });

  it('is shared by the parts: output in bytes', async () => {
    stopClock();
    const part = '{{#a}}{{b}}{{/a}}';
    const data = { a: items(20), b: '\u4e00'.repeat(40_000) };
    expect(await renderOutcome({ html: part, text: part }, data)).toBe('rendered');
    expect(await renderOutcome({ html: part, text: part, ampHtml: part }, data)).toBe(
      'RenderBudgetExceeded: amp_html needs more than 5,242,880 bytes of output',
    );
    expect(await renderOutcome({ html: part + part }, data)).toBe(
      'RenderBudgetExceeded: text made from the html needs more than 5,242,880 bytes of output',
    );
  });

  it('is exact', async () => {
    stopClock();
    // The text of the subject, the section, and two for every item.
    const spent = (count: number) => renderOutcome({ text: '{{#a}}x{{/a}}' }, { a: items(count) });
    expect(await spent((renderLimits.tokens - 2) / 2)).toBe('rendered');
    expect(await spent(renderLimits.tokens / 2)).toMatch(/^RenderBudgetExceeded: text needs more than 200,000/);
  });

  it('limits the time, whatever a step costs', async () => {
    const name = Array.from({ length: 120 }, () => 'a').join('.');
    let deep: unknown = 1;
    for (let level = 0; level < 119; level += 1) deep = { a: deep };
    const html = `{{#l}}{{#l}}${`{{${name}}}`.repeat(40)}{{/l}}{{/l}}`;
    const outcome = await renderOutcome({ html, text: 'x' }, { l: items(60), a: deep });
    expect(outcome).toBe('RenderBudgetExceeded: html needs more than 250 milliseconds of processor time');
  });

  it('is barely affected by a body that is hard to find', async () => {
    await renderOutcome(
      { html: '{{#a}}{{{s}}}{{/a}}', text: 'x', preheader: 'p' },
      { a: items(48), s: '<body<!---->'.repeat(8_000) },
    );
  });
});

describe('rendering on the event loop', () => {
  const many = (text: string, count = 1_200): string => text.repeat(count);
  const filled = (html: string, filler: string): string =>
    html + filler.repeat(Math.floor((65_536 - html.length) / filler.length));

  it.each([
    ['quotes', filled(`${many('<blockquote>', 190)}<pre>`, 'x\n')],
    ['quotes of words', filled(many('<blockquote>', 190), 'aaaa ')],
    ['quotes that are closed', many('<blockquote>', 150) + many('<blockquote>a</blockquote>', 500)],
    ['lists', many('<ul><li>a', 600)],
    ['items', `<ul>${many('<li>a', 1_199)}`],
    ['links inside links', filled(many('<a href=x>'), 'a ')],
    ['links', filled(many('<a href=x>a</a>', 600), 'a ')],
    ['elements inside each other', filled(many('<b>'), 'a ')],
    ['tables', many('<table><tr><td>a', 400)],
    ['attributes', many(`<p ${many('a=b ', 7)}>`)],
    ['entities', filled('', '&lt;')],
    ['names of no entity', filled('', '&notit')],
    ['one word', filled('', 'x')],
  ])('costs little with any content: %s', async (_what, html) => {
    const { artifact } = await compileVersion({ subject: 's', html: '{{{s}}}' }, () => undefined);
    await expectHold(() => renderSmall(artifact, { s: html }, {}), hold);
  });

  it('is limited if it only prints and escapes', async () => {
    const { artifact } = await compileVersion({ subject: 's', html: '{{#a}}{{s}}{{/a}}', text: 'x' }, () => undefined);
    const data = { a: items(1_000), s: '&'.repeat(128_000) };
    expect(renderSmall(artifact, data, {})).toMatchObject({ budget: 'output' });
    await expectHold(() => renderSmall(artifact, data, {}), hold);
  });
});
