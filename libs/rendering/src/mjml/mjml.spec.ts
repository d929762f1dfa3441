import { readFileSync } from 'node:fs';
import { closeMjmlPool, compileVersion } from '../index.js';
import { MjmlPool } from './compiled-mjml.js';
import { getRejection, renderHtml, renderVersion } from '../testing/rendering.js';

afterAll(closeMjmlPool);

const bare = '<mjml><mj-body><mj-section><mj-column>';
const end = '</mj-column></mj-section></mj-body></mjml>';
const inColumn = (content: string): string => `${bare}${content}${end}`;

describe('tags in MJML', () => {
  it.each([
    ['text', '<mj-text>Hi {{name}}</mj-text>', '>Hi A&amp;B<'],
    ['an attribute', '<mj-button href="https://x.example/{{id}}?a=1">Go</mj-button>', 'href="https://x.example/7?a=1"'],
    ['a colour attribute with a variable', '<mj-text color="{{color}}">x</mj-text>', 'color:#123456;'],
    [
      'sections between table rows',
      '<mj-table>{{#rows}}<tr><td>{{.}}</td></tr>{{/rows}}</mj-table>',
      '<tr><td>1</td></tr><tr><td>2</td></tr>',
    ],
    ['mj-raw', '<mj-raw>{{#yes}}<p {{attributes}}>{{/yes}}{{{html}}}</mj-raw>', '<p class=x><b>raw</b>'],
    ['a comment', '<mj-text><!-- {{name}} -->x</mj-text>', '<!-- A&amp;B -->x'],
    [
      'quotes in an attribute',
      '<mj-image alt="{% trans "ctx" who=name %}For {{who}}{% endtrans %}" src="x.png" />',
      'alt="For A&amp;B"',
    ],
    [
      'trans over several lines',
      '<mj-text>{% trans trimmed n=rows.length %}\n{{n}} row\n{% pluralize %}\n{{n}} rows\n{% endtrans %}</mj-text>',
      '>2 rows<',
    ],
    ['raw', '<mj-text>{% raw %}{{kept}} <b>{% endraw %}</mj-text>', '>{{kept}} <b><'],
    ['a partial', '<mj-text>{{> sign}}</mj-text>', '>Yours, A&amp;B<'],
    ['Mustache comments anywhere', '{{! note }}<mj-text>x</mj-text>', '>x<'],
  ])('are kept in %s', async (_, content, expected) => {
    const data = {
      name: 'A&B',
      id: 7,
      color: '#123456',
      rows: [1, 2],
      yes: true,
      attributes: 'class=x',
      html: '<b>raw</b>',
    };
    expect(await renderHtml(inColumn(content), data, { sign: 'Yours, {{name}}' })).toContain(expected);
  });

  it('are kept in the head: title, preview, and styles, including inlined ones', async () => {
    const head =
      '<mj-head><mj-title>T {{a}}</mj-title><mj-preview>P {{a}}</mj-preview><mj-style>.x { color: {{c}} }</mj-style>' +
      '<mj-style inline="inline">.y { background: {{c}} }</mj-style></mj-head>';
    const html = await renderHtml(
      `<mjml>${head}<mj-body><mj-section><mj-column><mj-text><p class="y">x</p></mj-text></mj-column></mj-section></mj-body></mjml>`,
      { a: 1, c: 'red' },
    );
    expect(html).toContain('<title>T 1</title>');
    expect(html).toContain('P 1');
    expect(html).toContain('.x { color: red }');
    expect(html).toContain('<p class="y" style="background: red;">');
  });

  it('may come from snippets with MJML elements, including the root', async () => {
    const snippets = {
      row: '<mj-section><mj-column><mj-text>{{x}}</mj-text></mj-column></mj-section>',
      open: '<mjml><mj-body>',
      close: '</mj-body></mjml>',
    };
    expect(await renderHtml('{% snippet open %}{% snippet row %}{% snippet close %}', { x: 'in' }, snippets)).toContain(
      '>in<',
    );
  });

  it('do not conflict with words that look like their placeholders', async () => {
    expect(await renderHtml(inColumn('<mj-text>zqxaz zqxbz {{x}}</mj-text>'), { x: 1 })).toContain('>zqxaz zqxbz 1<');
  });
});

