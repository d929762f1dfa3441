import { setImmediate as othersTurn } from 'node:timers/promises';
import { expectHold } from '@postrider/processor-time';
import { storedArtifact } from '../artifact.js';
import { compileVersion, extractMessages } from '../compile-version.js';
import { MissingTemplateData, RenderBudgetExceeded, RenderingRejected } from '../errors.js';
import { closeMjmlPool } from '../mjml/compiled-mjml.js';
import { getRejection } from '../testing/rendering.js';
import { createZip } from '../testing/zip.js';
import { buildPot } from '../translation/pot.js';
import { TemplateUses } from '../uses/uses.js';
import type { VersionSource } from '../version-source.js';
import type { Mail } from './renderer.js';
import { Renderer } from './renderer.js';

/** Twice the longest event loop block in docs/operate/limits-internal.md#event-loop, in milliseconds. */
const hold = 40;

const items = (length: number): number[] => Array.from({ length }, () => 1);

let mails = 0;
async function compileMail(source: Partial<VersionSource>, data: unknown = {}): Promise<Mail> {
  const { artifact } = await compileVersion({ subject: 's', ...source }, () => undefined);
  return { artifactId: `art_${(mails += 1)}`, artifact, data };
}

/** Each uses the full budget of an email in a different way. */
const quotes = () =>
  compileMail(
    { html: `${'<blockquote>'.repeat(190)}<pre>{{#a}}{{#b}}{{{s}}}{{/b}}{{/a}}` },
    { a: items(20), b: items(20), s: 'x\n'.repeat(1_250) },
  );
const lists = () => compileMail({ html: '{{#a}}{{{c}}}{{/a}}', text: 'x' }, { a: items(400), c: [[items(1_000)]] });
/** Whether the budget or the worker's memory is exceeded first depends on the load of the machine. */
const rejected = /^(RenderBudgetExceeded|RenderingRejected): .* needs more than /;
const small = () => compileMail({ html: '<p>{{name}}</p>' }, { name: 'Ada' });
const asking = (account: string, signal = new AbortController().signal) => ({ account, signal });
const render = (mail: Mail, account = 'acme', signal?: AbortSignal) =>
  renderer.renderInWorker(mail, asking(account, signal));
const outcome = (rendering: Promise<{ subject: string }>): Promise<string> =>
  rendering.then(
    () => 'rendered',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** A slow machine stops the work of a worker after ten seconds. */
const unlessStopped = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RenderingRejected)) throw error;
  });

let renderer: Renderer;
/** Starting its workers costs more than most tests, so that only tests that overload or stop them have their own. */
const useRenderer = (before: (start: () => void) => void, after: (stop: () => Promise<void>) => void): void => {
  before(() => {
    renderer = new Renderer();
  });
  after(() => renderer.close());
};
afterAll(closeMjmlPool);

