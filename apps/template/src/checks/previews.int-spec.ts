import {
  createSnippet,
  createTemplate,
  listSnippetsByPage,
  listTemplatesByPage,
  previewTemplate,
  putPo,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { poZip, TemplateUnderTest } from '../testing/template-under-test.js';

describe('the preview of a draft', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });
  const preview = (request: RequestOf<typeof previewTemplate>) => acme.call(previewTemplate, request);

  it('contains each part that can be rendered, the problems of the others and the missing variables', async () => {
    const shown = await preview({
      subject: 'Receipt {{number}}',
      html: '<p>Hello {{name}}</p>{{unsubscribe_url}}',
      text: '{{#open}}',
      preheader: 'For {{name}}',
      template_data: { name: 'Ada & Co' },
    });
    expect(shown).toMatchObject({
      valid: false,
      problems: [{ part: 'text', line: 1, column: 1 }],
      missing: ['number'],
      subject: 'Receipt',
      preheader: 'For Ada &amp; Co',
    });
    expect(shown.html).toContain('<p>Hello Ada &amp; Co</p>#unsubscribe');
    expect(shown).not.toHaveProperty('text');
    expect(shown).not.toHaveProperty('amp_html');
    expect((await acme.call(listTemplatesByPage, {})).items).toEqual([]);
  });

  it('omits parts that cannot be rendered with the data', async () => {
    const shown = await preview({
      subject: 'fine',
      html: '<p>fine</p>',
      text: 'line one\n{{ a.b.c }}',
      engine: 'jinja',
      template_data: {},
    });
    expect(shown).toMatchObject({ valid: true, problems: [{ part: 'text', line: 2 }], html: '<p>fine</p>' });
    expect(shown).not.toHaveProperty('text');
    const halves = await preview({ subject: '{{ a.b.c }}', html: '<p>fine</p>', engine: 'jinja', template_data: {} });
    expect(halves.problems).toMatchObject([{ part: 'subject', line: 1 }]);
  });

  it('has no generated text when the HTML part has an error', async () => {
    const shown = await preview({ subject: 'fine', html: '{{#open}}' });
    expect(shown).toMatchObject({ subject: 'fine', problems: [{ part: 'html' }] });
    expect(shown).not.toHaveProperty('text');
  });

  it('uses unsaved snippets instead of saved ones, also nested ones', async () => {
    await acme.call(createSnippet, { name: 'inner', body: 'old' });
    await acme.call(createSnippet, { name: 'outer', body: '[{% snippet "inner" %}]' });
    const html = '{% snippet "outer" %}{% snippet "fresh" %}';
    const snippets = { inner: '<b>new</b>', fresh: '{% snippet "inner" %}!' };
    expect(await preview({ html, snippets })).toMatchObject({ valid: true, html: '[<b>new</b>]<b>new</b>!' });
    expect((await preview({ html })).problems).toMatchObject([{ part: 'html' }]);
    expect((await acme.call(listSnippetsByPage, {})).items.map(({ body }) => body).toSorted()).toEqual([
      '[{% snippet "inner" %}]',
      'old',
    ]);
    const endless = await preview({
      html: '{% snippet "a" %}',
      snippets: { a: '{% snippet "b" %}', b: '{% snippet "a" %}' },
    });
    expect(endless).toMatchObject({ valid: false, problems: [{ part: 'html' }] });
  });

  it('is translated with the catalogue of its template', async () => {
    const html = '<p>{% trans %}Welcome!{% endtrans %}</p>';
    const { id: template } = await acme.call(createTemplate, { name: 'W', subject: 's', html, tags: ['t'] });
    const zip = poZip({
      'pl-PL.po':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Welcome!"\nmsgstr "Witaj!"\n',
    });
    await acme.call(putPo, { tag: 't', zip });
    expect((await preview({ template, locale: 'pl-PL', html })).html).toBe('<p>Witaj!</p>');
    expect((await preview({ template, locale: 'fr-FR', html })).html).toBe('<p>Welcome!</p>');
    await expect(service.tenant().call(previewTemplate, { template, html })).rejects.toMatchObject({
      code: 'template_not_found',
    });
  });
});