describe('tags that MJML would drop are rejected with tag and line', () => {
  it.each([
    [
      'directly in the body',
      '<mjml><mj-body>\n{{#show}}<mj-section></mj-section>{{/show}}</mj-body></mjml>',
      /^html, line 2: \{\{#show\}\} is lost when MJML is compiled.*<mj-raw>/,
    ],
    [
      'directly in a section',
      '<mjml><mj-body><mj-section>\n\n{{x}}</mj-section></mj-body></mjml>',
      /^html, line 3: \{\{x\}\} is lost/,
    ],
    ['directly in a column', inColumn('\n{% trans %}Hi{% endtrans %}'), /^html, line 2: \{% trans %\} is lost/],
    ['a raw block', inColumn('{% raw %}x{% endraw %}'), /^html, line 1: a raw block is lost/],
    [
      'the width of a column',
      inColumn('').replace('<mj-column>', '\n<mj-column width="{{w}}">'),
      /^html, line 2: MJML needs the number itself where it computes sizes; <mj-column>: Attribute width has invalid value: \{\{w\}\}/,
    ],
    [
      'the width of an image',
      inColumn('\n<mj-image width="{{w}}px" src="x" />'),
      /^html, line 2: MJML needs the number itself.*<mj-image>: Attribute width has invalid value: \{\{w\}\}px/,
    ],
    [
      'the padding of an image',
      inColumn('<mj-image padding="{{p}}" src="x" />'),
      /MJML needs the number itself.*<mj-image>: Attribute padding/,
    ],
  ])('%s', async (_, html, message) => {
    expect(await getRejection({ html })).toMatch(message);
  });

  it('in a snippet, with its line', async () => {
    expect(
      await getRejection(
        { html: '<mjml>\n<mj-body>{% snippet s %}</mj-body></mjml>' },
        { s: '<mj-section>\n\n{{x}}</mj-section>' },
      ),
    ).toMatch(/^html, line 2 \(snippet "s", line 3\): \{\{x\}\} is lost/);
  });
});

describe('invalid MJML is rejected', () => {
  it.each([
    [
      'unknown elements',
      inColumn('\n\n<mj-foo />'),
      /^html, line 3: <mj-foo>: Element mj-foo doesn't exist or is not registered/,
    ],
    [
      'misplaced elements',
      '<mjml><mj-body>\n<mj-text>x</mj-text></mj-body></mjml>',
      /^html, line 2: <mj-text>: mj-text cannot be used inside mj-body/,
    ],
    ['an empty document', '<mjml></mjml>', /^html, line 1: the MJML cannot be compiled: Malformed MJML/],
    [
      'includes',
      inColumn('').replace('<mj-body>', '<mj-body>\n<mj-include path="./package.json" />'),
      /^html, line 2: mj-include is not available; write \{% snippet/,
    ],
    [
      'wrappers without end',
      `<mjml><mj-body>${'<mj-wrapper>'.repeat(500)}`,
      /^html, line 1: <mj-wrapper>: mj-wrapper cannot be used inside mj-wrapper/,
    ],
  ])('%s', async (_, html, message) => {
    expect(await getRejection({ html })).toMatch(message);
  });

  it('unknown attributes cause warnings, tags as values do not', async () => {
    const { warnings } = await compileVersion(
      { subject: 's', html: inColumn('\n<mj-text foo="1" color="{{c}}">x</mj-text>'), engine: 'mustache' },
      () => undefined,
    );
    expect(warnings).toEqual(['html, line 2: <mj-text>: Attribute foo is illegal']);
  });
});

describe('the preheader with MJML', () => {
  it('is used unless the MJML has its own preview', async () => {
    expect((await renderVersion({ html: inColumn('<mj-text>x</mj-text>'), preheader: 'Mine' }, {})).html).toMatch(
      /<body[^>]*><div style="display:none[^"]*">Mine<\/div>/,
    );
    const own = inColumn('<mj-text>x</mj-text>').replace(
      '<mj-body>',
      '<mj-head><mj-preview>Own</mj-preview></mj-head><mj-body>',
    );
    const { artifact, warnings } = await compileVersion(
      { subject: 's', html: own, preheader: 'Mine' },
      () => undefined,
    );
    expect(artifact.parts.preheader).toBeUndefined();
    expect(warnings).toEqual(['preheader: not used, because the MJML has an mj-preview of its own']);
  });
});

describe('the MJML workers', () => {
  it('compile many documents at once, are closed and used again', async () => {
    const documents = Array.from({ length: 8 }, (_, index) =>
      renderHtml(inColumn(`<mj-text>number ${index}</mj-text>`)),
    );
    expect((await Promise.all(documents)).map((html) => /number \d/.exec(html ?? '')?.[0])).toEqual(
      Array.from({ length: 8 }, (_, index) => `number ${index}`),
    );
    await closeMjmlPool();
    expect(await renderHtml(inColumn('<mj-text>again</mj-text>'))).toContain('again');
  });

  it('compile a document once for many concurrent callers', async () => {
    // More than the workers accept at once.
    const renders = Array.from({ length: 300 }, () => renderHtml(inColumn('<mj-text>wanted</mj-text>')));
    expect(new Set(await Promise.all(renders)).size).toBe(1);
  });

  it('reject an invalid document again', async () => {
    const rejected = { html: inColumn('<mj-nothing />') };
    const [first, second] = [await getRejection(rejected), await getRejection(rejected)];
    expect(first).toMatch(/mj-nothing/);
    expect(second).toBe(first);
  });

  it('survive a tag in CSS, because nothing is minified', async () => {
    const head = '<mj-head><mj-style>{{#a}}.x { {{b}} }{{/a}} } broken {</mj-style></mj-head>';
    expect(
      await renderHtml(inColumn('<mj-text>x</mj-text>').replace('<mj-body>', `${head}<mj-body>`), {
        a: true,
        b: 'color: red',
      }),
    ).toContain('.x { color: red } } broken {');
  });
});

it('the golden email', async () => {
  const file = (name: string) => readFileSync(new URL(`../testing/golden/${name}`, import.meta.url), 'utf8');
  const message = await renderVersion(
    { subject: 'Your receipt {{order.number}}', html: file('receipt.mjml') },
    JSON.parse(file('receipt.json')),
    { strict: true, snippets: { 'legal: footer': file('footer.mjml') } },
  );
  expect(message.html).toBe(file('receipt.html'));
  expect(`${message.text}\n`).toBe(file('receipt.txt'));
});

describe('MJML full of <', () => {
  it.each([
    ['nothing else', `<mjml>${'<'.repeat(500_000)}`],
    ['in a text', inColumn(`<mj-text>${'< '.repeat(100_000)}</mj-text>`)],
  ])('the MJML is rejected before compilation: %s', async (_what, html) => {
    expect(await getRejection({ html })).toMatch(/more than 10000 < that begin no tag/);
  });

  it('costs little below the limit', async () => {
    // Half of a document's deadline; on a busy machine the worker needs time to load MJML.
    const pool = new MjmlPool({ deadlineMs: 5_000 });
    const compile = (source: string): Promise<string> =>
      pool.compile(source, { account: 'acme', signal: undefined }).then(
        () => 'html',
        (error: Error) => error.message,
      );
    expect(await compile(`<mjml>${'<'.repeat(10_000)}`)).toMatch(/Malformed MJML/);
    expect(await compile(inColumn(`<mj-text>${'< '.repeat(10_000)}</mj-text>`))).toBe('html');
    await pool.close();
  });
});