describe('an email', () => {
  useRenderer(beforeEach, afterEach);

  it('is rendered on the event loop if it is small', async () => {
    expect(renderer.renderHere(await small())).toMatchObject({ html: '<p>Ada</p>', text: 'Ada' });
  });

  it('is rendered in a worker otherwise, with the same result', async () => {
    const mail = await compileMail({ html: '{{#a}}<p>{{.}}</p>{{/a}}' }, { a: items(3_000) });
    expect(renderer.renderHere(mail)).toBeUndefined();
    const { html, notes } = await render(mail);
    expect(html).toBe('<p>1</p>'.repeat(3_000));
    expect(notes).toEqual([]);
  });

  it('is rendered in a worker from a large artifact as stored', async () => {
    const mail = await compileMail({ html: '<p>{{name}}</p>' }, { name: 'Ada' });
    const json = JSON.stringify(mail.artifact);
    const unread = { ...mail, artifact: storedArtifact({ format: 1, engine: 'mustache', json }) };
    expect(renderer.renderHere(unread)).toBeUndefined();
    expect(await render(unread)).toEqual(renderer.renderHere(mail));
  });

  it('goes to a worker directly if its artifact was recently too expensive', async () => {
    const mail = await compileMail({ html: '{{#a}}{{.}}{{/a}}' }, { a: items(3_000) });
    expect(renderer.renderHere(mail)).toBeUndefined();
    expect(renderer.renderHere({ ...mail, data: {} })).toBeUndefined();
    expect(renderer.renderHere({ ...(await small()), data: {} })).toBeDefined();
  });

  it.each([
    ['much html to make text of', { html: '<p>x</p>'.repeat(1_100) }],
    ['long html to make text of', { html: 'x'.repeat(70_000) }],
    ['much to print', { html: 'x'.repeat(270_000), text: 'x' }],
  ])('with %s is not small', async (_what, source) => {
    expect(renderer.renderHere(await compileMail(source))).toBeUndefined();
  });

  it('is rendered with its own data from an artifact that the worker has cached', async () => {
    const mail = await compileMail({ text: '{{name}}' });
    const rendered = await Promise.all(['Ada', 'Grace', 'Ada'].map((name) => render({ ...mail, data: { name } })));
    expect(rendered.map(({ text }) => text)).toEqual(['Ada', 'Grace', 'Ada']);
  });

  it('reports missing data from a worker', async () => {
    const mail = { ...(await small()), data: {}, strict: true };
    expect(() => renderer.renderHere(mail)).toThrow(MissingTemplateData);
    const failed = render(mail);
    await expect(failed).rejects.toThrow(MissingTemplateData);
    await expect(failed).rejects.toThrow('Missing template data: name');
  });

  it('is rejected with a reason above the limits', async () => {
    const failed = render(await lists());
    await expect(failed).rejects.toThrow(RenderBudgetExceeded);
    await expect(failed).rejects.toThrow('html needs more than 200,000 rendered tags and pieces of text');
  });

  it('is rejected when its worker is stopped for it, and the next one is not', async () => {
    renderer = new Renderer({ deadlineMs: 1 });
    expect(await outcome(render(await quotes()))).toBe('RenderingRejected: rendering it takes more than 0.001 seconds');
    await renderer.close();
    renderer = new Renderer({ heapMb: 16 });
    expect(await outcome(render(await quotes()))).toBe(
      'RenderingRejected: rendering it needs more than 16 MB of memory',
    );
    expect(await outcome(render(await small()))).toBe('rendered');
  });

  it('waits for a worker for a limited time, in a bounded queue', async () => {
    renderer = new Renderer({ workers: 1, queueOfAccount: 1 });
    const caller = new AbortController();
    const mail = await quotes();
    const [begun, given, turnedAway] = [undefined, caller.signal, undefined].map((signal) =>
      outcome(render(mail, 'acme', signal)),
    );
    expect(await turnedAway).toBe('PoolUnavailable: Too many renderings of this account are waiting for a worker');
    caller.abort();
    expect(await given).toMatch(
      /^PoolUnavailable: Its turn did not come in time: too many renderings were waiting for a worker/,
    );
    expect(await begun).toMatch(rejected);
  });
});

describe('hostile emails', () => {
  useRenderer(beforeEach, afterEach);

  it('block neither the process nor other emails', async () => {
    const hostile = [await quotes(), await lists(), await quotes(), await lists()];
    const other = await compileMail({ html: '{{#a}}<p>{{.}}</p>{{/a}}' }, { a: items(3_000) });
    // Workers need time to start, but only once.
    await render(other);
    await expectHold(async () => {
      let ended = 0;
      const outcomes: Promise<string>[] = [];
      for (const mail of [...hostile, ...hostile]) {
        await othersTurn();
        renderer.renderHere(mail);
        outcomes.push(outcome(render(mail, 'hostile')).finally(() => (ended += 1)));
      }
      expect((await render(other)).html).toContain('<p>1</p>');
      expect(ended).toBeLessThan(3);
      for (const what of await Promise.all(outcomes)) expect(what).toMatch(rejected);
    }, hold);
  });
});

