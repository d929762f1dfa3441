import { jest } from '@jest/globals';
import { expectProcessorTime } from '@postrider/processor-time';
import { loadArtifact, renderArtifact, storedArtifact } from './index.js';
import type { RenderedMessage } from './index.js';
import { compileVersion } from './compile-version.js';
import { renderHtml, renderText, renderVersion } from './testing/rendering.js';

/** Twice the time limit for rendering an email in a worker, and for compiling it, in milliseconds. */
const maxMs = 500;

describe('data is read, never executed', () => {
  it.each([
    '{{constructor}}',
    '{{constructor.name}}',
    '{{toString}}',
    '{{__proto__}}',
    '{{__proto__.a}}',
    '{{hasOwnProperty}}',
    '{{a.constructor}}',
    '{{s.constructor}}',
    '{{s.trim}}',
    '{{items.map}}',
    '{{n.toFixed}}',
    '{{#constructor}}x{{/constructor}}',
    '{{#__proto__}}x{{/__proto__}}',
    '{{#s.sub}}x{{/s.sub}}',
    '{{#items}}{{pop}}{{length.x}}{{/items}}',
  ])('%s prints nothing', async (html) => {
    const data = JSON.parse('{"a": {}, "s": "text", "n": 1, "items": [1, 2], "__proto__": {"a": "polluted", "b": 1}}');
    expect(await renderHtml(`(${html})`, data)).toBe('()');
  });

  it.each([
    '{{#constructor.prototype}}{{items.pop}}{{/constructor.prototype}}',
    '{{#__proto__}}{{items.push}}{{/__proto__}}',
    '{{items.pop}}{{items.reverse}}{{#items}}{{sort}}{{/items}}',
  ])('%s modifies neither the data nor the process', async (html) => {
    const data = { items: [3, 1, 2] };
    const before = Object.getOwnPropertyNames(Object.prototype);
    await renderHtml(html, data);
    expect(data).toEqual({ items: [3, 1, 2] });
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  it('getters do not run', async () => {
    const data = {
      get secret(): string {
        throw new Error('ran');
      },
      list: [
        {
          get x(): string {
            throw new Error('ran');
          },
        },
      ],
    };
    expect(await renderHtml('({{secret}}{{#secret}}x{{/secret}}{{#list}}{{x}}{{/list}})', data)).toBe('()');
  });

  it.each([
    ['an object with a toString of its own', { v: { toString: 'x', valueOf: 1 } }, '[object Object]'],
    ['a list', { v: [1, [2, null], 'a', { b: 1 }] }, '1,2,,a,[object Object]'],
    ['a very deep list', { v: JSON.parse('['.repeat(60_000) + ']'.repeat(60_000)) }, ''],
    ['true', { v: true }, 'true'],
    ['zero', { v: 0 }, '0'],
    ['an object without prototype', { v: Object.create(null) }, '[object Object]'],
  ])('%s can be printed', async (_, data, expected) => {
    expect(await renderHtml('{{v}}', data)).toBe(expected);
  });

  it.each([[null], [undefined], ['text'], [7], [[]], [true]])('data may be %j', async (data) => {
    expect(await renderText('({{a}}{{#a.b}}x{{/a.b}}{{^c}}none{{/c}})', data)).toBe('(none)');
  });

  it('a string has a length and a list has indexes', async () => {
    expect(
      await renderText('{{s.length}} {{items.length}} {{items.1.name}} {{#items.length}}some{{/items.length}}', {
        s: 'abc',
        items: [{}, { name: 'b' }],
      }),
    ).toBe('3 2 b some');
  });
});

describe('strict rendering', () => {
  const missing = (source: Parameters<typeof renderVersion>[0], data: unknown) =>
    renderVersion({ subject: 's', ...source }, data, { strict: true }).then(
      () => 'nothing',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('lists the missing names of all parts once', async () => {
    const source = {
      subject: '{{a}}',
      html: '{{b.c}} {{{a}}} {% trans n=count %}{{n}} {{d}}{% endtrans %}',
      text: '{{&e}}',
      preheader: '{{p}}',
    };
    expect(await missing(source, { b: {} })).toBe('MissingTemplateData: Missing template data: a, b.c, count, d, e, p');
  });

  it.each([
    ['null is a value', '{{a}}', { a: null }, 'nothing'],
    ['empty is a value', '{{a}}', { a: '' }, 'nothing'],
    ['undefined is not', '{{a}}', { a: undefined }, 'MissingTemplateData: Missing template data: a'],
    ['the way through null leads nowhere', '{{a.b}}', { a: null }, 'MissingTemplateData: Missing template data: a.b'],
    ['a section is optional content', '{{#a}}x{{/a}}{{^b}}y{{/b}}', {}, 'nothing'],
    ['what does not run is not missing', '{{#a}}{{x}}{{/a}}{{^b}}{{y}}{{/b}}', { b: 1 }, 'nothing'],
    [
      'what runs is',
      '{{#a}}{{x}}{{/a}}{{^b}}{{y}}{{/b}}',
      { a: [1, 2] },
      'MissingTemplateData: Missing template data: x, y',
    ],
    [
      'a prototype has no data',
      '{{constructor.name}}',
      {},
      'MissingTemplateData: Missing template data: constructor.name',
    ],
    [
      'the number that chooses a plural',
      '{% trans n %}a{% pluralize %}b{% endtrans %}',
      {},
      'MissingTemplateData: Missing template data: n',
    ],
    ['a partial', '{{> p}}', {}, 'MissingTemplateData: Missing template data: q'],
  ])('%s', async (_, html, data, expected) => {
    const { artifact } = await compileVersion({ subject: 's', html }, () => '{{q}}');
    const outcome = (() => {
      try {
        renderArtifact(artifact, data, { strict: true });
        return 'nothing';
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
    })();
    expect(outcome).toBe(expected);
  });

  it('is off by default: missing data prints nothing', async () => {
    expect(await renderText('({{a}}{{b.c}})', {})).toBe('()');
  });
});

describe('budgets', () => {
  // The budget of time must not be the first to be exceeded, however slow the machine is.
  beforeEach(() => jest.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());

  const nested = (depth: number, inner: string) => `${'{{#l}}'.repeat(depth)}${inner}${'{{/l}}'.repeat(depth)}`;
  const rejected = async (source: Parameters<typeof renderVersion>[0], data: unknown, snippets = {}) => {
    let message = 'nothing';
    await expectProcessorTime(
      () =>
        renderVersion({ text: 'x', ...source }, data, { snippets }).catch((error: Error) => {
          message = `${error.name}: ${error.message}`;
        }),
      maxMs,
    );
    return message;
  };

  it('stop nested sections over 30 items', async () => {
    const data = { l: Array.from({ length: 30 }, () => ({})) };
    expect(await rejected({ html: nested(5, 'text') }, data)).toBe(
      'RenderBudgetExceeded: html needs more than 200,000 rendered tags and pieces of text',
    );
    expect(await rejected({ html: nested(9, '') }, data)).toMatch(/rendered tags/);
  });

  it('stop empty sections over long lists', async () => {
    expect(
      await rejected({ html: '{{#l}}{{#l}}{{/l}}{{/l}}' }, { l: Array.from({ length: 60_000 }, () => 1) }),
    ).toMatch(/rendered tags/);
  });

  it('limit the output to 5 MB, in bytes', async () => {
    const data = { l: Array.from({ length: 100 }, () => 1), big: 'x'.repeat(100_000), wide: '\u4e00'.repeat(40_000) };
    expect(await rejected({ html: '{{#l}}{{big}}{{/l}}' }, data)).toBe(
      'RenderBudgetExceeded: html needs more than 5,242,880 bytes of output',
    );
    expect(await rejected({ text: '{{#l}}{{wide}}{{/l}}' }, data)).toBe(
      'RenderBudgetExceeded: text needs more than 5,242,880 bytes of output',
    );
    expect((await renderVersion({ text: '{{#l}}{{wide}}{{/l}}' }, { ...data, l: [1, 2] })).text).toHaveLength(80_000);
  });

  it('stop doubling partials', async () => {
    const snippets = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, `{{>p${i + 1}}}`.repeat(8)]));
    expect(await rejected({ html: '{{>p0}}' }, {}, { ...snippets, p9: 'x' })).toMatch(/rendered tags/);
  });

  it('stop infinite recursion through the data', async () => {
    expect(await rejected({ html: '{{>p}}' }, { a: true }, { p: '{{#a}}{{>p}}{{/a}}' })).toMatch(
      /html needs more than 100 levels of sections and partials/,
    );
  });
});

describe('the subject', () => {
  it('is one header line with any data', async () => {
    const { subject } = await renderVersion(
      { subject: ' Hi {{name}}\n ', text: 'x' },
      { name: 'Ada\r\nBcc: eve@example.com\u0000\u0085\u2028<&>' },
    );
    expect(subject).toBe('Hi Ada Bcc: eve@example.com <&>');
  });
});

describe('the preheader', () => {
  const style =
    'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';
  const preview = `<div style="${style}">For A&amp;B</div>`;

  it.each([
    ['<html><body class="a>b" data-x=\'>\'>Hi</body>', `<html><body class="a>b" data-x='>'>${preview}Hi</body>`],
    ['<BODY>Hi', `<BODY>${preview}Hi`],
    ['<!-- <body> --><bodyguard><body\n>Hi', `<!-- <body> --><bodyguard><body\n>${preview}Hi`],
    ['<p>Hi</p>', `${preview}<p>Hi</p>`],
    ['<body "unclosed', `${preview}<body "unclosed`],
    ['<!-- <body>', `${preview}<!-- <body>`],
  ])('is inserted at the start of the body of %j', async (html, expected) => {
    const message = await renderVersion({ html, preheader: 'For {{name}}' }, { name: 'A&B' });
    expect(message.html).toBe(expected);
    expect(message.preheader).toBe('For A&amp;B');
  });

  it('is not part of the generated text, and omitted if empty', async () => {
    expect((await renderVersion({ html: '<body>Hi</body>', preheader: 'Preview' }, {})).text).toBe('Hi');
    expect((await renderVersion({ html: '<body>Hi</body>', preheader: '{{none}}' }, {})).html).toBe('<body>Hi</body>');
  });

  it('is inserted quickly into a hostile body', async () => {
    await expectProcessorTime(async () => {
      await renderHtml('<body "'.repeat(140_000));
      await renderVersion({ html: '<!--<body '.repeat(100_000), text: 'x', preheader: 'p' }, {});
    }, maxMs);
  });
});

describe('the text', () => {
  it('is the text part if there is one', async () => {
    expect(await renderVersion({ html: '<p>{{a}}</p>', text: 'Text {{a}}' }, { a: '<' })).toEqual({
      subject: 'Subject',
      html: '<p>&lt;</p>',
      text: 'Text <',
      notes: [],
    });
  });

  it('is otherwise generated from the rendered HTML', async () => {
    const html =
      '<html><head><title>T</title><style>a{}</style></head><body><h1>Hello {{name}}</h1>' +
      '<ul>{{#items}}<li>{{.}}</li>{{/items}}</ul><img src="x.png" alt="logo"><p>Read <a href="{{url}}">this</a>.</p></body></html>';
    const { text } = await renderVersion(
      { html },
      { name: 'A&B <3', items: ['one', 'two'], url: 'https://x.example/?a=1&b=2' },
    );
    expect(text).toBe('Hello A&B <3\n\n * one\n * two\n\nRead this [https://x.example/?a=1&b=2].');
  });

  it('is generated from hostile HTML', async () => {
    await expectProcessorTime(async () => {
      await renderVersion({ html: `seen${'<div>'.repeat(200_000)}deep` }, {});
      expect((await renderVersion({ html: `<p>seen</p>${'<b></i>'.repeat(100_000)}` }, {})).text).toMatch(/^seen/);
    }, maxMs);
  });

  it('of a long invoice is complete', async () => {
    const items = Array.from({ length: 1_000 }, (_, row) => row);
    const { text } = await renderVersion(
      { html: '<table>{{#items}}<tr><td>row</td><td>{{.}}</td></tr>{{/items}}</table>' },
      { items },
    );
    expect(text).toMatch(/row\s*999$/);
  });
});

describe('an AMP part', () => {
  const amp =
    '<!doctype html>\n<html ⚡4email data-css-strict>\n<head>\n<meta charset="utf-8">\n<script async src="https://cdn.ampproject.org/v0.js"></script>\n' +
    '<style amp4email-boilerplate>body{visibility:hidden}</style>\n</head>\n<body>Hi {{name}} {% raw %}{{kept}}{% endraw %}</body>\n</html>';
  const send = (ampHtml: string, data: unknown = { name: '<Ada>' }): Promise<RenderedMessage> =>
    renderVersion({ html: 'Hi', text: 'Hi', ampHtml }, data);

  it('is rendered with HTML escaping if it is valid', async () => {
    const message = await send(amp);
    expect(message.ampHtml).toContain('Hi &lt;Ada&gt; {{kept}}');
    expect(message.notes).toEqual([]);
  });

  it.each([
    ['<!doctype html>', 'it does not start with <!doctype html>'],
    ['⚡4email', 'its html element has neither ⚡4email nor amp4email'],
    ['<meta charset="utf-8">', 'the first element of its head is not <meta charset="utf-8">'],
    ['https://cdn.ampproject.org/v0.js', 'it does not load https://cdn.ampproject.org/v0.js'],
    ['visibility:hidden', 'its amp4email-boilerplate style is missing'],
    ['<body>', 'it has no body'],
  ])('is omitted with a note without %s', async (needed, reason) => {
    const message = await send(amp.replace(needed, ''));
    expect(message.ampHtml).toBeUndefined();
    expect(message.html).toBe('Hi');
    expect(message.notes).toEqual([`The AMP part was omitted: ${reason}.`]);
  });

  it('is omitted above 200 KB', async () => {
    expect((await send(amp, { name: 'x'.repeat(205_000) })).notes).toEqual([
      'The AMP part was omitted: it is larger than 200 KB.',
    ]);
  });
});

describe('artifacts', () => {
  const source = { subject: 'Hi {{name}}', html: '{{#a}}{{> p}}{{/a}}{% trans %}x{% endtrans %}' };

  it('are plain JSON, and the same for the same source', async () => {
    const [one, two] = await Promise.all([
      compileVersion(source, () => '{{b}}'),
      compileVersion(source, () => '{{b}}'),
    ]);
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    expect(JSON.parse(JSON.stringify(one.artifact))).toEqual(one.artifact);
    expect(loadArtifact(JSON.parse(JSON.stringify(one.artifact)))).toEqual(one.artifact);
    const unread = { format: 1, engine: 'mustache', json: JSON.stringify(one.artifact) };
    expect(storedArtifact(unread)).toBe(unread);
    expect(loadArtifact(unread)).toEqual(one.artifact);
    expect(() => storedArtifact({ ...unread, format: 4 })).toThrow(/^Not an artifact of format 1/);
  });

  it.each([
    [null],
    [undefined],
    ['x'],
    [{}],
    [{ format: 4, engine: 'mustache', parts: { subject: [] }, partials: {} }],
    [{ format: 1, engine: 'jinja', parts: { subject: [] }, partials: {} }],
  ])('are rejected if they are invalid: %j', (json) => {
    expect(() => loadArtifact(json)).toThrow(/^Not an artifact of format 1/);
  });
});
