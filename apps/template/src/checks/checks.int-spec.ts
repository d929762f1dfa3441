import {
  checkTemplate,
  createSnippet,
  createTemplate,
  createVersion,
  getVersionSchema,
  listTemplatesByPage,
  listVersionsByPage,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

describe('the check of an unsaved version', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });
  const check = (request: RequestOf<typeof checkTemplate>) => acme.call(checkTemplate, request);

  it('reports the problems of all parts and stores nothing', async () => {
    const { valid, problems } = await check({
      subject: '{{a',
      html: '<p>{{#b}}</p>',
      text: 'fine',
      amp_html: '{{/c}}',
    });
    expect(valid).toBe(false);
    expect(problems.map(({ part, line }) => [part, line]).toSorted()).toEqual([
      ['amp_html', 1],
      ['html', 1],
      ['subject', 1],
    ]);
    expect((await acme.call(listTemplatesByPage, {})).items).toEqual([]);
  });

  it('reports the template language, also when a part has an error', async () => {
    const result = await check({ html: '{{ name }}', text: '{% if a %}\n{{ b|nope }}\n{{ c|nope }}{% endif %}' });
    expect(result).toMatchObject({ valid: false, engine: 'jinja' });
    expect(result.problems.map(({ part, line }) => [part, line])).toEqual([
      ['text', 2],
      ['text', 3],
    ]);
    const mixed = await check({ html: '{{#a}}{{/a}}', text: '{{ b|upper }}' });
    expect(mixed).not.toHaveProperty('engine');
    expect(mixed.problems.map(({ part, line }) => [part, line])).toEqual([
      ['text', 1],
      ['html', 1],
      ['html', 1],
    ]);
  });

  it('reports included snippets, also nested and missing ones', async () => {
    await acme.call(createSnippet, { name: 'inner', body: '{{inner}}' });
    await acme.call(createSnippet, { name: 'outer', body: '{% snippet "inner" %}' });
    const result = await check({ html: '{% snippet "outer" %}' });
    expect(result).toMatchObject({ valid: true, snippets: ['inner', 'outer'], variables: [{ name: 'inner' }] });
    expect((await check({ html: '{% snippet "nowhere" %}' })).problems).toMatchObject([{ part: 'html' }]);
    // Snippets of other accounts do not exist for this one.
    expect((await service.tenant().call(checkTemplate, { html: '{% snippet "outer" %}' })).valid).toBe(false);
  });

  it('reports the size of the rendered email, with compiled MJML, and warns when Gmail clips it', async () => {
    const html = '<mjml><mj-body><mj-raw>{{#rows}}{{.}}{{/rows}}</mj-raw></mj-body></mjml>';
    const result = await check({ subject: 's', html, template_data: { rows: ['x'.repeat(120_000)] } });
    expect(result.sizes.html).toBeGreaterThan(120_000);
    expect(result.warnings).toContainEqual(expect.stringMatching(/^html: 1\d\d KB; Gmail shows the first 102 KB/));
    expect((await check({ subject: 's', html })).warnings).toEqual([]);
  });

  it('reports what cannot be rendered with the given data', async () => {
    const result = await check({ subject: 's', text: '{{ a.b.c }}', engine: 'jinja', template_data: {} });
    expect(result).toMatchObject({ valid: true, problems: [{ part: 'text' }] });
    expect((await check({ subject: 's', text: '{{ a.b.c }}', engine: 'jinja' })).problems).toEqual([]);
  });

  it('lists the links of each part, at most 500', async () => {
    const { links } = await check({
      html: '<a href="https://a.example/{{id}}">x</a><a\nhref=\'mailto:x@example.com\'>y</a>',
      text: 'See https://b.example/{{id}}?x=1 .',
    });
    expect(links).toEqual([
      { part: 'html', url: 'https://a.example/{{id}}' },
      { part: 'html', url: 'mailto:x@example.com' },
      { part: 'text', url: 'https://b.example/{{id}}?x=1' },
    ]);
    expect((await check({ html: '<a href="x">'.repeat(600) })).links).toHaveLength(500);
  });

  it('returns the schema of a version, and the warnings of its save', async () => {
    const html = '{{#each items}}{{this.name}}{{/each}}';
    const { id, warnings } = await acme.call(createTemplate, { name: 'R', subject: '{{number}}', html });
    expect(warnings).toContain(
      'html, line 1: {{#each items}} is Handlebars; it is read as a section that prints for each item of a list, or each value of an object, in which only names of the item print',
    );
    const created = await acme.call(createVersion, { template_id: id, name: 'R', subject: 's', text: 'plain' });
    expect(created).not.toHaveProperty('warnings');
    const [version] = (await acme.call(listVersionsByPage, { template_id: id })).items;
    expect(await acme.call(getVersionSchema, { template_id: id, version_id: version!.id })).toMatchObject({
      properties: { items: { type: 'array' } },
      required: ['number'],
    });
  });
});