describe('a version', () => {
  useRenderer(beforeAll, afterAll);

  const compile = (source: Partial<VersionSource>, snippets: Record<string, string> = {}) =>
    renderer.compile({ subject: 's', ...source }, new Map(Object.entries(snippets)), asking('acme'));
  const filler = `<!-- ${'x'.repeat(40_000)} -->`;
  const mjml = (content: string) =>
    `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

  it.each([
    ['small', '', {}],
    ['large', filler, {}],
    ['with snippets', '{% snippet "sign" %}', { sign: 'Yours, {{name}}' }],
  ])('that is %s has the same result in a worker', async (_what, more, snippets: Record<string, string>) => {
    const source = { subject: 's', html: `<p>{{name}}</p>${more}`, translations: { messages: {} } };
    expect(await compile(source, snippets)).toEqual(await compileVersion(source, (name) => snippets[name]));
  });

  it('that is large and in MJML has the same result in a worker', async () => {
    const html = mjml(`<mj-text foo="1">{{name}}</mj-text><mj-raw>${filler}</mj-raw>`);
    const source = { subject: 's', html, engine: 'mustache' as const };
    const compiled = await compile(source);
    expect(compiled.warnings).toEqual(['html, line 1: <mj-text>: Attribute foo is illegal']);
    expect(compiled).toEqual(await compileVersion(source, () => undefined));
  });

  it.each([
    ['a tag', `${filler}{{#a}}`],
    ['MJML', `${mjml('<mj-nothing />')}${filler}`],
    ['MJML that cannot be read', `<mjml></mjml>${filler}`],
  ])('is rejected in the same words for %s', async (_what, html) => {
    const rejected = await compile({ html }).catch((error: Error) => `${error.name}: ${error.message}`);
    expect(rejected).toBe(`TemplateError: ${await getRejection({ html })}`);
  });

  it.each([
    ['comments', '{{! a }}'.repeat(130_000)],
    ['variables', '<p>{{a.b}} text</p>'.repeat(9_000)],
    ['expressions', '<p>{{ a.b|e }} text</p>'.repeat(5_000)],
    ['sections', '{{#a}}x{{/a}}'.repeat(9_000)],
  ])('does not block during compilation: %s', async (_what, part) => {
    await compile({ html: filler });
    const compileOne = () => unlessStopped(compile({ html: part, text: part }));
    await expectHold(() => Promise.all([compileOne(), compileOne()]), hold);
  });
});

describe('small work', () => {
  useRenderer(beforeAll, afterAll);

  const small = (piece: string): string => piece.repeat(Math.floor(4_000 / piece.length));

  it.each([
    '{{a}}',
    '{{#a}}{{/a}}',
    '{{a.b.c}}',
    '{{ a|e }}',
    '{{ a.b + 1 }}',
    '{% if a %}{% endif %}',
    '{% trans %}a{% endtrans %}',
    '{{',
    '{{ a|nope }}',
    '<a href="x">',
  ])('the source is compiled and its messages are read without a long block: %s', async (piece) => {
    const source = { subject: 's', html: small(piece) };
    const ignored = (): undefined => undefined;
    await expectHold(() => renderer.compile(source, new Map(), asking('acme')).catch(ignored), hold);
    await expectHold(async () => {
      const messages = await renderer.extractMessages(source, new Map(), asking('acme')).catch(() => []);
      await renderer.buildPot(messages, new Date(), asking('acme'));
    }, hold);
  });
});

describe('translations', () => {
  useRenderer(beforeAll, afterAll);

  const po = (text: string): string =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hi"\nmsgstr "${text}"\n`;
  const read = (files: Readonly<Record<string, string>>) =>
    renderer.readTranslations(
      createZip(Object.entries(files).map(([name, content]) => ({ name, content }))),
      () => true,
      asking('acme'),
    );

  it('are parsed in a worker', async () => {
    const catalogues = await read({ 'de-DE.po': po('Hallo'), 'pl-PL.po': po('Cześć') });
    expect([...catalogues].map(([locale, { messages }]) => [locale, Object.values(messages)])).toEqual([
      ['de-DE', [['Hallo']]],
      ['pl-PL', [['Cześć']]],
    ]);
  });

  it('are rejected with their file name if they are invalid', async () => {
    await expect(read({ 'de-DE.po': po('Hallo'), 'pl-PL.po': 'x' })).rejects.toMatchObject({
      name: 'PoArchiveError',
      message: 'pl-PL.po: it is not a PO file: line 1: "x" is neither a keyword nor a text in double quotes',
    });
  });

  it('do not block the event loop, however many lines they have', async () => {
    const lines = '\n'.repeat(5_000_000);
    const files = ['de-DE', 'fr-FR', 'pl-PL'].map((locale) => ({ name: `${locale}.po`, content: po('a') + lines }));
    const zip = createZip(files);
    await expectHold(() => renderer.readTranslations(zip, () => true, asking('acme')), hold);
  });
});

describe('the messages of a version', () => {
  useRenderer(beforeAll, afterAll);

  /** As long as a PO file may have it. */
  const long = (text: string): string => text.repeat(Math.floor(65_000 / text.length));
  const buildMessages = (text: (n: number) => string, count: number): string =>
    Array.from({ length: count }, (_, n) => `{% trans %}${text(n)}{% endtrans %}`).join('');
  it.each([
    ['few', '{% trans %}Hello{% endtrans %}{{ gettext("Bye") }}'],
    ['many', buildMessages((n) => `message ${n}`, 9_000)],
  ])('are the same in a worker: %s', async (_what, html) => {
    const source = { subject: 'S', html };
    const here = extractMessages(source, () => undefined);
    const modified = new Date('2026-11-24T14:00:00Z');
    expect(await renderer.extractMessages(source, new Map(), asking('acme'))).toEqual(here);
    expect(await renderer.buildPot(here, modified, asking('acme'))).toBe(buildPot(here, modified));
  });

  it.each([
    ['line feeds', long('\n')],
    ['quotes', long('"')],
    ['words', long('a b ')],
    ['wide letters', long('日')],
  ])('do not block when they are 1 MB of %s', async (_what, text) => {
    const source = { subject: 'S', html: buildMessages((n) => `${n}${text}`, 15) };
    await expectHold(async () => {
      const messages = await renderer.extractMessages(source, new Map(), asking('acme'));
      await unlessStopped(renderer.buildPot(messages, new Date(), asking('acme')));
    }, hold);
  });
});

describe('the variables of the largest templates', () => {
  useRenderer(beforeAll, afterAll);

  const many = (count: number, piece: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => piece(n)).join('');

  it.each([
    ['names', many(20_000, (n) => `{{n${n}}}`)],
    ['fields', many(20_000, (n) => `{{a.b.c.d.e.f.n${n}.x}}`)],
    ['sections', many(10_000, (n) => `{{#n${n}}}{{x}}{{/n${n}}}`)],
    ['sections inside each other', `${'{{#a}}'.repeat(49)}${many(15_000, (n) => `{{x${n}}}`)}${'{{/a}}'.repeat(49)}`],
    ['loops of Jinja', many(6_000, (n) => `{%for x in n${n}%}{{x.y}}{%endfor%}`)],
    ['variables of Jinja', many(6_000, (n) => `{%set v${n}=a.b${n}%}{{v${n}|e}}`)],
    ['conditions of Jinja', many(6_000, (n) => `{%if a.b${n} and c.d${n}%}{{e|e}}{%endif%}`)],
    [
      'macros of Jinja',
      `${many(300, (n) => `{%macro m${n}(x)%}{{x.y}}{%endmacro%}`)}${many(6_000, (n) => `{{m${n % 300}(a.b${n})}}`)}`,
    ],
  ])('are found without a long block: %s', async (_what, text) => {
    const { artifact } = await compileVersion({ subject: 'S', text }, () => undefined);
    await expectHold(() => renderer.findUses(artifact, asking('acme')), hold);
    expect(await renderer.findUses(artifact, asking('acme'))).toEqual(TemplateUses.of(artifact).all);
  });
});
